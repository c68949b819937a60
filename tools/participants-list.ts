// Reads the Central Bank's list of active Pix participants (CSV), and updates the known participants with a newer list.

/**
 * `day` is the day of the list. `participants` and `former` contain texts with an ISPB, a space and the name. A former
 * participant has left since an earlier list.
 */
export type Institutions = { day: string; participants: string[]; former: string[] };

/** A list with fewer rows counts as incomplete, because the list has had more than 800 rows since 2024. */
const fewest = 500;
/**
 * The largest share of known participants that may leave between two lists without confirmation. `mostNew` is the same
 * for those who join.
 */
const mostGone = 0.03;
const mostNew = 0.1;

/** Kinds of participants without customer accounts. They cannot receive payments, so they are left out. */
const withoutAccounts: readonly string[] = ['Iniciador', 'Liquidante Especial'];

/** Explains in one sentence why a list is refused. */
export class CannotRefresh extends Error {}

/**
 * Returns the names of the participants with customer accounts, by ISPB. The file contains a title, the table of active
 * participants, and the table of those that are still joining.
 * @throws CannotRefresh if the table is missing or incomplete
 */
export function readParticipants(bytes: Uint8Array): Map<string, string> {
  const rows = decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.split(';').map((cell) => cell.replaceAll('"', '').trim()));
  const isHeader = (cells: readonly string[]) => cells.includes('ISPB') && cells.includes('Nome Reduzido');
  const top = rows.findIndex(isHeader);
  const header = rows[top] ?? [];
  const [ispbAt, nameAt, modeAt] = ['ISPB', 'Nome Reduzido', 'Modalidade de Participação no Pix'].map(
    (name) => header.indexOf(name),
  ) as [number, number, number];
  if (top < 0 || modeAt < 0) throw new CannotRefresh('There is no table with ISPB, name and mode in it.');
  const rest = rows.slice(top + 1);
  const end = rest.findIndex((cells) => isHeader(cells) || /processo de ades/i.test(cells.join(' ')));
  const found = new Map<string, string>();
  for (const cells of end < 0 ? rest : rest.slice(0, end)) {
    const [ispb = '', name = '', mode = ''] = [cells[ispbAt], cells[nameAt], cells[modeAt]];
    // Initiators without access to the settlement system have no ISPB, so they are left out.
    if (ispb === '' || withoutAccounts.includes(mode)) continue;
    if (!/^\d{8}$/.test(ispb)) throw new CannotRefresh(`There is an ISPB that is not eight digits: ${ispb}`);
    if (found.has(ispb)) throw new CannotRefresh(`The list contains ${ispb} twice.`);
    if (!/^[\p{L}\d][\p{L}\d .,&/()'’–-]{1,99}$/u.test(name))
      throw new CannotRefresh(`${ispb} has no readable name.`);
    found.set(ispb, name);
  }
  if (found.size < fewest)
    throw new CannotRefresh(`The list has ${found.size} participants: it is not complete.`);
  return found;
}

/** Decodes the file. The Central Bank has served it as UTF-8 and as Windows-1252 without saying which. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Returns the known participants after a list was read. Participants that are no longer on the list become former ones
 * and keep their names.
 * @param isSure accepts a list that is older or differs a lot
 * @throws CannotRefresh
 */
export function refreshed(
  known: Institutions | undefined,
  listed: ReadonlyMap<string, string>,
  { day, isSure }: { day: string; isSure: boolean },
): Institutions {
  const before = new Map((known?.participants ?? []).map(readLine));
  const gone = [...before].filter(([ispb]) => !listed.has(ispb));
  const added = [...listed.keys()].filter((ispb) => !before.has(ispb)).length;
  if (known && !isSure) {
    if (day < known.day)
      throw new CannotRefresh(
        `A newer list, of ${known.day}, is known. To use the older one anyway, add --yes.`,
      );
    if (gone.length > before.size * mostGone || added > before.size * mostNew)
      throw new CannotRefresh(
        `${gone.length} of ${before.size} have left, and ${added} are new. If that is right: --yes`,
      );
  }
  const former = new Map([...(known?.former ?? []).map(readLine), ...gone]);
  return {
    day,
    participants: linesOf([...listed]),
    former: linesOf([...former].filter(([ispb]) => !listed.has(ispb))),
  };
}

const readLine = (line: string) => [line.slice(0, 8), line.slice(9)] as const;
const linesOf = (names: readonly (readonly [string, string])[]) =>
  names.map(([ispb, name]) => `${ispb} ${name}`).toSorted();

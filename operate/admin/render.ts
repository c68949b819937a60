// Formats an answer for a person, with a line per field and a table per list.

type Fields = Record<string, unknown>;

export function render({ worked, detail: _, data: __, ...fields }: Fields): string {
  if (worked !== true) return renderRefusal(fields);
  const names = Object.keys(fields);
  const width = Math.max(...names.map((name) => name.length));
  const isTable = (value: unknown) => Array.isArray(value) && value.some((one) => typeof one === 'object');
  const lines = names
    .filter((name) => !isTable(fields[name]))
    .map((name) => `${name.padEnd(width)}  ${word(fields[name])}`);
  const tables = names
    .filter((name) => isTable(fields[name]))
    .map((name) => `\n${name}\n${table(fields[name] as Fields[])}`);
  return `${[...lines, ...tables].join('\n')}\n${once(fields)}`;
}

function renderRefusal({ message, errors = [] }: Fields): string {
  const faults = (errors as { field: string; message: string }[]).map(
    (one) => `  ${escaped(one.field)} ${escaped(one.message)}`,
  );
  return `${[`Refused: ${word(message)}`, ...faults].join('\n')}\n`;
}

const once = ({ client_secret }: Fields) =>
  client_secret === undefined ? '' : '\nThe secrets are shown only this once.\n';

function word(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length > 0 ? value.map(word).join(', ') : '-';
  if (typeof value === 'object') return fieldsIn(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return escaped(String(value));
}

/**
 * Escapes control characters in a text. A payer or caller may have written the text, so it must not move the cursor or
 * reverse the reading order.
 */
export const escaped = (text: string) =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** Formats the fields of an object that are not empty. */
function fieldsIn(value: object): string {
  const filled = Object.entries(value).filter(([, inner]) => word(inner) !== '-');
  const isObject = (inner: unknown) => typeof inner === 'object' && !Array.isArray(inner);
  const parts = filled.map(
    ([name, inner]) => `${name}=${isObject(inner) ? `(${word(inner)})` : word(inner)}`,
  );
  return parts.join(' ') || '-';
}

function table(rows: readonly Fields[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => word(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

// npm run admin -- person: finds a person's data in the tables, and blanks it. Whole tables are read in ranges, with
// one call for each range.

import { type Command, InvalidArgumentError } from 'commander';
import { places } from '../../lib/person/place.ts';
import { explain, Stop } from '../../local/stop.ts';
import { invoke } from './invoke.ts';
import { operation, type Shared } from './operation.ts';
import { escaped, render } from './render.ts';

type Named = Shared & { legalId: string[]; key: string[]; reason: string; reveal?: boolean };
type Find = Named & { scan?: boolean };
type Blank = Named & { yes?: boolean; despiteRetention?: boolean };
type Found = Record<string, unknown> & { fields: Record<string, string>; verdict?: string };
type Answer = Record<string, unknown> & { worked: boolean; found: Found[] };

const many = (one: string, before: string[]) => [...before, one];
const note = (line: string) => void process.stderr.write(`${line}\n`);

const remains = `
What this command cannot reach, and who can:
  webhook bodies that companies have received              the companies: tell them
  tags, which companies write themselves                   the statement is never changed; ask the company
  PIX keys of accounts, and the audit of operators         the key is the name of its row
  exports of statements                                    they name nobody but in tags, and go after 7 days
  lines of batches of payouts                              they are compressed, and go after 120 days
  point-in-time recovery, and exports in the backup account    35 days, then they go by themselves
  logs                                                     they have no personal data (logDays)
  the PSP, the Central Bank                                controllers of their own
See docs/personal-data.md.
`;

export function addPerson(program: Command): void {
  const noun = program.command('person').description('the data of a person: find, blank');
  const named = (command: Command) =>
    command
      .option('--legal-id <id>', 'CPF or CNPJ, without punctuation; may be repeated', many, [])
      .option('--key <key>', 'PIX key: an e-mail, a phone as +55…, a UUID; may be given again', many, [])
      .requiredOption(
        '--reason <text>',
        'the ticket, which is recorded in the audit; no data that identifies the person',
      )
      .option('--reveal', 'shows the values; otherwise they are masked');

  named(
    operation(
      noun,
      'find',
      'Finds the data of a person. Without --scan, it searches only the indexes, and tells how much reading the tables would cost.',
      'person find --legal-id 52998224725 --key fulano@example.com --reason PRIV-7 --scan',
    ),
  )
    .option('--scan', 'reads the tables')
    .action((given: Find) => reporting(() => find(given)));

  named(
    operation(
      noun,
      'blank',
      'Replaces the names, keys, tax ids and account numbers of a person. Without --yes, it only shows the changes. Reads the tables.',
      'person blank --legal-id 52998224725 --key fulano@example.com --reason PRIV-7 --yes',
    ),
  )
    .option(
      '--despite-retention',
      'also blanks data that must still be kept; the reason must name who ordered this',
    )
    .option('--yes', 'makes the changes')
    .action((given: Blank) => reporting(() => blank(given)));
}

async function find(given: Find): Promise<number> {
  const known = await ask(given, 'person find', { reveal: given.reveal === true });
  const tables = known.tables as { place: string; rows: number; read_units: number }[];
  const cost = costOf(Number(known.read_units));
  if (!given.scan) {
    if (given.json) print(known);
    else process.stdout.write(`${listed(known.found)}${render({ worked: true, tables })}\n${cost}\n`);
    note('The rest is found by reading these tables: the same with --scan.');
    return 0;
  }
  note(cost);
  const found = await overAll(given, 'person scan', {});
  if (given.json) print({ worked: true, found });
  else process.stdout.write(listed(found));
  return 0;
}

async function blank(given: Blank): Promise<number> {
  const apply = given.yes === true;
  const known = await ask(given, 'person find', {});
  note(costOf(Number(known.read_units)));
  const found = await overAll(given, 'person blank', {
    apply,
    despite_retention: given.despiteRetention === true,
  });
  const left = found.filter(({ verdict }) => verdict === 'kept' || verdict === 'moved');
  if (given.json) print({ worked: true, found });
  else process.stdout.write(listed(found) + remains);
  if (!apply) note('Nothing has been changed. The same with --yes does it.');
  if (left.length > 0) note(`${left.length} rows are left as they are: see why. Run it again after “moved”.`);
  return left.length > 0 ? 1 : 0;
}

/** Reads every table to its end. A failed call may be repeated, because data that was blanked is not found again. */
async function overAll(given: Named, action: string, more: object): Promise<Found[]> {
  const found: Found[] = [];
  for (const place of places) {
    let [rows, after] = [0, undefined as string | undefined];
    do {
      const asked = { place, reveal: given.reveal === true, ...more, ...(after ? { after } : {}) };
      const part = await ask(given, action, asked);
      found.push(...part.found);
      rows += Number(part.rows);
      after = (part.next as string | null) ?? undefined;
      note(`${place}: ${rows} rows read, ${found.length} found in all${after ? ' …' : ''}`);
    } while (after);
  }
  return found;
}

class Refused extends Error {
  readonly answer: Record<string, unknown>;
  constructor(answer: Record<string, unknown>) {
    super('refused');
    this.answer = answer;
  }
}

async function ask(
  { by, legalId, key, reason, ...target }: Named,
  action: string,
  more: object,
): Promise<Answer> {
  const answer = await invoke(target, 'person', {
    action,
    by,
    legal_ids: legalId,
    keys: key,
    reason,
    ...more,
  });
  if (answer.worked !== true) throw new Refused(answer);
  return answer as Answer;
}

async function reporting(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    if (error instanceof Refused) {
      process.stderr.write(render(error.answer));
      process.exitCode = error.answer.message === 'Validation error' ? 2 : 1;
      return;
    }
    note(error instanceof Stop ? explain(error) : String(error));
    note('You can run the command again: it skips data that is already blanked.');
    process.exitCode = 3;
  }
}

function listed(found: readonly Found[]): string {
  if (found.length === 0) return 'Nothing found.\n';
  return found
    .map(({ fields, ...row }) => {
      const shown = Object.entries(row).filter(([, value]) => value !== null);
      const head = shown.map(([name, value]) => `${name}: ${escaped(String(value))}`).join(', ');
      return `${head}\n${Object.entries(fields)
        .map(([name, value]) => `  ${name}  ${escaped(String(value))}\n`)
        .join('')}`;
    })
    .join('');
}

const costOf = (units: number) => `Reading the tables takes about ${units} read units of DynamoDB.`;
const print = (answer: object) => void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);

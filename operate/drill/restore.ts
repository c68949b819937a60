// Restores the tables that affect money to one second, as copies next to the present tables. Reconciles the copies
// completely, and reports the changes since that second. The present tables are only read.

import { setTimeout as pause } from 'node:timers/promises';
import type { documentClient } from '../../lib/platform/table.ts';
import { Stop } from '../../local/stop.ts';
import { openBooks, reconcileCopies } from './books.ts';
import { compareCashouts } from './compare-cashouts.ts';
import { compareEntries } from './compare-entries.ts';
import { type Findings, isWhole, judgeDifferences, report } from './report.ts';
import type { Restoring } from './restoring.ts';
import { drilledTables, serviceOf, suffixOf } from './tables.ts';

type Options = {
  stage: string;
  at: Date;
  /** Whether to print the steps without doing them. */
  dry: boolean;
  /** Whether to keep the copies. */
  keep: boolean;
  /** The milliseconds between two checks of the restores. */
  pauseMs: number;
};
type Means = {
  restoring: Restoring;
  newClient: () => ReturnType<typeof documentClient>;
  say: (line: string) => void;
};
type Drilled = { name: string; copy: string };

/**
 * The largest difference in milliseconds between the time in a row and the moment when the row was written. It allows
 * for the clock of a Lambda and for the retries of a transaction.
 */
const withinMs = 5_000;
const gigabyte = 2 ** 30;
/** The price of a restore in US dollars per gigabyte, in N. Virginia. São Paulo costs more (DynamoDB's price list). */
const restorePrice = 0.15;

/** @returns undefined in a dry run */
export async function restoreDrill(means: Means, options: Options): Promise<Findings | undefined> {
  const { restoring, say } = means;
  const { stage, at, dry, keep } = options;
  const service = serviceOf(stage);
  const tables = drilledTables(service).map(({ name }) => ({ name, copy: `${name}${suffixOf(at)}` }));
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`;

  say(`\n1. Can all tables be brought back to ${at.toISOString()}?`);
  await checkWindows(means, tables, at);

  say(`\n2. Makes ${tables.length} copies, each next to its table and encrypted by the same key`);
  const bytes = (await Promise.all(tables.map(({ name }) => restoring.bytesOf(name)))).reduce(
    (a, b) => a + b,
    0,
  );
  const size = bytes / gigabyte;
  say(
    `  ${size.toFixed(3)} GB by DynamoDB's last count: ${(size * restorePrice).toFixed(2)} dollars at ${restorePrice} a GB`,
  );
  const others = (await restoring.listCopies(stage)).filter(
    (name) => !tables.some(({ copy }) => copy === name),
  );
  for (const name of others) say(`  another drill has left ${name}`);
  for (const table of tables) await startRestore(means, table, at, dry);
  if (!dry) await waitForAll(means, tables, options.pauseMs, seconds);

  say('\n3. Lists the settings that the copies lack; a service needs them before it uses the copies');
  if (dry) say('  known once the copies exist');
  else
    for (const { name, copy } of tables)
      say(`  ${name}: ${(await restoring.missingIn(name, copy)).join(', ') || 'nothing'}`);

  say('\n4. Reconciles the copies whole, and compares them with the present tables');
  const findings = dry ? undefined : await examine(means, service, at);
  for (const line of findings ? report(findings) : ['known once the copies exist']) say(`  ${line}`);

  say(`\n5. ${keep ? 'The copies stay (--keep), and cost what tables cost' : 'Deletes the copies'}`);
  for (const { copy } of tables) {
    say(`  ${copy}`);
    if (!dry && !keep) await restoring.remove(copy);
  }
  if (findings) say(`\nAll of it took ${seconds()}. ${verdict(findings)}`);
  return findings;
}

function verdict(findings: Findings): string {
  return isWhole(findings)
    ? 'The books at that second are consistent, and have not been changed since.'
    : 'The books are NOT consistent, or have been changed since: see above.';
}

async function checkWindows({ restoring, say }: Means, tables: readonly Drilled[], at: Date): Promise<void> {
  const windows = await Promise.all(
    tables.map(async ({ name }) => ({ name, window: await restoring.windowOf(name) })),
  );
  const without = windows.filter(({ window }) => !window).map(({ name }) => name);
  if (without.length > 0)
    throw new Stop(
      `These tables have no point-in-time recovery: ${without.join(', ')}`,
      'Deploy the data stack: it switches point-in-time recovery on.',
    );
  const all = windows.flatMap(({ window }) => (window ? [window] : []));
  const from = new Date(Math.max(...all.map((one) => one.from.getTime())));
  const to = new Date(Math.min(...all.map((one) => one.to.getTime())));
  say(`  all of them can be restored from ${from.toISOString()} to ${to.toISOString()}`);
  if (at < from || at > to)
    throw new Stop(
      `${at.toISOString()} is not within that time.`,
      'DynamoDB can restore from 35 days ago until about five minutes ago.',
    );
}

/** Starts a restore. A copy of an earlier run is used again if it is a copy of this table and this second. */
async function startRestore(
  { restoring, say }: Means,
  { name, copy }: Drilled,
  at: Date,
  dry: boolean,
): Promise<void> {
  const found = await restoring.findCopy(copy);
  if (found && (found.of !== name || Math.floor(found.at.getTime() / 1_000) !== at.getTime() / 1_000))
    throw new Stop(
      `${copy} is a copy of ${found.of} at ${found.at.toISOString()}.`,
      'Delete it, or choose another second.',
    );
  say(`  ${copy}${found ? ': exists from an earlier run' : ''}`);
  if (!found && !dry) await restoring.restore(name, copy, at);
}

async function waitForAll(
  { restoring, say }: Means,
  tables: readonly Drilled[],
  pauseMs: number,
  seconds: () => string,
): Promise<void> {
  for (let told = -1; ; await pause(pauseMs)) {
    const found = await Promise.all(tables.map(({ copy }) => restoring.findCopy(copy)));
    const ready = found.filter((one) => one?.isReady).length;
    if (ready !== told) say(`  ${ready} of ${tables.length} copies exist after ${seconds()}`);
    if (ready === tables.length) return;
    told = ready;
  }
}

async function examine(
  { newClient, say }: Means,
  service: ReturnType<typeof serviceOf>,
  at: Date,
): Promise<Findings> {
  const [then, now] = [
    await openBooks(service, newClient(), suffixOf(at)),
    await openBooks(service, newClient()),
  ];
  let told = performance.now();
  const tell = (rows: number) => {
    if (performance.now() - told < 5_000) return;
    told = performance.now();
    say(`  ${rows} cashouts have been compared`);
  };
  // The copies are compared before the reconciliation, because the reconciliation writes its results to the copies.
  const entries = await compareEntries(then, now, at, withinMs);
  const cashouts = await compareCashouts(then, now, at, withinMs, tell);
  const books = await reconcileCopies(then);
  const moving = new Set([...entries.moving, ...cashouts.moving]);
  return { books, differences: judgeDifferences(books.differences, moving), cashouts, entries };
}

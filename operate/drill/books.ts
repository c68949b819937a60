// Opens a set of tables with the service's own stores. The set is either the present tables, which are only read, or
// the copies restored to one second, to which reconciliation may write.

import { makeCore } from '../../lib/app/core.ts';
import type { Core } from '../../lib/app/deps.ts';
import { makeRuntime } from '../../lib/app/runtime.ts';
import { withBooks, withMoney } from '../../lib/app/stores.ts';
import type { WithMoney } from '../../lib/incoming/deps.ts';
import { readConfig } from '../../lib/platform/config.ts';
import { makeLog } from '../../lib/platform/log.ts';
import { noMetrics } from '../../lib/platform/metrics.ts';
import type { Database, documentClient } from '../../lib/platform/table.ts';
import type { WithBooks } from '../../lib/reconciliation/deps.ts';
import { type Reconciliation, reconcile } from '../../lib/reconciliation/reconcile.ts';
import type { Reported } from '../../lib/reconciliation/report-difference.ts';
import type { Service } from '../../local/service.ts';
import { makeSecrets, wholeEnvironment } from '../../local/settings.ts';
import { isCopy } from './tables.ts';

type Client = ReturnType<typeof documentClient>;
export type Books = Core & WithMoney & WithBooks & { db: Database };

const reads = /^(GetItem|BatchGetItem|Query|Scan)Command$/;

/** @param suffix the end of the copies' names; without it, the present tables are opened and cannot be written */
export async function openBooks(service: Service, client: Client, suffix = ''): Promise<Books> {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (!reads.test(commandName) && !tablesIn(args.input).every(isCopy))
          throw new Error(`a drill writes to no present table: ${commandName}`);
        return next(args);
      },
    { name: 'onlyCopies', step: 'initialize' },
  );
  const physical = Object.fromEntries(
    Object.entries(service.resources.Resources).map(([id, { Type, Properties }]) => {
      const ref =
        Type === 'AWS::DynamoDB::Table' ? `${Properties.TableName}${suffix}` : `https://${id}.invalid`;
      return [id, { ref, attributes: {} }];
    }),
  );
  const given = { ...(await makeSecrets()), BASE_URL: 'https://drill.invalid' };
  const config = readConfig(wholeEnvironment(service, physical, given));
  const silent = () => {};
  const runtime = makeRuntime(config, {
    client,
    log: makeLog({ info: silent, warn: silent, error: silent }),
    metrics: noMetrics,
    // A copy does not change, so a second read of it needs no wait.
    ...(suffix ? { pause: async () => {} } : {}),
  });
  return { ...makeCore(runtime), ...withMoney(runtime), ...withBooks(runtime), db: runtime.db };
}

/** Returns all table names in a command, at any depth. */
function tablesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'TableName') return [String(inner)];
    if (name === 'RequestItems') return Object.keys(inner as object);
    return name === 'Item' || name === 'Key' ? [] : tablesIn(inner);
  });
}

/** A time in milliseconds, longer than reconciliation waits before it reports a hold without work. */
const laterMs = 15 * 60_000;

/**
 * Reconciles a set of copies completely, twice. The first run can only suspect some differences, and the second run
 * reports them.
 * @returns the last run, with every difference of both runs once
 */
export async function reconcileCopies(books: Books): Promise<Reconciliation> {
  const noEnd = () => Number.POSITIVE_INFINITY;
  // The service's own run may have been half-way at the restored second, so this run starts at the first account.
  await books.directory.writePosition({ shard: books.directory.shards[0] ?? '', after: '' });
  const first = await reconcile(books, noEnd, true);
  const later = { ...books, now: () => new Date(Date.now() + laterMs) };
  const second = await reconcile(later, noEnd, true);
  const all = [...first.differences, ...second.differences];
  const differences = [...new Map(all.map((one): [string, Reported] => [one.incidentId, one])).values()];
  return { ...second, differences };
}

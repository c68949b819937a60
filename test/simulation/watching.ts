// Checks every write that concerns watched accounts when it takes effect. An account with a row in the index `open`
// must be watched.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Config } from '../../lib/platform/config.ts';
import type { Engine } from './engine.ts';
import type { Input } from './wire.ts';

type Fail = (invariant: string, what: string) => void;

export function makeWatching(config: Config, engine: Engine, fail: Fail) {
  const watched = new Set<string>();
  /** The ids of the rows in the index, by account. */
  const open = new Map<string, Set<number>>();

  async function noteCashout(key: Input): Promise<void> {
    const row = await read<Cashout>(config.CASHOUTS_TABLE, { id: Number(key.id.N) });
    if (!row) return;
    const account = accountKey(row.account);
    const ids = open.get(account) ?? new Set();
    open.set(account, ids);
    // A cashout that only waits for its expiry is in a shard of all accounts, so its account need not be watched.
    const isOpen = row.openAccount !== undefined && !row.openAccount.startsWith('waiting#');
    if (isOpen) ids.add(row.id);
    else ids.delete(row.id);
    if (isOpen && !watched.has(account))
      fail('I47', `cashout ${row.id} is open, and ${account} is not watched`);
  }

  async function noteWatch(pk: string): Promise<void> {
    const row = await read<{ watchShard?: string }>(config.ACCOUNTS_TABLE, { pk, sk: 'WATCH' });
    const account = pk.replace('WATCH#', '');
    if (row?.watchShard !== undefined) return void watched.add(account);
    watched.delete(account);
    const ids = open.get(account) ?? new Set();
    if (ids.size > 0) fail('I47', `the watch on ${account} ends, and ${[...ids].join(', ')} is open`);
  }

  async function read<Row>(TableName: string, Key: Record<string, unknown>): Promise<Row | undefined> {
    const { Item } = await engine.document.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item as Row | undefined;
  }

  return {
    /** Checks a row after a write of it has taken effect. */
    async note(table: string, key: Input): Promise<void> {
      if (table === config.CASHOUTS_TABLE) await noteCashout(key);
      if (table === config.ACCOUNTS_TABLE && key?.sk?.S === 'WATCH') await noteWatch(key.pk.S);
    },
  };
}

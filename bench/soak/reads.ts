// Makes the calls that read: pages, look-ups, lists, and a balance.

import type { Call } from './asking.ts';
import { earlier } from './cashouts.ts';
import type { Account } from './companies.ts';
import type { Scene } from './scene.ts';

const accountOf = ({ accounts }: Scene, turn: number) => accounts[turn % accounts.length] as Account;

const read = ({ ask }: Scene, { company }: Account, call: Pick<Call, 'kind' | 'path'> & { due?: number }) =>
  ask({ group: 'reads', method: 'GET', by: company, ...call });

export function statementPath({ source }: Account, limit: number): string {
  const { source_account_branch_identifier: branch, source_account_number: number } = source;
  return `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-12-31&limit=${limit}`;
}

/** Reads the newest page, and in every second turn the next page too. */
export async function readStatement(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const kind = 'page of the statement';
  const first = await read(scene, account, { kind, path: statementPath(account, 20), due });
  const next = first?.body.next as string | null | undefined;
  if (!next || turn % 2 === 0) return;
  const { pathname, search } = new URL(next, 'http://localhost');
  await read(scene, account, { kind, path: pathname + search });
}

export async function readBalance(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  await read(scene, account, { kind: 'balance', path: statementPath(account, 1), due });
}

/** Reads the events after the position of the last read. */
export async function readEvents(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const query = new URLSearchParams({ ...account.source, after: String(account.cursor), limit: '50' });
  const answer = await read(scene, account, { kind: 'page of events', path: `/v3/events?${query}`, due });
  const cursor = answer?.body.cursor;
  if (typeof cursor === 'number') account.cursor = Math.max(account.cursor, cursor);
}

export async function lookUp(scene: Scene, turn: number, due: number): Promise<void> {
  const made = earlier(scene, turn);
  if (made) await read(scene, made.account, { kind: 'cashout', path: `/v3/cashouts/${made.id}`, due });
}

export async function listMedCases(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn * 2);
  await read(scene, account, { kind: 'MED cases', path: '/v3/meds/?status=WAITING', due });
}

export async function listWebhooks(scene: Scene, turn: number, due: number): Promise<void> {
  const account = accountOf(scene, turn);
  const path = `/api/webhooks?${new URLSearchParams(account.source)}`;
  await read(scene, account, { kind: 'webhooks', path, due });
}

export async function readChargeback(scene: Scene, turn: number, due: number): Promise<void> {
  const { chargebacks } = scene;
  const one = chargebacks[turn % Math.max(1, chargebacks.length)];
  const path = `/v2/finance/chargebacks-pix-copy-and-paste/status?id=${one?.id}`;
  if (one) await read(scene, one.account, { kind: 'chargeback', path, due });
}

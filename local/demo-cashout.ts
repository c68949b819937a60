// Shows the life of one cashout: it is created with an idempotency key, repeated, approved, and followed to its end.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Demo } from './demo-company.ts';
import { expectOk, showStatement, step } from './demo-steps.ts';
import { Stop } from './stop.ts';

export type CashoutFlags = { key: string; amount: string; 'self-approve': boolean; data: string };

type Cashout = {
  id: number;
  status: string;
  amount: number;
  code_transaction: string | null;
  recipient_name: string | null;
  erro_descriptor: string | null;
  message?: string;
  errors?: { field: string; message: string }[];
};
export async function tellCashout(
  client: Client,
  account: Demo['accounts'][number],
  flags: CashoutFlags,
): Promise<void> {
  const key = randomUUID();
  writeFileSync(join(flags.data, 'last-idempotency-key'), key);
  step(`idempotency key ${key}, saved before the first call`);

  const created = await create(client, account, flags, key);
  const again = await create(client, account, flags, key);
  step(`the same call again: the same transaction ${again.id}, now ${again.status}`);

  if (!flags['self-approve']) {
    const approved = expectOk(await client.post<Cashout>('/approve-cashout', { id: created.id }));
    step(`POST /approve-cashout: ${approved.status}, a worker completes it`);
  }

  const final = await follow(client, created.id);
  const reason = final.erro_descriptor
    ? ` (${final.erro_descriptor})`
    : ` to ${final.recipient_name}, code ${final.code_transaction}`;
  step(`ended ${final.status}${final.status === 'SUCCESS' || final.erro_descriptor ? reason : ''}`);
  await showStatement(client, account);
}

async function create(
  client: Client,
  account: Demo['accounts'][number],
  flags: CashoutFlags,
  key: string,
): Promise<Cashout> {
  const path = flags['self-approve'] ? '/create-cashout-self-approve' : '/create-cashout';
  const { source_account_branch_identifier, source_account_number } = account;
  const body = {
    source_account_branch_identifier,
    source_account_number,
    amount: flags.amount,
    key: flags.key,
    tag: 'demo',
  };
  const answer = await client.post<Cashout>(path, body, key);
  const cashout = expectOk(answer);
  if (!answer.headers.has('idempotent-replayed')) {
    step(
      `POST ${path}: transaction ${cashout.id} of ${cashout.amount.toFixed(2)} to ${flags.key}, ${cashout.status}`,
    );
  }
  return cashout;
}

async function follow(client: Client, id: number): Promise<Cashout> {
  let shown = '';
  for (let tries = 0; tries < 600; tries++) {
    const cashout = expectOk(await client.get<Cashout>(`/v3/cashouts/${id}`));
    if (cashout.status !== shown) step(`GET /v3/cashouts/${id}: ${cashout.status}`);
    shown = cashout.status;
    if (!['NEW', 'PROCESSING'].includes(cashout.status)) return cashout;
    await pause(200);
  }
  throw new Stop(
    `Transaction ${id} is still ${shown} after two minutes.`,
    'The service continues with it: check again later.',
  );
}

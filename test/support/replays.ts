// Builds a table of each kind of transfer, each status, and first call or replay. A row is stored as if its transfer
// had ended in every way, with as many fields as possible. So if a status shows a field that it must not show, the test
// finds it.

import { randomUUID } from 'node:crypto';
import type { Cashout, CashoutStatus } from '../../lib/cashout/cashout.ts';
import { keyedCashoutId } from '../../lib/cashout/idempotency.ts';
import type { Caller } from './api.ts';
import type { Stack } from './stack.ts';

const full: Partial<Cashout> = {
  reservedAt: '2026-11-21T12:00:00.000Z',
  recipient: {
    name: 'Ana Souza',
    legalId: '12345678909',
    ispb: '00000000',
    institutionName: 'BCO DO BRASIL S.A.',
    branch: '0001',
    accountNumber: '12345678',
    accountType: 'CURRENT_ACCOUNT',
  },
  codeTransaction: 'PX-0000-0000-0001',
  operationId: '7f1c2ad4-7f7e-4f7a-9b56-0c7a54a4f0c3',
  failureText: 'AC03 - Agência ou conta do recebedor inválida',
  failureCode: 'AC03',
};

export const reason = { erro_descriptor: full.failureText, new_erro_descriptor: full.failureCode };
export const codes = { code_transaction: full.codeTransaction, operationUuid: full.operationId };

/** The recipient in the answer about a cashout by key, before anything about the recipient is known. */
export const emptyRecipient = {
  recipient_instution: null,
  recipient_instution_name: null,
  recipient_account_id: null,
  recipient_branch_id: null,
  recipient_legal_id: null,
  recipient_name: null,
  recipient_account_type: null,
};

/** Makes the request, and then replays it with another key for a row in the wanted status. */
export async function firstAndReplay(
  stack: Stack,
  caller: Caller,
  path: string,
  body: object,
  status: CashoutStatus,
) {
  const [key, later] = [randomUUID(), randomUUID()];
  const first = await caller.post(path, body, { 'idempotency-key': key });
  const row = await stack.deps.cashouts.get(first.body.id);
  if (!row) throw new Error(JSON.stringify(first.body));
  const id = keyedCashoutId({ companyId: row.companyId, account: row.account, idempotencyKey: later }, 0);
  await stack.deps.cashouts.insert({ ...row, ...full, id, idempotencyKey: later, status });
  const replay = await caller.post(path, body, { 'idempotency-key': later });
  return { first, replay, key, later, id };
}

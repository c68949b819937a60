import { beforeAll, expect, test } from 'vitest';
import type { CashoutStatus } from '../../lib/cashout/cashout.ts';
import type { Caller } from '../support/api.ts';
import { codes, emptyRecipient, firstAndReplay, reason } from '../support/replays.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const asCreated = (id: number, key: string, status: CashoutStatus) => ({
  worked: true,
  id,
  transaction_id: id,
  code_transaction: null,
  status,
  amount: 10.5,
  fee: 0,
  key: 'fulano@example.com',
  tag: '',
  from_accout: caller.source.source_account_number,
  ...emptyRecipient,
  operationUuid: null,
  idempotency_key: key,
  erro_descriptor: '',
  new_erro_descriptor: '',
});

const filled = {
  ...codes,
  recipient_instution: '00000000',
  recipient_instution_name: 'BCO DO BRASIL S.A.',
  recipient_account_id: '12345678',
  recipient_branch_id: '0001',
  recipient_legal_id: '***.456.789-**',
  recipient_name: 'Ana Souza',
  recipient_account_type: 'CURRENT_ACCOUNT',
};

test.each<[string, CashoutStatus, CashoutStatus, object]>([
  ['/create-cashout', 'NEW', 'NEW', {}],
  ['/create-cashout', 'NEW', 'SUCCESS', filled],
  ['/create-cashout-self-approve', 'PROCESSING', 'PROCESSING', {}],
  ['/create-cashout-self-approve', 'PROCESSING', 'SUCCESS', filled],
  ['/create-cashout-self-approve', 'PROCESSING', 'ERROR', reason],
  ['/create-cashout-self-approve', 'PROCESSING', 'CANCELLED', reason],
  ['/create-cashout-self-approve', 'PROCESSING', 'REFUNDED', { ...filled, ...reason }],
])(
  'a create by %s answers %s, and its replay at the status %s answers with the data of that status',
  async (path, first, status, shown) => {
    const body = { ...caller.source, amount: 10.5, key: 'fulano@example.com' };

    const answers = await firstAndReplay(used.stack, caller, path, body, status);

    expect(answers.first.body).toEqual(asCreated(answers.first.body.id, answers.key, first));
    expect(answers.replay.status).toBe(200);
    expect(answers.replay.body).toEqual({ ...asCreated(answers.id, answers.later, status), ...shown });
  },
);

test('a self-approved cashout is stored as PROCESSING, with its approver, a pending event and an end-to-end id', async () => {
  const created = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount: 1,
    key: 'fulano@example.com',
  });

  const row = await used.stack.deps.cashouts.get(created.body.id);
  expect(row).toMatchObject({
    status: 'PROCESSING',
    pendingEvents: ['created'],
    approvedBy: caller.tenant.user_id,
  });
  expect(row?.endToEndId).toMatch(/^E99999010\d{12}\w{11}$/);
});

import { beforeAll, expect, test } from 'vitest';
import type { CashoutStatus } from '../../lib/cashout/cashout.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { codes, emptyRecipient, firstAndReplay, reason } from '../support/replays.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const request = () => ({
  ...caller.source,
  amount: 10.5,
  tag: 'rent',
  ...bankDetails,
  recipient_account_type: 'SAVING_ACCOUNT',
});

const submitted = {
  recipient_instution: '00000000',
  recipient_instution_name: null,
  recipient_account_id: '45678-9',
  recipient_branch_id: '0123',
  recipient_legal_id: '12345678909',
  recipient_name: 'Fulana de Tal',
  recipient_account_type: 'Savings Account',
};
const succeeded = {
  ...submitted,
  ...codes,
  recipient_instution_name: 'BCO DO BRASIL S.A.',
  recipient_account_type: 'SAVING_ACCOUNT',
};

const asCreated = (id: number, key: string, status: CashoutStatus) => ({
  worked: true,
  id,
  transaction_id: id,
  code_transaction: null,
  status,
  amount: 10.5,
  fee: 0,
  key: null,
  tag: 'rent',
  from_accout: caller.source.source_account_number,
  ...submitted,
  operationUuid: null,
  idempotency_key: key,
  erro_descriptor: '',
  new_erro_descriptor: '',
});

test.each<[string, CashoutStatus, CashoutStatus, object]>([
  ['/create-cashout-manual', 'NEW', 'NEW', emptyRecipient],
  ['/create-cashout-manual', 'NEW', 'SUCCESS', succeeded],
  ['/create-cashoutmanual-self-approve', 'PROCESSING', 'PROCESSING', emptyRecipient],
  ['/create-cashoutmanual-self-approve', 'PROCESSING', 'SUCCESS', succeeded],
  ['/create-cashoutmanual-self-approve', 'PROCESSING', 'ERROR', { ...emptyRecipient, ...reason }],
  ['/create-cashoutmanual-self-approve', 'PROCESSING', 'CANCELLED', { ...emptyRecipient, ...reason }],
  ['/create-cashoutmanual-self-approve', 'PROCESSING', 'REFUNDED', { ...succeeded, ...reason }],
])(
  'a create by %s answers %s with the submitted data, and its replay at the status %s answers with the data of that status',
  async (path, first, status, shown) => {
    const answers = await firstAndReplay(used.stack, caller, path, request(), status);

    expect(answers.first.body).toEqual(asCreated(answers.first.body.id, answers.key, first));
    expect(answers.replay.status).toBe(200);
    expect(answers.replay.body).toEqual({ ...asCreated(answers.id, answers.later, status), ...shown });
  },
);

test('the approval answers with the submitted data, and with null for missing fields', async () => {
  const { tag: _, ...untagged } = request();
  const created = await caller.post('/create-cashout-manual', untagged);

  const approved = await caller.post('/approve-cashout-manual', { id: created.body.id });

  expect(approved.body).toEqual({
    ...created.body,
    status: 'PROCESSING',
    tag: null,
    erro_descriptor: null,
    new_erro_descriptor: null,
  });
});

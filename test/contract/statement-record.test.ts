// The contract's statement: its envelope and every field of an item, for entries of every possible kind.

import { beforeAll, describe, expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, statementPath } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';
import { expectFields, expectKind, type Field } from './kinds.ts';
import { byKey } from './requests.ts';

const fields: Field[] = [
  ['credit_or_debit', 'a string'],
  ['transaction_type', 'a string'],
  ['amount', 'a decimal number'],
  ['date_time', 'an ISO 8601 time without a zone'],
  ['date_time_utc', 'an ISO 8601 time in UTC'],
  ['identification', 'a string or null'],
  ['code_transaction', 'a string or null'],
  ['code', 'an integer'],
  ['qr_code_id', 'an integer or null'],
  ['transaction_id', 'an integer or null'],
  ['tag_id', 'a string or null'],
];
const envelope: Field[] = [
  ['worked', 'a boolean'],
  ['next', 'an absolute URL or null'],
  ['previous', 'an absolute URL or null'],
  ['results', 'an array of objects'],
];
/** Fields that we add to the contract's: docs/decisions/contract/statement.md. */
const ours = ['balance', 'counterparty'];

const used = useStack();
let caller: Caller;
// biome-ignore lint/suspicious/noExplicitAny: bodies are compared whole, so their type is what the test writes
let whole: any;
// biome-ignore lint/suspicious/noExplicitAny: the same
let pages: any[];
const paid: Record<string, number> = {};

beforeAll(async () => {
  caller = await used.newCaller();
  const { deps } = used.stack;
  paid.code = (await payQrCode(used.stack, caller)).qr_code_id;
  const rejected = await payQrCode(used.stack, caller, { payer: { name: 'rejected@sandbox.pix' } });
  await chargeBack(caller, paid.code, 40);
  const { id } = (await chargeBack(caller, rejected.qr_code_id, 10)).body;
  await pollChargeback(used.stack.with({ now: () => new Date(Date.now() + 60_000) }), id);
  const body = { ...byKey(caller.source), tag: 'rent' };
  paid.cashout = (await caller.post('/create-cashout-self-approve', body)).body.id as number;
  await takeStep(deps, paid.cashout);
  await applyNetworkEvent(deps, {
    version: 1,
    kind: 'payment_returned',
    cashoutId: paid.cashout,
    returnId: `D-${paid.cashout}`,
    amountCents: 5_050,
    code: 'MD06',
    parked: 0,
  });
  whole = (await caller.get(statementPath(caller.source))).body;
  const first = (await caller.get(statementPath(caller.source, '&limit=3'))).body;
  const second = (await caller.get(new URL(first.next).pathname + new URL(first.next).search)).body;
  pages = [whole, first, second];
});

const items = () => Object.fromEntries(whole.results.map((item: { code: number }) => [item.code, item]));
const itemOf = (type: string) =>
  whole.results.find((item: { transaction_type: string }) => item.transaction_type === type);

describe('the statement list envelope', () => {
  test('a statement page has exactly the envelope fields of the contract', () => {
    for (const page of pages) expectFields(page, envelope);
  });

  test.each(envelope)('%s is %s on every page', (name, kind) => {
    expectKind({ ...pages }, [name, kind]);
  });

  test('next is null on the last page and previous is null on the first page, and both are URLs otherwise', () => {
    expect([pages[0].next, pages[0].previous, pages[1].previous]).toEqual([null, null, null]);
    expect([typeof pages[1].next, typeof pages[2].next, typeof pages[2].previous]).toEqual(
      Array(3).fill('string'),
    );
  });
});

describe('the statement item', () => {
  test('every entry has exactly the contract’s fields and our two additional fields, balance and counterparty', () => {
    for (const item of whole.results) expectFields(item, fields, ours);
  });

  test.each(fields)('%s is %s in every entry', (name, kind) => {
    expectKind(items(), [name, kind]);
  });

  test.each([
    ['PIX_CASHIN', 'CREDIT'],
    ['PIX_CASHOUT', 'DEBIT'],
    ['PIX_CHARGEBACK', 'DEBIT'],
    ['PIX_CHARGEBACK_REFUND', 'CREDIT'],
    ['PIX_CASHOUT_REFUND', 'CREDIT'],
    ['PIX_CREDIT_IN_ACCOUNT', 'CREDIT'],
  ])('an item of the type %s is a %s entry', (type, direction) => {
    expect(itemOf(type)).toMatchObject({ transaction_type: type, credit_or_debit: direction });
  });

  test('every entry has its instant twice: in São Paulo time without a zone, and in UTC', () => {
    for (const { date_time, date_time_utc } of whole.results)
      expect(new Date(`${date_time}-03:00`).toISOString()).toBe(date_time_utc);
  });

  test('every entry has its transaction, QR code and tag, and null for a missing value', () => {
    expect(itemOf('PIX_CASHOUT')).toMatchObject({
      amount: 50.5,
      transaction_id: paid.cashout,
      identification: expect.stringMatching(/^E/),
      code_transaction: expect.stringMatching(/^PX-/),
      qr_code_id: null,
      tag_id: 'rent',
    });
    expect(itemOf('PIX_CHARGEBACK').qr_code_id).toEqual(expect.any(Number));
    expect(itemOf('PIX_CREDIT_IN_ACCOUNT')).toMatchObject({
      identification: null,
      code_transaction: null,
      qr_code_id: null,
      transaction_id: null,
      tag_id: null,
    });
  });
});

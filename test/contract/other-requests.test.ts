// The contract's parameters of statement, webhooks, MED cases and chargebacks: which are required, and their types and
// rules.

import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/api.ts';
import { path as chargebackPath, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

type Query = Record<string, string | undefined>;
/** A parameter, whether it is required, invalid values, valid values, and the parameters that it needs. */
type Rule = [name: string, required: boolean, wrong: string[], right: string[], beside?: Query];

const times = ['2026-01-01', '2026-01-01T00:00:00', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00-03:00'];
const noTimes = ['yesterday', '2026-02-30T00:00:00', '1767225600'];
const notIntegers = ['x', '-1', '1.5', '0x10'];
const types = [
  'ALL',
  'INTERNAL',
  'INTERNAL APPROVE',
  'INTEGRATION',
  'CASHIN',
  'CASHOUT',
  'PIX_CASHOUT_CREATED',
  'PIX_CASHOUT_SUCCESS',
];

const statement: Rule[] = [
  ['start', true, noTimes, times],
  ['end', true, noTimes, times],
  ['limit', false, ['0', '101', ...notIntegers], ['1', '50', '100']],
  ['cursor_id', false, notIntegers, ['5']],
  ['cursor_datetime', false, noTimes, times],
  ['cursor_direction', false, ['up', 'NEXT'], ['next', 'previous']],
];
const webhooks: Rule[] = [
  ['source_account_branch_identifier', true, ['x', '1', '00011'], []],
  ['source_account_number', true, ['x', '1a'], []],
  ['webhook_id', false, ['0', ...notIntegers], ['5']],
  ['type_webhook', false, ['all', 'PIX', 'INTERNAL_APPROVE'], types],
];
const meds: Rule[] = [
  ['filter_start_date', false, ['x', '2026-02-30', '2026-13-01'], ['2026-01-01']],
  ['filter_end_date', false, ['x', '2026-02-30', '2026-13-01'], ['2026-01-01']],
  ['status', false, [], ['WAITING']],
  ['reason', false, [], ['RETURN_REQUEST']],
  ['infraction_report_status', false, [], ['OPEN']],
  ['limit', false, ['0', ...notIntegers], ['1', '50', '100']],
  ['id', false, [], ['71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'], { dt: '2026-01-01' }],
  ['dt', false, noTimes, times],
  ['direction', false, ['up', 'NEXT'], ['next', 'previous'], { id: 'x', dt: '2026-01-01' }],
];

const queryOf = (query: Query) => {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  return new URLSearchParams(given);
};
const asks: Record<string, (query: Query) => ReturnType<Caller['get']>> = {
  statement: (query) => {
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const usual = { start: '2020-01-01', end: '2099-12-31' };
    return caller.get(`/v3/account-statements/${branch}/${number}?${queryOf({ ...usual, ...query })}`);
  },
  webhooks: (query) => caller.call('GET', `/api/webhooks?${queryOf({ ...caller.source, ...query })}`),
  meds: (query) => caller.get(`/v3/meds/?${queryOf(query)}`),
};

async function expectQuery(list: string, [name, required, wrong, right, more = {}]: Rule): Promise<void> {
  const ask = (value: string | undefined) => asks[list]?.({ ...more, [name]: value });
  const refused = { status: 422, body: { message: 'Validation error', errors: [{ field: name }] } };
  if (required) expect(await ask(undefined)).toMatchObject(refused);
  else expect(await asks[list]?.({})).toMatchObject({ status: 200 });
  for (const value of wrong) expect([value, await ask(value)]).toMatchObject([value, refused]);
  for (const value of right) expect([value, await ask(value)]).toMatchObject([value, { status: 200 }]);
}

describe('the query of a statement', () => {
  test.each(statement)('a statement query accepts only valid values of %s', (...rule) =>
    expectQuery('statement', rule),
  );

  test('a statement query needs a valid branch and number in its path', async () => {
    const range = '?start=2026-01-01&end=2026-01-02';
    for (const path of ['', '/0001', '/0001/'])
      expect((await caller.get(`/v3/account-statements${path}${range}`)).status).toBe(404);
    for (const path of ['/1/12345', '/0001/abc'])
      expect((await caller.get(`/v3/account-statements${path}${range}`)).status).toBe(422);
  });
});

describe('the query of a webhook list', () => {
  test.each(webhooks)('a query of the webhook list accepts only valid values of %s', (...rule) =>
    expectQuery('webhooks', rule),
  );
});

describe('the query of a MED case list', () => {
  test.each(meds)('a query of the MED case list accepts only valid values of %s', (...rule) =>
    expectQuery('meds', rule),
  );
});

describe('the body of a chargeback request', () => {
  const bodyRules: [name: string, wrong: unknown[], right: unknown[]][] = [
    ['qr_code_id', ['5', 0, -1, 1.5, true, null], []],
    ['information', ['', '   ', 5, null], ['Pedido 42 cancelado', 'x']],
    ['amount', [0, -1, 10.005, 'ten', '10', '10.5', '10.005', null, true], ['10.00', 10.5]],
  ];

  test.each(bodyRules)(
    'a chargeback request is refused without %s, and accepts only valid values of that field',
    async (name, wrong, right) => {
      const ask = async (value: unknown) => {
        const { qr_code_id } = await payQrCode(used.stack, caller);
        return caller.post(chargebackPath, { qr_code_id, information: 'x', amount: '1.00', [name]: value });
      };
      for (const value of [undefined, ...wrong])
        expect([value, await ask(value)]).toMatchObject([
          value,
          { status: 422, body: { errors: [{ field: name }] } },
        ]);
      for (const value of right) expect([value, await ask(value)]).toMatchObject([value, { status: 200 }]);
    },
  );

  test('the status of a chargeback can be queried by exactly one of two identifiers', async () => {
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const { body: made } = await caller.post(chargebackPath, {
      qr_code_id,
      information: 'x',
      amount: '1.00',
    });
    const status = async (query: Query) => {
      const { status: code, body } = await caller.get(`${chargebackPath}status?${queryOf(query)}`);
      return [code, body.id ?? body.message];
    };
    const [id, end_to_end_id] = [String(made.id), made.end_to_end_id as string];

    expect(await status({ id })).toEqual([200, made.id]);
    expect(await status({ end_to_end_id })).toEqual([200, made.id]);
    expect(await status({})).toEqual([400, "Either 'id' or 'end_to_end_id' parameter is required"]);
    expect(await status({ id, end_to_end_id })).toEqual([
      400,
      "Only one parameter should be provided: 'id' or 'end_to_end_id'",
    ]);
    expect(await status({ id: 'x' })).toEqual([422, 'Validation error']);
  });
});

import { describe, expect, test } from 'vitest';
import { openCaller, sandbox, sendInProcess, type Tenant } from '../support/api.ts';
import { chargeBack, path, payQrCode, statusOf } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

async function chargedBack() {
  const caller = await used.newCaller();
  const { qr_code_id } = await payQrCode(used.stack, caller);
  return { caller, chargeback: (await chargeBack(caller, qr_code_id, 40)).body };
}

test('a chargeback is found by either identifier, and the answer for a PENDING chargeback has a Retry-After', async () => {
  const { caller, chargeback } = await chargedBack();

  for (const query of [{ id: chargeback.id }, { end_to_end_id: chargeback.end_to_end_id }]) {
    const answer = await statusOf(caller, query);
    expect([answer.status, answer.body]).toEqual([200, chargeback]);
    expect(answer.headers['retry-after']).toBe(String(used.stack.config.CHARGEBACK_POLL_SECONDS));
  }
  const slash = await caller.get(`${path}status/?id=${chargeback.id}`);
  expect(slash.body).toEqual(chargeback);
  // An empty parameter counts as missing.
  expect((await caller.get(`${path}status?id=${chargeback.id}&end_to_end_id=`)).body).toEqual(chargeback);
});

describe('a wrong look-up of a chargeback', () => {
  test.each([
    ['', "Either 'id' or 'end_to_end_id' parameter is required"],
    ['?id=&end_to_end_id=', "Either 'id' or 'end_to_end_id' parameter is required"],
    ['?id=5&end_to_end_id=D5', "Only one parameter should be provided: 'id' or 'end_to_end_id'"],
    ['?id=5', 'Chargeback not found'],
    ['?end_to_end_id=D5', 'Chargeback not found'],
  ])('a look-up of a chargeback with the query "%s" gives a 400', async (query, message) => {
    const answer = await (await used.newCaller()).get(`${path}status${query}`);

    expect([answer.status, answer.body]).toEqual([
      400,
      { worked: false, detail: message, message, data: null },
    ]);
  });

  test.each([
    ['id', '?id=x'],
    ['id', '?id=1e3'],
    ['id', '?id=-1'],
    ['id', '?id=1&id=2'],
    ['end_to_end_id', '?end_to_end_id=a%20b'],
    ['end_to_end_id', `?end_to_end_id=${'a'.repeat(500)}`],
  ])('a look-up of a chargeback is refused for an invalid %s: %s', async (field, query) => {
    const answer = await (await used.newCaller()).get(`${path}status${query}`);

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });

  test('a look-up of a chargeback without a token gives a 401', async () => {
    expect((await used.send({ method: 'GET', path: `${path}status?id=1` })).status).toBe(401);
  });
});

test('a chargeback is not found by another company or a client without a policy, and a refused chargeback by nobody', async () => {
  const { caller, chargeback } = await chargedBack();
  const without = await sandbox(used.send, '/sandbox/clients', {
    company_id: caller.tenant.company_id,
    accounts: [],
  });
  for (const by of [await used.newCaller(), await openCaller(used.send, without.body as Tenant)]) {
    for (const query of [{ id: chargeback.id }, { end_to_end_id: chargeback.end_to_end_id }]) {
      expect((await statusOf(by, query)).body.message).toBe('Chargeback not found');
    }
  }

  const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'dt05@sandbox.pix' } });
  const given: number[] = [];
  const ids = {
    ...used.stack.deps.ids,
    cashoutId: () => {
      given.push(used.stack.deps.ids.cashoutId());
      return given.at(-1) ?? 0;
    },
  };
  const by = await openCaller(sendInProcess(used.stack, { ...used.stack.deps, ids }), caller.tenant);
  expect((await chargeBack(by, qr_code_id, 1)).status).toBe(400);
  expect((await statusOf(caller, { id: given[0] ?? 0 })).body.message).toBe('Chargeback not found');
});

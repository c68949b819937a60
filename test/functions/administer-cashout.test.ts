import { beforeAll, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, type Operator, openOperator, refused } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

async function pay(caller: Caller) {
  const body = { ...caller.source, amount: 123.45, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  const row = await used.stack.deps.cashouts.get(id);
  const { code, address } = (await caller.get(`/v3/cashouts/${id}/receipt`)).body;
  return { id: id as number, endToEndId: row?.endToEndId, px: row?.codeTransaction, code, address };
}

test('the command `cashout show` finds a cashout by any of its identifiers', async () => {
  const caller = await used.newCaller();
  const { id, endToEndId, px, code, address } = await pay(caller);
  await ana.ask('user name', { user: caller.tenant.user_id, name: 'Bruna Prado' });

  for (const cashout of [String(id), endToEndId, px, code, address]) {
    const shown = await ana.ask('cashout show', { cashout });

    expect(shown).toMatchObject({
      worked: true,
      cashout: id,
      company_id: caller.tenant.company_id,
      account: accountIdOf(caller.tenant),
      status: 'SUCCESS',
      amount: '123.45',
      payee: { name: 'Carla Dias', document: '***.740.925-**', ispb: '60701190' },
      created_by_name: 'Bruna Prado',
      end_to_end_id: endToEndId,
      code_transaction: px,
      failure: null,
    });
    const steps = shown.timeline.map(({ what }: { what: string }) => what);
    expect(steps).toEqual(['created', 'approved', 'asked', 'reserved', 'asked', 'succeeded']);
    expect(shown.timeline[0]).toMatchObject({ by_name: 'Bruna Prado' });
  }
  const { entries } = await ana.ask('audit show', { subject: { kind: 'cashout', id: String(id) } });
  expect(entries).toHaveLength(10);
  expect(JSON.stringify(entries)).not.toContain(code);
});

test('the command `cashout show` answers "not found" for an unknown cashout', async () => {
  const { endToEndId = '', code } = await pay(await used.newCaller());
  const other = `${endToEndId.slice(0, 9)}202001010000${endToEndId.slice(21)}`;

  for (const cashout of ['5', other, 'PX-0000-0000-0001', `${code.slice(0, -2)}AA`])
    expect(await ana.ask('cashout show', { cashout })).toEqual(refused('Transaction not found'));
});

test.each([
  '',
  'x',
  '_'.repeat(31),
  '9007199254740993',
  'D9999901020261121150400000000001',
  '99999999999999999',
])('the command `cashout show` refuses the invalid identifier "%s"', async (cashout) => {
  expect(await ana.ask('cashout show', { cashout })).toEqual(
    refused('Validation error', [
      { field: 'cashout', message: 'must be an id, E…, PX-… or the code or address of a receipt' },
    ]),
  );
});

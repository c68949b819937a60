import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller } from '../support/api.ts';
import { bankDetails, bankDetailsOf } from '../support/bank-details.ts';
import { losingAnswers } from '../support/faults.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { askAbout, setRules } from '../support/rules.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

/** Noon on a Monday in São Paulo. */
const noon = Date.parse('2026-11-02T15:00:00.000Z');
let time = noon;
const used = useStack({ now: () => new Date(time) });
const pass = (hours: number) => {
  time += hours * 3_600_000;
};

async function openRuled(rules: Record<string, object>): Promise<Caller> {
  time = noon;
  const caller = await used.newCaller();
  await setRules(used.stack, caller, rules);
  return caller;
}
const create = async (caller: Caller, amount: number, key = 'fulano@example.com'): Promise<number> => {
  const body = { ...caller.source, amount, key };
  return (await postNow(caller, '/create-cashout-self-approve', body)).body.id;
};
/** Returns the caller with a new token, because days pass in these tests. */
const postNow = async ({ tenant }: Caller, path: string, body: object) =>
  (await openCaller(used.send, tenant)).post(path, body);
const outcomeOf = async (id: number): Promise<string> => {
  const row = await used.stack.deps.cashouts.get(id);
  return row?.failureText ? `${row.status} ${row.failureText}` : String(row?.status);
};
/** Creates and completes a transfer. @returns its final status */
async function pay(caller: Caller, amount: number, key?: string): Promise<string> {
  const id = await create(caller, amount, key);
  await takeStep(used.stack.deps, id);
  return outcomeOf(id);
}
const reservationOf = ({ endToEndId = '' }: Cashout) => ({
  recipient: {},
  endToEndId,
  reservedAt: new Date(time).toISOString(),
  reserveAttempt: 'attempt',
  sentTo: 'sandbox',
  dueAt: new Date(time + 60_000).toISOString(),
  tries: 0 as const,
});
const never = (): never => {
  throw new Error('it is held');
};
/** A key whose transfer fails at the network after its hold. */
const refused = 'am04@sandbox.pix';

describe('a spending limit of an account', () => {
  test('the limit per transfer cancels a cashout above the limit, and names the rule', async () => {
    const caller = await openRuled({ limit: { limit: 'per_transfer', amount: '100.00' } });

    expect(await pay(caller, 100)).toBe('SUCCESS');
    expect(await pay(caller, 100.01)).toBe('CANCELLED Rule: limit per transfer');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 990_000 });
  });

  test('the limit per day applies to a day in São Paulo time, and is reset at midnight', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '100.00' } });

    expect(await pay(caller, 60)).toBe('SUCCESS');
    expect(await pay(caller, 40.01)).toBe('CANCELLED Rule: limit per day');
    expect(await pay(caller, 40)).toBe('SUCCESS');
    pass(11.99);
    expect(await pay(caller, 0.01)).toBe('CANCELLED Rule: limit per day');
    pass(0.02);
    expect(await pay(caller, 100)).toBe('SUCCESS');
  });

  test('the limit per night applies from 20:00 to 06:00', async () => {
    const caller = await openRuled({ limit: { limit: 'per_night', amount: '100.00' } });

    expect(await pay(caller, 500)).toBe('SUCCESS');
    pass(8);
    expect(await pay(caller, 100)).toBe('SUCCESS');
    pass(9.99);
    expect(await pay(caller, 0.01)).toBe('CANCELLED Rule: limit per night');
    pass(0.02);
    expect(await pay(caller, 500)).toBe('SUCCESS');
    pass(14);
    expect(await pay(caller, 100)).toBe('SUCCESS');
  });

  test('the limit for a new payee applies for a day after the first transfer to each payee', async () => {
    const caller = await openRuled({ limit: { limit: 'new_payee', amount: '100.00' } });

    expect(await pay(caller, 60)).toBe('SUCCESS');
    expect(await pay(caller, 60)).toBe('CANCELLED Rule: limit for a new payee');
    expect(await pay(caller, 60, 'beltrana@example.com')).toBe('SUCCESS');
    pass(23.99);
    expect(await pay(caller, 60)).toBe('CANCELLED Rule: limit for a new payee');
    pass(0.02);
    expect(await pay(caller, 5_000)).toBe('SUCCESS');
  });

  test('the limit for a new payee counts a key and an account of the same person in this institution as one payee', async () => {
    const caller = await openRuled({ limit: { limit: 'new_payee', amount: '100.00' } });
    const payee = await used.newCaller();

    expect(await pay(caller, 60, payee.tenant.accounts[0]?.pix_key)).toBe('SUCCESS');
    const { body } = await postNow(caller, '/create-cashoutmanual-self-approve', {
      ...caller.source,
      amount: 60,
      ...bankDetailsOf(payee.source, payee.tenant.legal_id),
    });
    await takeStep(used.stack.deps, body.id);
    expect(await outcomeOf(body.id)).toBe('CANCELLED Rule: limit for a new payee');
  });

  test('the limit for a new payee ignores leading zeros of an account', async () => {
    const caller = await openRuled({ limit: { limit: 'new_payee', amount: '100.00' } });
    const payManual = async (account: string) => {
      const { body } = await postNow(caller, '/create-cashoutmanual-self-approve', {
        ...caller.source,
        amount: 60,
        ...bankDetails,
        recipient_account_number: account,
      });
      await takeStep(used.stack.deps, body.id);
      return outcomeOf(body.id);
    };

    expect(await payManual('45678')).toBe('SUCCESS');
    expect(await payManual('0045678')).toBe('CANCELLED Rule: limit for a new payee');
  });

  test('a limit gets the amount of a transfer back if the transfer ends unpaid', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '100.00' } });

    expect(await pay(caller, 100, refused)).toMatch('ERROR');
    expect(await pay(caller, 100)).toBe('SUCCESS');
  });

  test('the payee stays known under the limit for a new payee, even after the amount is restored', async () => {
    const caller = await openRuled({ limit: { limit: 'new_payee', amount: '100.00' } });
    expect(await pay(caller, 100, refused)).toMatch(/^ERROR/);
    const { ACCOUNTS_TABLE: rows = [] } = (await allRows(used.stack)) as Record<
      string,
      Record<string, unknown>[]
    >;
    const { source_account_number: number } = caller.source;
    const known = rows.filter(({ pk, sk }) => String(pk).endsWith(number) && String(sk).startsWith('PAYEE#'));
    expect(known).toEqual([
      { pk: `ACCOUNT#0001#${number}`, sk: expect.any(String), cents: 0, since: new Date(noon).toISOString() },
    ]);

    pass(24.01);
    expect(await pay(caller, 500, refused)).toMatch(/^ERROR/);
  });

  test('the limit for a new payee is restored for sixty payees together, which takes more than one transaction', async () => {
    const caller = await openRuled({ limit: { limit: 'new_payee', amount: '10.00' } });
    const { ledger, cashouts } = used.stack.deps;
    const keys = Array.from({ length: 60 }, (_, index) => `payee${index}@example.com`);
    const ids = await Promise.all(keys.map((key) => create(caller, 10, key)));
    const rows = (await Promise.all(ids.map((id) => cashouts.get(id)))) as Cashout[];
    const held = await Promise.all(rows.map((row) => ledger.reserve(row, reservationOf(row))));
    expect(new Set(held.map(({ kind }) => kind))).toEqual(new Set(['reserved']));

    const failure = { command: 'fail', text: 'No' } as const;
    const ended = await Promise.all(
      held.map((one) => ledger.release({ cashout: 'cashout' in one ? one.cashout : never(), failure })),
    );

    expect(new Set(ended.map(({ kind }) => kind))).toEqual(new Set(['ended']));
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 0 });
    expect(await pay(caller, 10, keys[59])).toBe('SUCCESS');
  });

  test('a transfer that fails after midnight does not raise the limit of the new day', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '100.00' } });
    const id = await create(caller, 100, 'unknown@sandbox.pix');
    await takeStep(used.stack.deps, id);
    pass(13);
    const row = await used.stack.deps.cashouts.get(id);
    const failure = { command: 'fail', text: 'No' } as const;
    await used.stack.deps.ledger.release({ cashout: row as never, failure });

    expect(await pay(caller, 100.01)).toBe('CANCELLED Rule: limit per day');
    expect(await pay(caller, 100)).toBe('SUCCESS');
  });

  test('a transfer without enough funds does not use up a limit', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '20000.00' } });

    expect(await pay(caller, 10_000.01)).toBe('ERROR Insufficient funds');
    expect(await pay(caller, 10_000)).toBe('SUCCESS');
  });

  test('a limit set after the approval of a cashout also applies to that cashout', async () => {
    const caller = await used.newCaller();
    const id = await create(caller, 100);
    await setRules(used.stack, caller, { limit: { limit: 'per_transfer', amount: '99.99' } });
    await takeStep(used.stack.deps, id);

    expect(await outcomeOf(id)).toBe('CANCELLED Rule: limit per transfer');
  });
});

describe('a change of a spending limit', () => {
  const shown = async (caller: Caller) =>
    (await askAbout(used.stack, caller, 'rule show')).limits.per_transfer;

  test('a reduced limit applies immediately', async () => {
    const caller = await openRuled({ limit: { limit: 'per_transfer', amount: '100.00' } });
    await setRules(used.stack, caller, { limit: { limit: 'per_transfer', amount: '50.00' } });

    expect(await shown(caller)).toEqual({ amount: 50, next: null });
    expect(await pay(caller, 50.01)).toBe('CANCELLED Rule: limit per transfer');
  });

  test.each([
    ['200.00', 200],
    [null, null],
  ])('a change to %s applies a day later, because it raises the limit', async (amount, after) => {
    const caller = await openRuled({ limit: { limit: 'per_transfer', amount: '100.00' } });
    await setRules(used.stack, caller, { limit: { limit: 'per_transfer', amount } });

    const from = new Date(noon + 86_400_000).toISOString();
    expect(await shown(caller)).toEqual({ amount: 100, next: { amount: after, from } });
    pass(23.99);
    expect(await pay(caller, 150)).toBe('CANCELLED Rule: limit per transfer');
    pass(0.02);
    expect(await shown(caller)).toEqual({ amount: after, next: null });
    expect(await pay(caller, 150)).toBe('SUCCESS');
  });

  test('a reduction of a limit cancels a pending raise', async () => {
    const caller = await openRuled({ limit: { limit: 'per_transfer', amount: '100.00' } });
    await setRules(used.stack, caller, { limit: { limit: 'per_transfer', amount: '200.00' } });
    await setRules(used.stack, caller, { limit: { limit: 'per_transfer', amount: '100.00' } });
    pass(25);

    expect(await pay(caller, 150)).toBe('CANCELLED Rule: limit per transfer');
  });

  test('a change of an unknown limit, or to an invalid amount, is refused', async () => {
    const caller = await openRuled({});
    const ask = (rule: object) => askAbout(used.stack, caller, 'rule limit', rule);

    await expect(ask({ limit: 'per_week', amount: '1.00' })).rejects.toThrow('must be one of per_transfer');
    await expect(ask({ limit: 'per_day', amount: '0' })).rejects.toThrow('amount');
    await expect(ask({ limit: 'per_day', amount: '-1' })).rejects.toThrow('amount');
  });
});

describe('fifty concurrent transfers under a limit that allows thirty:', () => {
  test.each(['per_day', 'new_payee'])(
    'exactly thirty transfers are paid under the limit %s',
    async (limit) => {
      const caller = await openRuled({ limit: { limit, amount: '300.00' } });
      const ids = await Promise.all(Array.from({ length: 50 }, () => create(caller, 10)));

      await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

      const outcomes = await Promise.all(ids.map((id) => outcomeOf(id)));
      expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(30);
      expect(outcomes.filter((outcome) => outcome.startsWith('CANCELLED Rule: limit'))).toHaveLength(20);
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
        availableCents: 970_000,
        heldCents: 0,
      });
    },
  );

  test('eight independent workers pay exactly thirty transfers', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '300.00' } });
    const ids = await Promise.all(Array.from({ length: 50 }, () => create(caller, 10)));
    const workers = Array.from({ length: 8 }, () => used.stack.with({}));

    await Promise.all(ids.map((id, index) => takeStep(workers[index % 8] as Deps, id)));

    const outcomes = await Promise.all(ids.map((id) => outcomeOf(id)));
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(30);
  });

  test('two workers per transfer, with lost and colliding answers, pay exactly thirty transfers', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '300.00' } });
    const ids = await Promise.all(Array.from({ length: 50 }, () => create(caller, 10)));
    const faulty = Array.from({ length: 4 }, (_, index) =>
      losingAnswers('TransactWriteItems', { late: index % 2 === 0, collides: index }),
    );
    const workers = faulty.map(({ client }) => used.stack.with({ client }));

    await Promise.allSettled([...ids, ...ids].map((id, index) => takeStep(workers[index % 4] as Deps, id)));
    // The transfers whose worker gave up are processed again.
    pass(1);
    for (const id of ids) await takeStep(used.stack.deps, id);

    expect(faulty.map(({ lost }) => lost() > 0)).toEqual([true, true, true, true]);
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(id)));
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === 'CANCELLED Rule: limit per day')).toHaveLength(20);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 0 });
  });

  test('transfers of many amounts, a third of them refused by the network, never exceed the limit', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '300.00' } });
    const amounts = Array.from({ length: 50 }, (_, index) => 1 + ((index * 7) % 23));
    const ids = await Promise.all(
      amounts.map((amount, index) => create(caller, amount, index % 3 === 0 ? refused : undefined)),
    );

    await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

    const outcomes = await Promise.all(ids.map((id) => outcomeOf(id)));
    const paid = amounts
      .filter((_, index) => outcomes[index] === 'SUCCESS')
      .reduce((sum, one) => sum + one, 0);
    expect(paid).toBeLessThanOrEqual(300);
    const left = 300 - paid;
    expect(await pay(caller, left + 0.01)).toBe('CANCELLED Rule: limit per day');
    if (left > 0) expect(await pay(caller, left)).toBe('SUCCESS');
  });
});

describe('a list of allowed payees', () => {
  test('a payee whose key is on the list is paid, and cashouts to other payees are cancelled', async () => {
    const caller = await openRuled({ payees: { payees: 'listed' } });
    expect(await pay(caller, 1)).toBe('CANCELLED Rule: payee is not on the list');

    await askAbout(used.stack, caller, 'payee add', { key: 'Fulano@example.com' });

    expect(await pay(caller, 1)).toBe('SUCCESS');
    expect(await pay(caller, 1, 'beltrana@example.com')).toBe('CANCELLED Rule: payee is not on the list');
  });

  test('the list is shown to operators, and a payee removed from the list is no longer paid', async () => {
    const caller = await openRuled({ payees: { payees: 'listed' } });
    const ask = (action: string, more?: object) => askAbout(used.stack, caller, action, more);
    await ask('payee add', { key: 'fulano@example.com' });
    await ask('payee add', { legal_id: '12345678909' });
    const at = new Date(noon).toISOString();
    expect((await ask('payee list')).payees).toEqual(
      expect.arrayContaining([
        { key: 'fulano@example.com', by: 'ana', at },
        { legal_id: '12345678909', by: 'ana', at },
      ]),
    );

    await ask('payee remove', { key: 'fulano@example.com' });

    expect((await ask('payee list')).payees).toEqual([{ legal_id: '12345678909', by: 'ana', at }]);
    expect(await pay(caller, 1)).toBe('CANCELLED Rule: payee is not on the list');
    await expect(ask('payee remove', { key: 'fulano@example.com' })).rejects.toThrow(
      'Payee is not on the list',
    );
    await ask('payee add', { key: 'fulano@example.com' });
    expect(await pay(caller, 1)).toBe('SUCCESS');
  });

  test('the limit for a new payee is checked for each of forty listed payees that are paid concurrently', async () => {
    const caller = await openRuled({
      payees: { payees: 'listed' },
      limit: { limit: 'new_payee', amount: '10.00' },
    });
    const keys = Array.from({ length: 40 }, (_, index) => `payee${index}@example.com`);
    for (const key of keys) await askAbout(used.stack, caller, 'payee add', { key });
    const ids = await Promise.all([...keys, ...keys].map((key) => create(caller, 10, key)));

    await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

    const outcomes = await Promise.all(ids.map((id) => outcomeOf(id)));
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(40);
    expect(outcomes.filter((outcome) => outcome === 'CANCELLED Rule: limit for a new payee')).toHaveLength(
      40,
    );
  });
});

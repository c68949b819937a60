// Unpaid payouts and preflights disclose data of payees, which one budget of look-ups limits.

import { describe, expect, test } from 'vitest';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails, bankDetailsOf } from '../support/bank-details.ts';
import { openColleague } from '../support/holdings.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

// The budget allows five wrong guesses at once, and one more every ten minutes.
const used = useStack({ settings: { LOOKUPS_CAPACITY: '100', LOOKUPS_PER_MINUTE: '2' } });
/** The document of the key's owner, which the sandbox generates. */
const ownerOf = async () => {
  const found = await used.stack.deps.network.resolveKey('fulano@example.com');
  return (found as { recipient: { legalId: string } }).recipient.legalId;
};
const other = '52998224725';
const spent = 'Too many look-ups of payees';

/** The network, with a count of its requests. */
function watched(change: Partial<PixNetwork> = {}) {
  const asked: string[] = [];
  const { network } = used.stack.deps;
  const noting =
    <Given, Answer>(name: string, call: (given: Given) => Answer) =>
    (given: Given) => {
      asked.push(name);
      return call(given);
    };
  const resolveKey = noting('resolve', change.resolveKey ?? network.resolveKey);
  const sendPayment = noting('send', change.sendPayment ?? network.sendPayment);
  return { asked, deps: { ...used.stack.deps, network: { ...network, ...change, resolveKey, sendPayment } } };
}

async function pay(caller: Caller, change: object = {}, deps = used.stack.deps) {
  const { body } = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount: 0.01,
    key: 'fulano@example.com',
    ...change,
  });
  await takeStep(deps, body.id);
  const row = await used.stack.deps.cashouts.get(body.id);
  return [row?.status, row?.failureText];
}

const wrong = ['ERROR', 'BE01 - Documento não corresponde ao titular da conta'];
const tooMany = ['ERROR', spent];
async function spendAll(caller: Caller) {
  for (let guess = 0; guess < 5; guess++)
    expect(await pay(caller, { recipient_legal_id: other })).toEqual(wrong);
}

describe('a user who has used up the look-up budget with wrong payees', () => {
  test('payouts of the user no longer disclose whether the payee is right or wrong, and cause no look-up', async () => {
    const caller = await used.newCaller();
    expect(await pay(caller, { recipient_legal_id: await ownerOf() })).toEqual(['SUCCESS', undefined]);
    await spendAll(caller);
    const { asked, deps } = watched();

    expect(await pay(caller, { recipient_legal_id: other }, deps)).toEqual(tooMany);
    expect(await pay(caller, { recipient_legal_id: await ownerOf() }, deps)).toEqual(tooMany);
    expect(await pay(caller, { key: 'am04@sandbox.pix' }, deps)).toEqual(tooMany);
    expect(asked).toEqual([]);
  });

  test('timelines and preflights of the user do not disclose anything about payees either', async () => {
    const caller = await used.newCaller();
    await spendAll(caller);
    const told = async (change: object) => {
      const body = { ...caller.source, amount: 0.01, key: 'fulano@example.com', ...change };
      const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
      await takeStep(used.stack.deps, id);
      await recordPendingEvents(used.stack.deps, id);
      const { entries } = (await caller.get(`/v3/cashouts/${id}/timeline`)).body;
      return entries.map(({ at: _, ...entry }: { at: string }) => entry);
    };

    const right = { recipient_legal_id: await ownerOf() };
    expect(await told(right)).toEqual(await told({ recipient_legal_id: other }));
    const preflight = { ...caller.source, amount: 0.01, key: 'fulano@example.com' };
    expect(await caller.post('/v3/cashouts/preflight', preflight)).toMatchObject({
      status: 429,
      body: { message: spent },
    });
  });

  test('five of many concurrent payouts to unregistered keys cause a look-up, the other timelines show none, and ten minutes later the budget is still empty', async () => {
    const caller = await used.newCaller();
    const { deps } = watched({ resolveKey: async () => ({ kind: 'not_found' }) });
    const burst = () => Promise.all(Array.from({ length: 15 }, () => pay(caller, {}, deps)));
    const ends = (await burst()).map(([, failure]) => failure);
    expect(ends.filter((one) => one === 'Pix key not found')).toHaveLength(5);

    const { results } = (await caller.get('/v3/cashouts?status=ERROR')).body;
    for (const { id } of results.filter(
      (row: { erro_descriptor: string }) => row.erro_descriptor === spent,
    )) {
      const { entries } = (await caller.get(`/v3/cashouts/${id}/timeline`)).body;
      expect(entries.map(({ what }: { what: string }) => what)).toEqual(['created', 'approved', 'failed']);
    }
    const later = used.stack.with({ now: () => new Date(Date.now() + 600_000) });
    expect(await later.lookups.hasTokens(caller.tenant.user_id)).toBe(false);
  });

  test('payouts by bank details disclose nothing about the payee, in this institution or elsewhere', async () => {
    const [caller, stranger] = [await used.newCaller(), await used.newCaller()];
    await spendAll(caller);
    const of = async (details: object) => {
      const body = { ...details, ...caller.source, amount: 0.01 };
      const { id } = (await caller.post('/create-cashoutmanual-self-approve', body)).body;
      await takeStep(used.stack.deps, id);
      return (await used.stack.deps.cashouts.get(id))?.failureText;
    };

    expect(await of(bankDetails)).toBe(spent);
    expect(await of(bankDetailsOf(stranger.source, stranger.tenant.legal_id))).toBe(spent);
    expect(await of(bankDetailsOf(stranger.source, other))).toBe(spent);
  });

  test('colleagues of the user are not affected', async () => {
    const caller = await used.newCaller();
    await spendAll(caller);
    const colleague = await openColleague(used.stack, caller.tenant);

    expect(await pay({ ...colleague, source: caller.source })).toEqual(['SUCCESS', undefined]);
  });

  test('payouts get the reason Insufficient funds if the account has no money', async () => {
    const caller = await used.newCaller({ balance: '0.00' });
    await Promise.all(
      Array.from({ length: 5 }, () => used.stack.deps.lookups.charge(caller.tenant.user_id, 'missed')),
    );

    expect(await pay(caller)).toEqual(['ERROR', 'Insufficient funds']);
  });
});

describe('an account that cannot pay', () => {
  const missing = async () => ({ kind: 'not_found' as const });
  const ends = async (caller: Caller, change: object) => {
    const { deps } = watched({ resolveKey: missing });
    const right = { ...change, recipient_legal_id: await ownerOf() };
    return new Set(
      (
        await Promise.all([
          pay(caller, { ...change, recipient_legal_id: other }),
          pay(caller, right),
          pay(caller, change, deps),
          pay(caller, { ...change, key: caller.tenant.accounts[0]?.pix_key }),
        ])
      ).map(String),
    );
  };

  test('an account above its daily limit or without funds gets the same reason for every payee, and no look-up is charged', async () => {
    const caller = await used.newCaller({ balance: '11.00' });
    await setRules(used.stack, caller, { limit: { limit: 'per_day', amount: '10.00' } });
    expect(await pay(caller, { amount: 8 })).toEqual(['SUCCESS', undefined]);

    expect(await ends(caller, { amount: 5 })).toEqual(new Set(['CANCELLED,Rule: limit per day']));
    expect(await used.stack.deps.lookups.hasTokens(caller.tenant.user_id)).toBe(true);
  });

  test('insufficient funds are reported before the list of allowed payees is checked', async () => {
    const caller = await used.newCaller({ balance: '1.00' });
    await setRules(used.stack, caller, { payees: { payees: 'listed' } });

    expect(await ends(caller, { amount: 5 })).toEqual(new Set(['ERROR,Insufficient funds']));
  });

  test('a payout from an account without funds causes no look-up, so that nothing discloses which keys are our own', async () => {
    const caller = await used.newCaller({ balance: '0.00' });
    const { asked, deps } = watched();
    await pay(caller, {}, deps);

    expect(asked).toEqual([]);
  });
});

describe('the budget of look-ups of a user', () => {
  const isSpentBy = async (caller: Caller, use: () => Promise<unknown>, uses: number) => {
    for (let times = 0; times < uses; times++) await use();
    return !(await used.stack.deps.lookups.hasTokens(caller.tenant.user_id));
  };
  const refusing = (code: string): Partial<PixNetwork> => ({
    sendPayment: async () => ({ kind: 'failed', code, text: code }),
    findPayment: async () => ({ kind: 'failed', code, text: code }),
  });

  test('an unregistered key reduces the budget', async () => {
    const caller = await used.newCaller();
    const { deps } = watched({ resolveKey: async () => ({ kind: 'not_found' }) });

    expect(await isSpentBy(caller, () => pay(caller, {}, deps), 5)).toBe(true);
  });

  test.each(['AC03', 'AC06', 'AC07', 'AC14', 'BE01', 'CH11'])(
    'a payment that the network refuses with %s reduces the budget',
    async (code) => {
      const caller = await used.newCaller();

      expect(await isSpentBy(caller, () => pay(caller, {}, watched(refusing(code)).deps), 5)).toBe(true);
    },
  );

  test.each([
    ['a fault of the network', () => watched(refusing('AB03')).deps, {}],
    ['a successful payment', () => used.stack.deps, {}],
    ['an amount above the balance', () => used.stack.deps, { amount: 99_999_999 }],
  ])('the budget is not reduced by %s', async (_, deps, change) => {
    const caller = await used.newCaller();

    expect(await isSpentBy(caller, () => pay(caller, change, deps()), 6)).toBe(false);
  });

  test.each([
    ['one token of the user who rejects the payout before its day', true],
    ['nothing if nobody rejects the payout', false],
  ])('a scheduled payout to an existing key, approved before its day, costs %s', async (_, isRejected) => {
    const caller = await used.newCaller();
    for (let guess = 0; guess < 4; guess++)
      await used.stack.deps.lookups.charge(caller.tenant.user_id, 'missed');
    const look = async () => {
      const scheduled_for = new Date(Date.now() + 5 * 86_400_000).toISOString();
      const body = { ...caller.source, amount: 0.01, key: 'fulano@example.com', scheduled_for };
      const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
      await takeStep(used.stack.deps, id);
      if (isRejected) await caller.post(`/v3/cashouts/${id}/reject`, { id, reason: 'not wanted' });
    };

    expect(await isSpentBy(caller, look, 1)).toBe(isRejected);
  });
});

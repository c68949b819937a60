// The conformance kit tests what every adapter for payouts must guarantee, whatever its PSP. An adapter names the answers of its
// PSP for each situation, and the kit checks the adapter against the port (lib/network/port.ts). docs/decisions/engineering/psp-kit.md
// describes how to use it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import type { ChargeLookup, PaymentOrder, PaymentOutcome, Payouts } from '../../lib/network/port.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import type { State, States } from '../../lib/network/psp-words.ts';
import type { PspAnswer, PspCall } from '../../lib/network/send-json.ts';

const amountCents = cents(1_050);
const [reference, other] = ['42', '43'];
/** The smallest amount, amounts around a thousand and a million, and a large one (cents). */
const amounts = [1, 99_999, 100_000, 123_456_789, 9_999_999_999];
const ownerless = { branch: '0001', number: '1' };
export const order: PaymentOrder = {
  reference,
  endToEndId: 'E9999901020261121120000000000001',
  amountCents,
  payer: ownerless,
  recipient: {},
  pixKey: 'fulano@example.com',
};
const account = { ispb: '60701190', branch: '1', accountNumber: '00012345' } as const;
const holder = { name: 'Maria', legalId: '12345678909', accountType: 'SAVING_ACCOUNT' } as const;
const endToEndId = 'E0908935620261121120000000000001';

/** A payment as the PSP reports it. `value` is in cents. */
export type Told = { reference: string; value: number; word: string; endToEndId?: string; code?: string };

export type Bench = {
  make: (call: CallPsp, charge: ChargeLookup) => Payouts;
  /** The PSP's statuses of a payment, written down from its document, and not from the adapter's own table. */
  states: States;
  /** Returns the PSP's answer to a look-up of a payment. */
  tell: (told: Told) => PspAnswer;
  /** Returns the same answer with a different value as its amount. */
  withAmount: (answer: PspAnswer, amount: unknown) => PspAnswer;
  /** Values that mean 10.50 in an undocumented format, or mean nothing. */
  wrongAmounts: readonly unknown[];
  /** The HTTP status of the answer to a send, if it differs from a look-up's. */
  sendStatus?: number;
  /** The answer that no payment exists under a reference. It is absent if the PSP has no code for that. */
  notFound?: PspAnswer;
  /** The answer that the reference was already used. */
  duplicate: PspAnswer;
  /** The answers to the look-up of a key, if the PSP has one. */
  key?: { found: PspAnswer; notFound: PspAnswer };
  /** The refusals of a payment that are evidence by themselves, with their meaning. */
  refusals: readonly (readonly [answer: PspAnswer, kind: 'failed' | 'refused', code: string])[];
  /** Generates arbitrary bodies from the PSP's own fields and statuses. */
  anyBody: fc.Arbitrary<unknown>;
  /** Returns parts of a request, wherever the PSP expects them. */
  sent: {
    isSend: (call: PspCall) => boolean;
    reference: (call: PspCall) => unknown;
    amount: (call: PspCall) => unknown;
    /** Returns an amount of cents in the PSP's format. */
    amountOf: (cents: number) => unknown;
    message: (call: PspCall) => unknown;
  };
};

/** Gives these answers in turn, and repeats the last one. */
export function answering(...answers: PspAnswer[]): { call: CallPsp; asked: PspCall[] } {
  const asked: PspCall[] = [];
  const call: CallPsp = async (one) => {
    asked.push(one);
    return answers[Math.min(asked.length, answers.length) - 1] as PspAnswer;
  };
  return { call, asked };
}

const kinds: Readonly<Record<State, PaymentOutcome['kind']>> = {
  done: 'settled',
  'not done': 'failed',
  'under way': 'unknown',
  waiting: 'unknown',
};
const noCharge: ChargeLookup = { kind: 'not_payable' };

export function holdPayouts(name: string, bench: Bench): void {
  const by = (...answers: PspAnswer[]) => bench.make(answering(...answers).call, noCharge);
  const wordsOf = (state: State) => Object.keys(bench.states).filter((word) => bench.states[word] === state);
  const [[done = ''], [failed = ''], underWay] = [wordsOf('done'), wordsOf('not done'), wordsOf('under way')];
  /** Returns whether the answer has the status and a text of a documented refusal. */
  const isRefusal = (status: number, text: string) =>
    bench.refusals.some(
      ([answer]) =>
        answer.status === status &&
        Object.values(answer.body as object).some((part) => text.includes(JSON.stringify(part))),
    );
  const told = (more: Partial<Told> = {}) =>
    bench.tell({ reference, value: amountCents, word: done, endToEndId, ...more });
  const asSent = (answer: PspAnswer) => ({ ...answer, status: bench.sendStatus ?? answer.status });
  const both = async (answer: PspAnswer) => [
    await by(asSent(answer)).sendPayment(order),
    await by(answer).findPayment(order),
  ];

  describe(`the adapter ${name}`, () => {
    test.each(Object.entries(bench.states))(
      'the payment status %s (%s) means the same in the answer to a payment and in a look-up',
      async (word, state) => {
        for (const outcome of await both(told({ word }))) expect(outcome.kind).toBe(kinds[state]);
      },
    );

    test('a settled payment has the network’s end-to-end id and an operation id', async () => {
      for (const outcome of await both(told()))
        expect(outcome).toMatchObject({ kind: 'settled', endToEndId, operationId: expect.any(String) });
    });

    test('an end-to-end id in a different format is omitted, and the payment still counts as settled', async () => {
      const [outcome] = await both(told({ endToEndId: 'x' }));
      expect(outcome).toMatchObject({ kind: 'settled' });
      expect(outcome).not.toHaveProperty('endToEndId');
    });

    test('an undocumented payment status does not end the payment', async () => {
      const otherCase = done === done.toLowerCase() ? done.toUpperCase() : done.toLowerCase();
      for (const word of ['', 'X', otherCase, `${done} `, 'constructor', '__proto__'])
        for (const outcome of await both(told({ word }))) expect(outcome.kind).toBe('unknown');
    });

    test('an answer about a different reference is not accepted as evidence', async () => {
      for (const word of Object.keys(bench.states))
        for (const outcome of await both(told({ word, reference: other })))
          expect(outcome).toEqual({ kind: 'unknown' });
    });

    test('a different amount is reported, except for a payment that was not made', async () => {
      for (const outcome of await both(told({ value: 900_000 })))
        expect(outcome).toMatchObject({ kind: 'settled', otherAmountCents: 900_000 });
      for (const outcome of await both(told({ value: 900_000, word: failed })))
        expect(outcome).not.toHaveProperty('otherAmountCents');
      for (const word of underWay)
        for (const outcome of await both(told({ value: 900_000, word })))
          expect(outcome).toMatchObject({ kind: 'unknown', otherAmountCents: 900_000 });
    });

    test.each(amounts)('an amount of %i cents is sent and read exactly', async (value) => {
      const mine = { ...order, amountCents: cents(value) };
      const { call, asked } = answering(asSent(told({ value })));
      const outcome = await bench.make(call, noCharge).sendPayment(mine);
      expect(outcome).toMatchObject({ kind: 'settled' });
      expect(outcome).not.toHaveProperty('otherAmountCents');
      expect(asked.filter(bench.sent.isSend).map(bench.sent.amount)).toEqual([bench.sent.amountOf(value)]);
    });

    test('an amount in an undocumented format is not accepted as evidence', async () => {
      for (const amount of bench.wrongAmounts)
        for (const outcome of await both(bench.withAmount(told(), amount)))
          expect([amount, outcome]).toEqual([amount, { kind: 'unknown' }]);
    });

    test('a failed payment has the network’s reason, and an unknown reason becomes ED05', async () => {
      for (const outcome of await both(told({ word: failed, code: 'AC03' })))
        expect(outcome).toMatchObject({ kind: 'failed', code: 'AC03' });
      for (const outcome of await both(told({ word: failed, code: 'XX99' })))
        expect(outcome).toMatchObject({ kind: 'failed', code: 'ED05' });
    });

    test('a payment is sent with our reference, exactly our amount and the key of the payee', async () => {
      const { call, asked } = answering({ status: 500, body: undefined });
      await bench.make(call, noCharge).sendPayment(order);
      const sends = asked.filter(bench.sent.isSend);
      expect(sends.map((one) => [bench.sent.reference(one), bench.sent.amount(one)])).toEqual([
        [reference, bench.sent.amountOf(amountCents)],
      ]);
      expect(JSON.stringify(sends[0]?.body)).toContain(`"${order.pixKey}"`);
    });

    test('a message to the payee is sent, and is omitted if there is none', async () => {
      const { call, asked } = answering({ status: 500, body: undefined });
      const adapter = bench.make(call, noCharge);
      await adapter.sendPayment({ ...order, message: 'Parcela 3 de 10' });
      await adapter.sendPayment(order);
      const sends = asked.filter(bench.sent.isSend);
      expect(sends.map(bench.sent.message)).toEqual(['Parcela 3 de 10', undefined]);
    });

    test('bank details are sent without the leading zeros of the account number', async () => {
      const { call, asked } = answering({ status: 500, body: undefined });
      const { pixKey: _, ...byAccount } = order;
      await bench.make(call, noCharge).sendPayment({ ...byAccount, recipient: { ...account, ...holder } });
      const text = JSON.stringify(asked.find(bench.sent.isSend)?.body);
      for (const part of ['"12345"', '0001', '60701190', holder.legalId, holder.name])
        expect(text).toContain(part);
      expect(text).not.toContain('00012345');
    });

    test('a reference that was already used leads to a look-up, and never to a second payment', async () => {
      const { call, asked } = answering(bench.duplicate, told());
      expect(await bench.make(call, noCharge).sendPayment(order)).toMatchObject({ kind: 'settled' });
      expect(asked.filter(bench.sent.isSend)).toHaveLength(1);
      expect(asked.at(-1)?.method).toBe('GET');
    });

    test('a payment counts as not found only after the documented answer, and never after a send', async () => {
      const statuses = [200, 201, 400, 401, 403, 404, 409, 410, 422, 429, 500, 503];
      for (const status of statuses)
        for (const body of [undefined, {}, [], { error: 'not found' }, 'x'])
          expect((await by({ status, body }).findPayment(order)).kind).toBe('unknown');
      if (!bench.notFound) return;
      expect(await by(bench.notFound).findPayment(order)).toEqual({ kind: 'not_found' });
      expect((await by({ ...bench.notFound, status: 500 }).findPayment(order)).kind).toBe('unknown');
      expect((await by(bench.duplicate, bench.notFound).sendPayment(order)).kind).toBe('unknown');
    });

    test('a network without a code for “not found” must guarantee that a repeated payment is made once', () => {
      expect(bench.notFound !== undefined || by().repeatsPayOnce).toBe(true);
    });

    test('a refusal of a payment is final only if it is documented with exactly that HTTP status', async () => {
      for (const [answer, kind, code] of bench.refusals) {
        expect(await by(answer).sendPayment(order)).toMatchObject({ kind, ...(code ? { code } : {}) });
        for (const status of [401, 403, 429, 500, 502, 503])
          expect((await by({ ...answer, status }).sendPayment(order)).kind).toBe('unknown');
      }
    });

    test('a key counts as found, or as unregistered, only after the documented answer', async () => {
      const { key } = bench;
      if (!key) return;
      const ask = (answer: PspAnswer) => by(answer).resolveKey('fulano@example.com');
      expect((await ask(key.found)).kind).toBe('found');
      expect(await ask(key.notFound)).toEqual({ kind: 'not_found' });
      for (const status of [400, 401, 403, 409, 422, 429, 500, 502, 503])
        for (const { body } of [key.found, key.notFound, { body: undefined }])
          if (status !== key.notFound.status) expect((await ask({ status, body })).kind).toBe('unknown');
    });

    test('a missing answer is thrown as an error, and the outcome stays unknown', async () => {
      const call: CallPsp = async () => {
        throw new Error('hang');
      };
      await expect(bench.make(call, noCharge).sendPayment(order)).rejects.toThrow('hang');
      await expect(bench.make(call, noCharge).findPayment(order)).rejects.toThrow('hang');
    });

    const copyAndPaste =
      '00020101021226420014br.gov.bcb.pix2520sandbox.pix/cob/open5204000053039865802BR5907SANDBOX6009SAO PAULO62070503***6304B123';

    test('a copy-and-paste code that can no longer be read is not paid by its key instead', async () => {
      const { call, asked } = answering(told());
      const said = await bench
        .make(call, noCharge)
        .sendPayment({ ...order, copyAndPaste: `${copyAndPaste}9` });
      expect([said, asked]).toEqual([{ kind: 'unknown' }, []]);
    });

    test.each<[string, ChargeLookup, string]>([
      ['has expired', { kind: 'not_payable' }, 'BE17'],
      ['is of another amount', charge({ amountCents: cents(1_051) }), 'BE17'],
      ['has another receiver', charge({ pixKey: 'mallory@example.com' }), 'BE17'],
      ['is for another order', charge({ txid: 'y'.repeat(26) }), 'BE17'],
      ['leaves the amount to the payer', charge({ amountCents: undefined }), 'BE17'],
      ['cannot be read', { kind: 'unknown' }, 'ED05'],
    ])('a dynamic code is not paid if its charge %s at the time of payment', async (_, own, code) => {
      const { call, asked } = answering({ status: 404, body: {} });
      const said = await bench.make(call, own).sendPayment({ ...order, copyAndPaste, txid: 'x'.repeat(26) });
      expect(said).toMatchObject({ kind: 'failed' });
      expect(['BE17', 'ED05']).toContain((said as { code: string }).code);
      if (asked.length === 0) expect(said).toMatchObject({ code });
      expect(asked.filter(bench.sent.isSend)).toEqual([]);
    });

    const anyAnswer: fc.Arbitrary<PspAnswer> = fc.record({
      status: fc.oneof(
        fc.constantFrom(200, 201, 400, 404, 409, 410, 422, 429, 500, 503),
        fc.integer({ min: 100, max: 599 }),
      ),
      body: fc.option(fc.oneof(fc.jsonValue(), bench.anyBody), { nil: undefined }),
    });
    test('an answer ends a payment only with a documented word for exactly this payment, or a documented refusal', async () => {
      await fc.assert(
        fc.asyncProperty(anyAnswer, anyAnswer, async (first, second) => {
          for (const outcome of [
            await by(first, second).sendPayment(order),
            await by(first, second).findPayment(order),
          ]) {
            if (outcome.kind === 'unknown' || outcome.kind === 'not_found') continue;
            const words = wordsOf(outcome.kind === 'settled' ? 'done' : 'not done');
            const isSaid = [first, second].some(({ status, body }) => {
              const text = JSON.stringify(body) ?? '';
              const isWord = words.some((word) => text.includes(`"${word}"`));
              const isOfThis = status >= 200 && status < 300 && text.includes(`"${reference}"`);
              return (isOfThis && isWord) || (outcome.kind !== 'settled' && isRefusal(status, text));
            });
            expect(isSaid).toBe(true);
          }
        }),
        { numRuns: 2_000 },
      );
    });
  });
}

function charge(change: {
  pixKey?: string;
  amountCents?: ReturnType<typeof cents> | undefined;
  txid?: string;
}): ChargeLookup {
  const whole = { pixKey: 'fulano@example.com', amountCents, txid: 'x'.repeat(26), ...change };
  const { amountCents: amount, ...rest } = whole;
  return { kind: 'payable', ...rest, ...(amount === undefined ? {} : { amountCents: amount }) };
}

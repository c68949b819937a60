// Accounts at three PSPs: one with books of all movements, one that lists only received payments, and one without lists.
// Each day is compared with each PSP by itself.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chooseBooks } from '../../lib/app/choose-books.ts';
import { chooseInbox } from '../../lib/app/choose-inbox.ts';
import type { NetworkEvent } from '../../lib/network/event.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { day, e2eOf, type Movement, openFullDay, returnOf } from '../psp/full-day.ts';
import { openLister } from '../psp/lister.ts';
import { allRows } from '../support/tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted whole, so their type is what the test writes
type Json = any;
type Case = Awaited<ReturnType<typeof openCase>>;

const movement = (kind: Movement['kind'], number: number, place: string): Movement => ({
  kind,
  number,
  amountCents: kind.startsWith('return') ? 100 : 1_000,
  account: number,
  place,
});
const atMain = [movement('sent', 1, 'main'), movement('received', 2, 'main')];
const atOther = [movement('received', 3, 'other'), movement('return sent', 3, 'other')];
const atWoovi = [movement('sent', 4, 'woovi'), movement('sent', 5, 'woovi')];

async function openCase() {
  const [bank, other] = await Promise.all([openFullDay(), openLister()]);
  onTestFinished(async () => void (await other.psp.close()));
  const psps = `main efi ${bank.psp.url} us@example.com; other bcb ${other.psp.url} us@example.org; woovi woovi https://127.0.0.1:9 us@example.net`;
  const config = { ...bank.stack.config, PSPS: parsePsps(psps) as PspEntry[] };
  const readSecrets = async () => ({ main: bank.psp.secret, other: other.psp.secret });
  const events: NetworkEvent[] = [];
  /** Writes a payment to the books of the second PSP, in whole or in part returned. */
  const bookAtOther = ({ number, amountCents, account }: Movement, returned?: Movement) =>
    other.receive({
      endToEndId: e2eOf(number),
      valor: (amountCents / 100).toFixed(2),
      horario: bank.clock().toISOString(),
      chave: bank.accounts[account % bank.accounts.length]?.key,
      devolucoes: returned
        ? [
            {
              id: String(number),
              rtrId: returnOf(number),
              valor: (returned.amountCents / 100).toFixed(2),
              status: 'DEVOLVIDO',
              horario: { solicitacao: bank.clock().toISOString() },
            },
          ]
        : [],
    });
  return {
    bank,
    other,
    events,
    bookAtOther,
    /** Compares the day on the next morning. */
    async compare(asked: object = { day }): Promise<Json> {
      await bank.closeBooks();
      bank.goTo('2026-11-21T09:00:00.000Z');
      const { log, queues, metrics } = bank.stack.deps;
      const given = { config, readSecrets, now: bank.clock };
      const inbox = chooseInbox({ ...given, log, count: metrics.count });
      const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
      return bank.stack.invoke('reconcilePsp', asked, {
        ...deps,
        pspBooks: chooseBooks(given).map((books) => ({
          ...books,
          ...(books.balance ? { balance: async () => Promise.reject(new Error('no answer')) } : {}),
        })),
        ...(inbox ? { inbox } : {}),
        queues: { ...queues, sendEvent: async (event: NetworkEvent) => void events.push(event) },
      });
    },
    async incidents(): Promise<{ details: string }[]> {
      return ((await allRows(bank.stack)).INCIDENTS_TABLE ?? []) as { details: string }[];
    },
  };
}

let its: Case;
beforeEach(async () => {
  its = await openCase();
  await its.bank.enter([...atMain, ...atOther, ...atWoovi]);
  for (const one of atMain) its.bank.book(one);
  const [received, returned] = atOther as [Movement, Movement];
  its.bookAtOther(received, returned);
});

test('each PSP is compared by itself, and what it has no list for is added up', async () => {
  const { days, ...answer } = await its.compare();

  expect(answer).toMatchObject({ agree: true, complete: true, failed: [], psp_balances_now: [] });
  expect(days).toMatchObject([
    { psp: 'main', state: 'settled', agree: 2, unexplained: '0.00', not_compared: [] },
    {
      psp: 'other',
      state: 'settled',
      agree: 2,
      not_compared: [{ what: 'the balance', amount: '', count: '' }],
    },
    {
      psp: 'woovi',
      state: 'settled',
      agree: 0,
      not_compared: [
        { what: 'payments sent', amount: '-20.00', count: '2' },
        { what: 'the balance', amount: '', count: '' },
      ],
    },
  ]);
  expect(await its.incidents()).toEqual([]);
});

test('a PSP that does not answer stops the comparison with no other PSP', async () => {
  its.other.die(true);
  expect(await its.compare()).toMatchObject({
    agree: false,
    failed: [{ psp: 'other', day }],
    days: [
      { psp: 'main', state: 'settled' },
      { psp: 'woovi', state: 'settled' },
    ],
  });

  its.other.die(false);
  const due = (await its.compare({})).days.map(({ psp, state }: Json) => [psp, state]);
  expect(due).toEqual([['other', 'settled']]);
});

test('a payment that a second PSP lists too, and a payout that a second PSP made too, are differences there', async () => {
  const twice = movement('received', 6, 'other');
  await its.bank.enter([twice]);
  its.bookAtOther(twice);
  // The first PSP shows a payment and a payout of the others as its own.
  its.bank.book(twice);
  its.bank.book(atWoovi[0] as Movement);

  const { days } = await its.compare();

  expect(days.map(({ differences }: Json) => differences)).toEqual([2, 0, 0]);
  expect((await its.incidents()).map(({ details }) => details).sort()).toEqual([
    `main: theirs only, received ${e2eOf(6)}: the PSP received it, but it was credited as received at other`,
    `main: theirs only, sent ${e2eOf(4)}: the PSP made it, but the cashout was sent to woovi`,
  ]);
});

test('a payment that no notice told of is found at the PSP that only receives, and goes to the queue', async () => {
  its.bookAtOther(movement('received', 7, 'other'));

  await its.compare();

  expect(its.events).toMatchObject([
    { kind: 'payment_received', endToEndId: e2eOf(7), receivedAt: 'other', amountCents: 1_000 },
  ]);
});

test('money at a PSP that the settings no longer name is added up under its name', async () => {
  await its.bank.enter([movement('sent', 8, 'gone'), movement('received', 9, 'gone')]);

  const { days } = await its.compare();

  expect(days.at(-1)).toMatchObject({
    psp: 'gone',
    not_compared: [
      { what: 'payments sent', amount: '-10.00', count: '1' },
      { what: 'payments received', amount: '10.00', count: '1' },
      { what: 'the balance' },
    ],
  });
});

test('more differences of one PSP are shown without the other PSPs', async () => {
  its.bookAtOther(movement('received', 7, 'other'));
  const { days } = await its.compare();

  const more = await its.compare({ day, after: 'difference#main#000' });

  expect(days).toHaveLength(3);
  expect(more.days.map(({ psp }: Json) => psp)).toEqual(['main']);
});

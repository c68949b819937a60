// Charts show an account's balance over a month, and the durations and failures of its latest payments.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Cents, cents } from '../../lib/base/money.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { reasonsOf, timesOf } from '../../lib/console/chart-figures.ts';
import { drawBars, drawSteps } from '../../lib/console/charts.ts';
import { daysOf, readMonth } from '../../lib/console/month-chart.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { unbalanced } from './unbalanced.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();
type Desk = Awaited<ReturnType<typeof its.openDesk>>;

const rowsIn = (text: string) =>
  [
    ...text.matchAll(
      /<th scope="row"[^>]*>(?:<bdi>)?([^<]+)(?:<\/bdi>)?<\/th><td class="main sum"[^>]*>([^<]+)/g,
    ),
  ].map(([, name = '', value = '']) => [name, value].map((one) => one.replaceAll('\u00a0', ' ')));
const saidIn = (text: string, id: string) =>
  (new RegExp(`<figcaption id="${id}">([^<]*)`).exec(text)?.[1] ?? '').replaceAll('\u00a0', ' ');

async function look({ browser }: Pick<Desk, 'browser'>, path: string) {
  const shown = await browser.visit(path);
  expect(unbalanced(shown.text)).toEqual([]);
  expect(shown.text).not.toMatch(/NaN|undefined| style=/);
  const ids = [...shown.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  return shown;
}

/** Lets days pass. The person has to sign in again afterwards. */
async function afterDays({ browser, person }: Desk, days: number) {
  its.wait(days * 24 * 60);
  await browser.signIn(person);
}

function credit({ at }: Desk, amountCents: Cents) {
  const [branch = '', number = ''] = at.split('/');
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents } as const;
  return its.used.stack.deps.ledger.credit({ branch, number }, entry, randomUUID());
}

async function pay({ company }: Desk, key: string) {
  const body = { ...company.source, amount: 10, key };
  const { body: made } = await company.post('/create-cashout', body, { 'idempotency-key': randomUUID() });
  await company.post('/approve-cashout', { id: made.id });
  its.wait(0.05);
  await takeStep(its.used.stack.deps, made.id);
}

test('the page of an account has a chart and a table of the balance at the end of each day', async () => {
  const desk = await its.openDesk();
  await credit(desk, cents(5_000));
  await credit(desk, cents(2_500));
  await afterDays(desk, 2);
  await credit(desk, cents(100));
  const day = (after: number) => new Date(its.clock.now.getTime() - after * 86_400_000).getUTCDate();

  const { text } = await look(desk, `/console/accounts/${desk.at}`);
  const month = rowsIn(text).filter(([name]) => name?.endsWith('Jun 2031'));
  expect(month.at(-1)).toEqual([`${day(0)} Jun 2031`, 'R$ 10,076.00']);
  expect(month.at(-2)).toEqual([`${day(1)} Jun 2031`, 'R$ 10,075.00']);
  expect(month.at(-3)).toEqual([`${day(2)} Jun 2031`, 'R$ 10,075.00']);
  expect(month[0]).toEqual(['1 Jun 2031', 'R$ 0.00']);
  expect(month).toHaveLength(day(0));
  expect(saidIn(text, 'month-said')).toContain(`Highest: R$ 10,076.00 (${day(0)} Jun 2031).`);
});

test('the chart of a past month begins with the previous balance and has every day', async () => {
  const desk = await its.openDesk();
  await afterDays(desk, 62);
  await credit(desk, cents(100));

  const { text } = await look(desk, `/console/accounts/${desk.at}?month=2031-07`);
  const rows = rowsIn(text).filter(([name]) => name?.endsWith('Jul 2031') || name === 'Opening balance');
  expect(rows).toHaveLength(32);
  expect(new Set(rows.map(([, balance]) => balance))).toEqual(new Set(['R$ 10,000.00']));
  expect(text).toContain('month=2031-06">Previous month');
  expect(text).toContain('month=2031-08">Next month');
});

test('the page shows the chart of the current month if the month in the query is invalid', async () => {
  const desk = await its.openDesk();
  const [now] = its.clock.now.toISOString().split('T');
  for (const month of ['2031-13', '0001-01', '9999-12', '1899-12', '"><script>', '2031-06-01', '']) {
    const { status, text } = await look(
      desk,
      `/console/accounts/${desk.at}?month=${encodeURIComponent(month)}`,
    );
    expect(status).toBe(200);
    expect(text).toContain(`name="month" value="${now?.slice(0, 7)}"`);
    expect(text).not.toContain('Next month');
  }
});

test('the chart of a month has only the days that have begun, also in a leap year', () => {
  const days = (month: string, now: string) => daysOf(readMonth(month, new Date(now)));
  expect(days('2028-02', '2031-06-10T15:00:00Z')).toMatchObject({ length: 29 });
  expect(days('2028-02', '2031-06-10T15:00:00Z').begun).toHaveLength(29);
  expect(days('2031-06', '2031-06-01T03:00:00Z').begun).toEqual(['2031-06-01']);
  expect(readMonth('2031-06', new Date('2031-06-01T02:59:59Z')).month).toBe('2031-05');
});

test('the page of charts counts payments by duration, and failed payments by reason', async () => {
  const desk = await its.openDesk();
  for (const key of ['fulano@example.com', 'ac03@sandbox.pix', 'ac03@sandbox.pix', 'ds04@sandbox.pix'])
    await pay(desk, key);

  const { text } = await look(desk, `/console/accounts/${desk.at}/charts`);
  expect(text).toContain('The 4 payments created in this account.');
  expect(saidIn(text, 'times-said')).toMatch(/^4 payments have ended, half of them within 3(\.\d)? s\./);
  expect(rowsIn(text)).toContainEqual(['2 s to 5 s', '4']);
  expect(saidIn(text, 'reasons-said')).toBe('3 of 4 payments have ended unpaid.');
  expect(rowsIn(text).slice(-2)).toEqual([
    ['AC03 - Agência ou conta do recebedor inválida', '2'],
    ['DS04 - Ordem rejeitada pelo participante recebedor', '1'],
  ]);
});

test('a chart without data shows a message', async () => {
  const desk = await its.openDesk();
  const path = `/console/accounts/${desk.at}/charts`;
  expect((await look(desk, path)).text).toContain('This account has no payments yet.');
  await desk.company.post(
    '/create-cashout',
    { ...desk.company.source, amount: 10, key: 'fulano@example.com' },
    { 'idempotency-key': randomUUID() },
  );
  const { text } = await look(desk, path);
  expect(text).toContain('None of these payments has ended after approval.');
  expect(text).toContain('None of these payments has failed or was cancelled.');
});

test('the charts of another company’s account answer 404', async () => {
  const [desk, other] = [await its.openDesk(), await its.openDesk()];
  for (const path of ['', '/charts', '?month=2031-06'])
    expect((await desk.browser.visit(`/console/accounts/${other.at}${path}`)).status).toBe(404);
});

const cashout = (more: Partial<Cashout>) => ({ status: 'SUCCESS', ...more }) as Cashout;
const [noon, later] = ['2031-06-10T12:00:00.000Z', '2031-06-10T12:00:08.000Z'];

test('the duration of a scheduled payment is measured from its start, and unapproved payments are not counted', () => {
  const { counts, ended, open, medianMs } = timesOf([
    cashout({ approvedAt: '2031-06-01T12:00:00.000Z', startsAt: noon, endedAt: later }),
    cashout({ approvedAt: noon, endedAt: '2031-06-10T14:00:00.000Z' }),
    cashout({ approvedAt: noon, status: 'PROCESSING' }),
    cashout({ status: 'CANCELLED', endedAt: later, rejectedBy: 'someone' }),
    cashout({ status: 'NEW' }),
  ]);
  expect({ counts, ended, open, medianMs }).toEqual({
    counts: [0, 0, 0, 1, 0, 0, 0, 0, 1],
    ended: 2,
    open: 1,
    medianMs: 8_000,
  });
});

test('a returned payment does not count as failed, and all rejections count under a single reason', () => {
  const failed = { status: 'CANCELLED', rejectedBy: 'someone' } as const;
  expect(
    reasonsOf([
      cashout({ status: 'REFUNDED', failureText: 'MD06' }),
      cashout({ ...failed, failureText: 'Rejected: one' }),
      cashout({ ...failed, failureText: 'Rejected: another' }),
      cashout({ status: 'ERROR', failureText: 'Insufficient funds' }),
    ]),
  ).toEqual([
    { text: null, count: 2 },
    { text: 'Insufficient funds', count: 1 },
  ]);
});

test('the line of a chart stays within the chart, for negative balances and without any balance', () => {
  const draw = (before: number, values: number[]) =>
    String(drawSteps({ before, values, slots: 3, say: String, named: ['a', 'b'] }, 'said'));
  expect(draw(100, [100, -100, 0])).toContain(
    'class="chart-line" vector-effect="non-scaling-stroke" d="M0 0.00V0.00H1V100.00H2V50.00H3"',
  );
  for (const text of [draw(0, []), draw(0, [0, 0, 0]), draw(-5, [-5]), draw(1, [999_999_999_999])]) {
    expect(text).not.toMatch(/NaN|Infinity/);
    for (const [, up] of text.matchAll(/V([-\d.]+)/g)) expect(Number(up)).toBeLessThanOrEqual(100);
  }
});

test('the name of a bar is escaped, and a long name is cut between characters', () => {
  const text = String(
    drawBars(
      [
        { name: '<script>"&', count: 1 },
        { name: '😀'.repeat(60), count: 0 },
      ],
      'said',
    ),
  );
  expect(text).toContain('&lt;script&gt;&quot;&amp;');
  expect(text).toContain(`${'😀'.repeat(31)}…`);
  expect(text.isWellFormed()).toBe(true);
});

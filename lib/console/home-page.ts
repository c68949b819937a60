// Draws the home: the balances of the person's accounts, what waits for the person, money in and out, scheduled
// payments, and the latest payments.

import type { Identity } from '../access/tokens.ts';
import { listAccounts } from '../account/list-accounts.ts';
import type { Owned } from '../account/list-owned.ts';
import { hasPermissions } from '../account/policy.ts';
import { type Cents, toDecimal } from '../base/money.ts';
import { addDays, saoPauloDay, saoPauloDayRange } from '../base/time.ts';
import { listCashouts } from '../cashout-list/list-cashouts.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, dayIn, keyIn } from '../page/formats.ts';
import { buttonLink, card, empty, rowLink, stats, sub } from '../page/parts.ts';
import type { ReadDeps } from './deps.ts';
import { drawFlows } from './flow-chart.ts';
import { type DayFlow, daysBefore, entriesMost, flowsOf } from './flows.ts';
import { drawPayments, loadList, readListQuery } from './list-page.ts';
import type { Page, View } from './shell.ts';
import { loadWaiting, readWaitingQuery } from './waiting-page.ts';

/** Maximum numbers of accounts, of waiting payments, of latest payments, and of scheduled payments that are read. */
const [accountsMost, waitingMost, latestMost, scheduledMost] = [5, 3, 6, 100];

export async function loadHome(deps: ReadDeps, caller: Identity) {
  const { rows, next } = await listAccounts(deps, caller, { limit: accountsMost });
  const may = (right: 'APPROVE' | 'CREATE') => rows.some(({ policy }) => hasPermissions(policy, [right]));
  const [queue, latest, days, flows] = await Promise.all([
    may('APPROVE') ? loadWaiting(deps, caller, readWaitingQuery({ order: 'largest' })) : undefined,
    loadList(deps, caller, readListQuery({})),
    loadScheduled(deps, caller),
    loadFlows(deps, rows),
  ]);
  return {
    rows,
    hasMore: next !== null,
    queue,
    latest: latest.results,
    days,
    flows,
    mayCreate: may('CREATE'),
  };
}

/** Loads the newest entries of the accounts. */
async function loadFlows({ statement, now }: ReadDeps, owned: readonly Owned[]): Promise<DayFlow[]> {
  const at = now();
  const { from } = saoPauloDayRange(addDays(saoPauloDay(at.toISOString()), -daysBefore));
  const range = { start: from, end: at.toISOString(), limit: entriesMost, direction: 'next' } as const;
  return flowsOf(await Promise.all(owned.map(({ account }) => statement.list(account, range))), at);
}

type Day = { day: string; count: number; cents: number };

/** Loads the scheduled payments, and sums them by the day on which they start. */
async function loadScheduled(deps: ReadDeps, caller: Identity): Promise<Day[]> {
  const { rows } = await listCashouts(deps, caller, {
    awaiting: 'start',
    start: new Date(0).toISOString(),
    end: deps.now().toISOString(),
    limit: scheduledMost,
    direction: 'next',
    filter: {},
  });
  const days = new Map<string, Day>();
  for (const { startsAt, request } of rows) {
    const day = saoPauloDay(startsAt ?? deps.now().toISOString());
    const { count, cents } = days.get(day) ?? { count: 0, cents: 0 };
    days.set(day, { day, count: count + 1, cents: cents + request.amountCents });
  }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)).slice(0, latestMost);
}

type Loaded = Awaited<ReturnType<typeof loadHome>>;

export function drawHome(view: View, loaded: Loaded): Page {
  const { words, language, person, now } = view;
  const { queue, mayCreate, latest } = loaded;
  const isMaker = mayCreate && !queue?.count;
  const today = saoPauloDay(now.toISOString());
  return {
    title: words.home,
    heading: words.greeting((person?.name ?? '').split(' ')[0] ?? ''),
    lead: dayIn(language, today),
    acts: mayCreate
      ? joined(
          buttonLink('/console/batches', words.sendBatch, 'plain', 'upload'),
          buttonLink('/console/new', words.newPayment, isMaker ? 'primary' : 'plain', 'plus'),
        )
      : '',
    body: joined(
      h.div(
        { class: 'columns' },
        drawBalances(view, loaded),
        queue ? drawWaitingCard(view, queue) : '',
        drawFlowCard(view, loaded.flows),
        drawDays(view, loaded),
      ),
      latest.length === 0
        ? empty('send', words.noneYet)
        : card(
            {
              title: words.latest,
              more: h.a({ href: '/console/payments' }, words.seeAll),
              isFlush: true,
            },
            drawPayments(view, latest.slice(0, latestMost)),
          ),
    ),
  };
}

function drawBalances({ words, language }: View, { rows, hasMore }: Loaded): Html {
  const money = (sum: number) => amountIn(language, sum / 100);
  const sumOf = (name: 'availableCents' | 'heldCents') =>
    rows.reduce((sum, { account }) => sum + account[name], 0);
  return card(
    {},
    h.p({ class: 'soft' }, words.balances),
    h.p({ class: 'amount' }, money(sumOf('availableCents'))),
    h.p({ class: 'soft small' }, words.heldNow(money(sumOf('heldCents')))),
    h.ul(
      { class: 'list' },
      rows.map(({ account }) => {
        const number = `${account.branch}/${account.number}`;
        return h.li(
          h.span(rowLink(`/console/accounts/${number}`, account.holderName), sub(number)),
          h.b({ class: 'sum' }, money(account.availableCents)),
        );
      }),
    ),
    hasMore ? h.p(h.a({ href: '/console/accounts' }, words.moreAccounts)) : '',
  );
}

function drawWaitingCard(view: View, queue: NonNullable<Loaded['queue']>): Html {
  const { words, language } = view;
  const { rows, count, sumCents, isWhole, batches } = queue;
  const money = (cents: Cents) => amountIn(language, toDecimal(cents));
  const said = batches.count > 0 ? words.batchesWaiting(batches.count, batches.isWhole) : '';
  return card(
    { title: words.waiting },
    count === 0 ? h.p({ class: 'soft' }, words.upToDate) : '',
    h.ul(
      { class: 'list' },
      rows.slice(0, waitingMost).map((row) => {
        const name =
          row.payee?.recipient_name ?? row.recipient_name ?? (row.key ? keyIn(row.key) : words.notLookedUp);
        return h.li(
          h.span(rowLink(`/console/cashouts/${row.id}`, name), sub(h.bdi(row.tag ?? row.created_by_name))),
          h.b({ class: 'sum' }, amountIn(language, row.amount)),
        );
      }),
    ),
    said ? h.p({ class: 'small' }, h.a({ href: '/console/batches' }, said)) : '',
    count === 0
      ? ''
      : h.p(
          buttonLink(
            '/console/waiting',
            words.reviewAll(`${count}${isWhole ? '' : '+'}`, money(sumCents)),
            'primary',
          ),
        ),
  );
}

function drawDays({ words, language, now }: View, { days }: Loaded): Html {
  return card(
    { title: words.nextDays },
    days.length === 0 ? h.p({ class: 'soft' }, words.noneScheduled) : '',
    h.ul(
      { class: 'list' },
      days.map(({ day, count, cents }) =>
        h.li(
          h.span(dayIn(language, day, now), sub(words.scheduledCount(count))),
          h.b({ class: 'sum' }, amountIn(language, cents / 100)),
        ),
      ),
    ),
  );
}

function drawFlowCard(view: View, flows: readonly DayFlow[]): Html | '' {
  const { words, language, now } = view;
  const sumOf = (name: 'inCents' | 'outCents') => flows.reduce((sum, one) => sum + one[name], 0);
  const [came, went] = [sumOf('inCents'), sumOf('outCents')];
  const [first, last] = [flows[0], flows.at(-1)];
  if (!first || !last || came + went === 0) return '';
  const money = (cents: number) => amountIn(language, cents / 100);
  const net = came - went;
  return card(
    { title: words.flows(flows.length) },
    stats([
      [words.cameIn, money(came)],
      [words.wentOut, money(went)],
      [words.result, `${net < 0 ? '−' : ''}${money(Math.abs(net))}`],
    ]),
    drawFlows(
      flows.map(({ inCents, outCents }) => ({ above: inCents, below: outCents })),
      words.flows(flows.length),
      [dayIn(language, first.day, now), dayIn(language, last.day, now)],
    ),
  );
}

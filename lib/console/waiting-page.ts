// Draws the home of the console: the payments that wait for the person's approval, their number and sum, and the number
// of waiting batches.

import type * as z from 'zod';
import type { WithUsers } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { mayApprove } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { countWaitingBatches } from '../batch/count-waiting.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { listQueue, type QueueOrder, queueMost } from '../cashout-list/list-cashouts.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import { presentInQueue } from '../cashout-list/present.ts';
import { listCashoutsQuery } from '../cashout-list/schemas.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, keyIn, legalIdIn, momentIn } from '../page/formats.ts';
import { button, card, chips, empty, flag, form, pages, rowLink, sub, table } from '../page/parts.ts';
import type { Base } from '../platform/deps.ts';
import { saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

type Deps = Base & WithUsers & WithAccounts & WithCashouts & WithLists;
export type WaitingQuery = z.output<typeof listCashoutsQuery>;

const perPage = '50';

/** Reads the parameters of the address. If the cursor or the account cannot be read, both are ignored. */
export function readWaitingQuery({ order, ...more }: Readonly<Record<string, string>>): WaitingQuery {
  const first = { awaiting: 'approval', order: order === 'largest' ? order : 'oldest', limit: perPage };
  const { cursor_id, cursor_datetime, source_account_branch_identifier, source_account_number } = more;
  const given = { cursor_id, cursor_datetime, source_account_branch_identifier, source_account_number };
  return listCashoutsQuery.safeParse({ ...first, ...given }).data ?? listCashoutsQuery.parse(first);
}

/** Returns the accounts to choose from. Used if the person has too many accounts to read their payments at once. */
export async function loadChoice(deps: Deps, caller: Identity): Promise<AccountRef[]> {
  const policies = await deps.accounts.listPolicies(caller.userId);
  return policies.filter((policy) => mayApprove(caller, policy));
}

/** Returns the parameters that name an account in an address. */
const queryOf = ({ branch, number }: AccountRef) =>
  `source_account_branch_identifier=${branch}&source_account_number=${number}`;

export const drawChoice = ({ words }: View, accounts: readonly AccountRef[]): Page => ({
  title: words.chooseAccount,
  body: h.ul(
    { class: 'card list' },
    accounts.map((account) =>
      h.li(h.a({ href: `/console/waiting?${queryOf(account)}` }, `${account.branch}/${account.number}`)),
    ),
  ),
});

export async function loadWaiting(deps: Deps & WithBatches, caller: Identity, query: WaitingQuery) {
  const [queue, batches] = await Promise.all([
    loadQueue(deps, caller, query),
    countWaitingBatches(deps, caller, query.wanted.account),
  ]);
  return { ...queue, batches, at: deps.now().toISOString() };
}

async function loadQueue(deps: Deps, caller: Identity, { wanted, order = 'oldest' }: WaitingQuery) {
  const queue = await listQueue(deps, caller, { ...wanted, order });
  const nameOf = await deps.users.namesOf(queue.rows.map(({ createdBy }) => createdBy));
  const rows = queue.rows.map((row) => ({
    ...presentInQueue(row, nameOf, queue.judged?.get(row.id)),
    expiresAt: row.expiresAt,
    tag: row.request.tag,
  }));
  return { ...queue, rows };
}

/** Counts the waiting payments that were created since the page was loaded (`since`: ISO, UTC). */
export async function countNew(
  deps: Deps,
  caller: Identity,
  given: Readonly<Record<string, string>>,
): Promise<number> {
  const { wanted } = readWaitingQuery(given);
  const { rows } = await listQueue(deps, caller, { ...wanted, limit: queueMost, order: 'oldest' });
  return rows.filter(({ createdAt }) => createdAt > (given.since ?? '')).length;
}

type Loaded = Awaited<ReturnType<typeof loadWaiting>>;
type Row = Loaded['rows'][number];

export function drawWaiting(view: View, loaded: Loaded, { order, wanted }: WaitingQuery): Page {
  const { words, language } = view;
  const { rows, count, sumCents, isWhole, next, at } = loaded;
  const { account, cursor } = wanted;
  const to = (more: Record<string, string | number | undefined>) => {
    const given = Object.entries({ order, ...more }).flatMap(([name, value]) => value && `${name}=${value}`);
    return `/console/waiting?${[...given, ...(account ? [queryOf(account)] : [])].join('&')}`;
  };
  const from = `/console/news?since=${at}${account ? `&${queryOf(account)}` : ''}`;
  const news = h.p(
    { 'data-news': from, role: 'status', hidden: true },
    h.a({ href: to({}) }, h.span(), ` ${words.news}`),
  );
  const { count: waiting, isWhole: isCounted } = loaded.batches;
  const said = waiting === 0 && !isCounted ? words.batchesToo : words.batchesWaiting(waiting, isCounted);
  const batches = h.a({ href: '/console/batches' }, said);
  if (count === 0)
    return {
      title: words.waiting,
      body: joined(news, empty('check', words.waitingNone, words.waitingNoneNote, batches)),
    };
  const chip = (one: QueueOrder, name: string) => ({
    to: to({ order: one }),
    words: name,
    isCurrent: one === order,
  });
  return {
    title: words.waiting,
    lead: words.countAndSum(count, amountIn(language, sumCents / 100), isWhole),
    body: joined(
      news,
      h.p(batches),
      chips(words.waiting, [chip('oldest', words.oldest), chip('largest', words.largest)]),
      form('/console/confirm', drawQueue(view, rows), drawPicked(view)),
      pages(words.pages, [
        [cursor ? to({}) : null, words.first],
        [next && to({ cursor_id: next.id, cursor_datetime: next.at }), words.next],
      ]),
    ),
  };
}

/** Draws the bar with the number and the sum of the selected payments. */
const drawPicked = ({ words }: View): Html =>
  h.div(
    { class: 'picked' },
    h.label({ hidden: true }, h.input({ type: 'checkbox', 'data-mark-all': true }), ` ${words.markAll}`),
    h.span({ 'data-marked': true, role: 'status' }),
    button(words.review, 'primary', { 'data-review': true }),
  );

function drawQueue(view: View, rows: readonly Row[]): Html {
  const { words } = view;
  return card(
    { isFlush: true },
    table({
      label: words.waiting,
      columns: [
        [words.choose, 'tick'],
        [words.payee, 'row'],
        [words.purpose, 'bare'],
        [words.account, 'late'],
        [words.createdBy],
        [words.reasons, 'bare'],
        [words.amount, 'main sum'],
      ],
      rows: rows.map((row) => drawRow(view, row)),
    }),
  );
}

const toCents = (reais: number) => Math.round(reais * 100);

function drawRow({ words, language, now }: View, row: Row) {
  const { payee, reasons } = row;
  const name = payee?.recipient_name ?? row.recipient_name ?? (row.key ? keyIn(row.key) : words.notLookedUp);
  const document = payee?.recipient_legal_id ?? row.recipient_legal_id;
  const bank = payee && (payee.recipient_instution_name ?? payee.recipient_instution);
  const told = [
    ...reasons.map((reason) => saidIn(language, reason)),
    ...('possible_duplicate_of' in row ? [`${words.duplicate} ${row.possible_duplicate_of}`] : []),
    ...(row.expiresAt ? [words.expiresAt(momentIn(language, row.expiresAt, now))] : []),
  ];
  return [
    h.input({
      type: 'checkbox',
      name: 'cashout',
      value: row.id,
      'data-cents': toCents(row.amount),
      'aria-label': `${words.choose}: ${name}`,
    }),
    joined(
      rowLink(`/console/cashouts/${row.id}`, name),
      sub([document && legalIdIn(document), bank].filter(Boolean).join(' · ')),
    ),
    row.tag ? h.bdi(row.tag) : '',
    `${row.source_account_branch_identifier}/${row.from_accout}`,
    joined(h.bdi(row.created_by_name ?? words.unnamed), sub(momentIn(language, row.created_at, now))),
    told.map((one) => flag(one)),
    amountIn(language, row.amount),
  ];
}

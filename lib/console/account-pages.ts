// Draws the list of a person's accounts, and the page of one account: its balance, what is held of it and why, and its
// statement.

import type * as z from 'zod';
import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { listAccounts } from '../account/list-accounts.ts';
import { presentBalance } from '../account/present.ts';
import { type AccountRef, accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import { toDecimal } from '../base/money.ts';
import { pageUrl } from '../base/page.ts';
import { addDays, saoPauloDay } from '../base/time.ts';
import { listClosings } from '../ledger/list-closings.ts';
import { listStatement } from '../ledger/list-statement.ts';
import { presentEntry } from '../ledger/present-entry.ts';
import { statementQuery } from '../ledger/schemas.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, legalIdIn, momentIn } from '../page/formats.ts';
import {
  button,
  buttonLink,
  card,
  chips,
  empty,
  field,
  hidden,
  notice,
  pages,
  rowLink,
  stats,
  sub,
  table,
} from '../page/parts.ts';
import type { ReadDeps } from './deps.ts';
import { daysOf, drawMonth, type Month, readMonth } from './month-chart.ts';
import { drawPages, type Page, type View } from './shell.ts';

const perPage = 50;

/**
 * Loads one page of the accounts.
 * @param after the last account of the previous page, as branch/number
 */
export const loadAccounts = (deps: ReadDeps, caller: Identity, after: string | undefined) =>
  listAccounts(deps, caller, {
    limit: perPage,
    after: after && isAccountId(after) ? accountOf(after) : undefined,
  });

export function drawAccounts(view: View, { rows, next }: Awaited<ReturnType<typeof loadAccounts>>): Page {
  const { words, language } = view;
  if (rows.length === 0) return { title: words.accounts, body: empty('bank', words.noAccounts) };
  const drawRow = ({ account }: (typeof rows)[number]) => [
    rowLink(pathOf(account), `${account.branch}/${account.number}`),
    joined(
      h.bdi(account.holderName),
      account.status === 'CLOSED' ? h.span({ class: 'warn' }, ` ${words.closed}`) : '',
    ),
    amountIn(language, toDecimal(account.heldCents)),
    amountIn(language, toDecimal(account.availableCents)),
  ];
  return {
    title: words.accounts,
    body: joined(
      card(
        { isFlush: true },
        table({
          label: words.accounts,
          columns: [
            [words.oneAccount, 'row'],
            [words.holder],
            [words.held, 'sum'],
            [words.available, 'main sum'],
          ],
          rows: rows.map(drawRow),
        }),
      ),
      pages(words.pages, [[next && `/console/accounts?after=${accountIdOf(next)}`, words.next]]),
    ),
  };
}

const pathOf = ({ branch, number }: AccountRef) => `/console/accounts/${branch}/${number}`;

type Range = z.output<typeof statementQuery>;
/** The parameters of the address. `from`, `to`: days in São Paulo. `chart`: the month of the chart. */
type Asked = { from: string; to: string; range: Range; chart: Month };

/** Number of days before today that the statement shows by default, in addition to today. */
const daysShown = 30;

/**
 * Reads the parameters of the address. If they cannot be read, the statement shows today and the thirty days before.
 */
export function readStatementQuery(given: Readonly<Record<string, string>>, now: Date): Asked {
  const to = saoPauloDay(now.toISOString());
  const usual = { from: addDays(to, -daysShown), to };
  const { cursor_id, cursor_datetime, cursor_direction } = given;
  const chart = readMonth(given.month, now);
  const asked = { from: given.from || usual.from, to: given.to || usual.to };
  const cursor = cursor_id ? { cursor_id, cursor_datetime, cursor_direction } : {};
  const limit = String(perPage);
  const { data } = statementQuery.safeParse({ start: asked.from, end: asked.to, limit, ...cursor });
  if (data) return { ...asked, range: data, chart };
  return { ...usual, chart, range: statementQuery.parse({ start: usual.from, end: usual.to, limit }) };
}

export async function loadAccount(
  deps: ReadDeps,
  caller: Identity,
  ref: AccountRef,
  { range, chart, from, to }: Asked,
) {
  const { account } = await findAccount(deps, caller, ref);
  const [page, closings] = await Promise.all([
    listStatement(deps, caller, ref, range),
    listClosings(deps, caller, ref, daysOf(chart).begun),
  ]);
  const days = { from, to, month: chart.month };
  const rows = await deps.parties.name(page.rows);
  const url = (side: 'next' | 'previous') =>
    pageUrl(new URL(deps.config.CONSOLE_URL ?? '').origin, pathOf(ref), days, page[side], side);
  const sides = { next: url('next'), previous: url('previous') };
  const isFrozen = (account.freezes?.size ?? 0) > 0;
  return { isFrozen, balance: presentBalance(account), closings, ...sides, entries: rows.map(presentEntry) };
}

type Loaded = Awaited<ReturnType<typeof loadAccount>>;
type Row = Loaded['entries'][number];

export function drawAccount(view: View, ref: AccountRef, loaded: Loaded, asked: Asked): Page {
  const { words } = view;
  const { balance, closings, entries, next, previous } = loaded;
  const { from, to, chart } = asked;
  const number = `${ref.branch}/${ref.number}`;
  return {
    title: `${words.oneAccount} ${number}`,
    back: ['/console/accounts', words.accounts],
    lead: joined(
      h.bdi(balance.holder_name),
      balance.status === 'CLOSED' ? h.span({ class: 'warn' }, ` ${words.closed}`) : '',
    ),
    acts: buttonLink(`/console/new?account=${number}`, words.newPayment, 'primary', 'plus'),
    body: joined(
      loaded.isFrozen ? notice('bad', words.accountFrozen) : '',
      drawBalance(view, balance),
      drawSubpages(view, ref),
      drawMonth(view, ref, closings, chart, { from, to }),
      h.h2(words.statement),
      drawRange(view, asked),
      entries.length === 0
        ? empty('file', words.noEntries)
        : card({ isFlush: true }, drawEntries(view, entries)),
      drawPages(view, previous, next),
    ),
  };
}

const drawBalance = ({ words, language }: View, balance: Loaded['balance']): Html =>
  card(
    {},
    h.p({ class: 'soft' }, words.available),
    h.p({ class: 'amount' }, amountIn(language, balance.available)),
    stats([
      [words.heldForPayments, amountIn(language, balance.held_for_cashouts)],
      [words.heldForRefunds, amountIn(language, balance.held_for_refunds)],
      [words.heldForReports, amountIn(language, balance.held_for_reports)],
      [words.posted, amountIn(language, balance.posted)],
    ]),
  );

/** Draws the links to the other pages about the account. */
function drawSubpages({ words }: View, ref: AccountRef): Html {
  const number = `${ref.branch}/${ref.number}`;
  const ofAccount = `source_account_branch_identifier=${ref.branch}&source_account_number=${ref.number}`;
  return chips(words.oneAccount, [
    { to: `/console/payments?${ofAccount}`, words: words.paymentsOf },
    { to: `/console/batches?account=${number}`, words: words.batches },
    { to: `/console/files/${number}`, words: words.files },
    { to: `/console/webhooks/${number}`, words: words.webhooks },
    { to: `${pathOf(ref)}/rules`, words: words.rules },
    { to: `${pathOf(ref)}/charts`, words: words.charts },
  ]);
}

/** Draws the form that chooses the days of the statement. */
const drawRange = ({ words }: View, { from, to, chart }: Asked): Html =>
  h.form(
    { class: 'fields' },
    hidden({ month: chart.month }),
    field({ name: 'from', label: words.from, value: from, type: 'date', isOptional: true }),
    field({ name: 'to', label: words.to, value: to, type: 'date', isOptional: true }),
    h.p(button(words.show, 'plain')),
  );

const drawEntries = (view: View, entries: readonly Row[]): Html => {
  const { words } = view;
  return table({
    label: words.statement,
    columns: [
      [words.day, 'time'],
      [words.entry, 'row'],
      [words.balanceAfter, 'sum'],
      [words.amount, 'main sum'],
    ],
    rows: entries.map((entry) => drawEntry(view, entry)),
  });
};

/**
 * Types of entries whose transaction is a payment that this account sent. Other entries have the payer's transaction.
 */
const ofPayments: readonly string[] = ['PIX_CASHOUT', 'PIX_CASHOUT_REFUND'];

/**
 * Returns the page of an entry's payment: of a sent payment, or of the QR code that was paid. Undefined for other
 * entries.
 */
function pageOfEntry({ transaction_id: id, transaction_type: type, qr_code_id: code }: Row) {
  if (code !== null) return `/console/money-back/${code}`;
  return id !== null && ofPayments.includes(type) ? `/console/cashouts/${id}` : undefined;
}

function drawEntry({ words, language, now }: View, entry: Row) {
  const { counterparty, identification, credit_or_debit: side } = entry;
  const name = words.entries[entry.transaction_type];
  const to = pageOfEntry(entry);
  const amount = `${side === 'DEBIT' ? '−' : '+'} ${amountIn(language, entry.amount)}`;
  return [
    momentIn(language, entry.date_time_utc, now),
    joined(
      to ? rowLink(to, name) : name,
      counterparty?.name ? sub(h.bdi(counterparty.name)) : '',
      counterparty?.legal_id ? sub(legalIdIn(counterparty.legal_id)) : '',
      entry.tag_id ? sub(h.bdi(entry.tag_id)) : '',
      identification ? h.span({ class: 'sub late' }, identification) : '',
    ),
    amountIn(language, entry.balance),
    side === 'DEBIT' ? amount : h.span({ class: 'good' }, amount),
  ];
}

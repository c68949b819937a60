// Draws the list of a person's accounts, and the page of one account: its balance, what is held of it and why, and its
// statement.

import { html } from 'hono/html';
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
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
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

export function drawAccounts(
  { words, language }: View,
  { rows, next }: Awaited<ReturnType<typeof loadAccounts>>,
): Page {
  if (rows.length === 0) return { title: words.accounts, body: html`<p>${words.noAccounts}</p>` };
  return {
    title: words.accounts,
    body: html`<table><thead><tr><th scope="col">${words.oneAccount}</th><th scope="col">${words.holder}</th><th scope="col" class="sum">${words.available}</th><th scope="col" class="sum">${words.held}</th></tr></thead>
<tbody>${rows.map(
      ({
        account,
      }) => html`<tr><th scope="row"><a href="${pathOf(account)}">${account.branch}/${account.number}</a></th>
<td data-name="${words.holder}"><bdi>${account.holderName}</bdi>${account.status === 'CLOSED' ? html` <span class="warn">${words.closed}</span>` : ''}</td>
<td class="sum" data-name="${words.available}">${amountIn(language, toDecimal(account.availableCents))}</td>
<td class="sum" data-name="${words.held}">${amountIn(language, toDecimal(account.heldCents))}</td></tr>`,
    )}</tbody></table>${next ? html`<nav><a href="/console/accounts?after=${accountIdOf(next)}">${words.next}</a></nav>` : ''}`,
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
  return { balance: presentBalance(account), closings, ...sides, entries: rows.map(presentEntry) };
}

type Loaded = Awaited<ReturnType<typeof loadAccount>>;
type Row = Loaded['entries'][number];

export function drawAccount(view: View, ref: AccountRef, loaded: Loaded, asked: Asked): Page {
  const { words, language } = view;
  const { balance, closings, entries, next, previous } = loaded;
  const { from, to, chart } = asked;
  const held: readonly (readonly [string, number])[] = [
    [words.heldForPayments, balance.held_for_cashouts],
    [words.heldForRefunds, balance.held_for_refunds],
    [words.heldForReports, balance.held_for_reports],
    [words.posted, balance.posted],
  ];
  return {
    title: `${words.oneAccount} ${ref.branch}/${ref.number}`,
    body: html`<p><bdi>${balance.holder_name}</bdi>${balance.status === 'CLOSED' ? html` <span class="warn">${words.closed}</span>` : ''}</p>
<section class="card"><p class="soft">${words.available}</p><p class="amount">${amountIn(language, balance.available)}</p>
<dl>${held.map(([name, reais]) => html`<dt>${name}</dt><dd>${amountIn(language, reais)}</dd>`)}</dl></section>
<nav><a href="/console/payments?source_account_branch_identifier=${ref.branch}&amp;source_account_number=${ref.number}">${words.paymentsOf}</a> <a href="/console/new?account=${ref.branch}/${ref.number}">${words.newPayment}</a> <a href="/console/files/${ref.branch}/${ref.number}">${words.files}</a> <a href="/console/webhooks/${ref.branch}/${ref.number}">${words.webhooks}</a> <a href="/console/batches?account=${ref.branch}/${ref.number}">${words.batches}</a> <a href="${pathOf(ref)}/charts">${words.charts}</a> <a href="${pathOf(ref)}/rules">${words.rules}</a></nav>
${drawMonth(view, ref, closings, chart, { from, to })}
<h2>${words.statement}</h2><form class="fields"><input type="hidden" name="month" value="${chart.month}"><p><label for="from">${words.from}</label><br><input id="from" name="from" type="date" value="${from}"></p>
<p><label for="to">${words.to}</label><br><input id="to" name="to" type="date" value="${to}"></p><button class="button">${words.show}</button></form>
${
  entries.length === 0
    ? html`<p>${words.noEntries}</p>`
    : html`<table><thead><tr><th scope="col">${words.day}</th><th scope="col">${words.entry}</th><th scope="col" class="sum">${words.amount}</th><th scope="col" class="sum">${words.balanceAfter}</th></tr></thead>
<tbody>${entries.map((entry) => drawEntry(view, entry))}</tbody></table>`
}
${drawPages(view, previous, next)}`,
  };
}

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

function drawEntry({ words, language }: View, entry: Row) {
  const { counterparty, identification, credit_or_debit: side } = entry;
  const name = words.entries[entry.transaction_type];
  const sign = side === 'DEBIT' ? '−' : '+';
  const to = pageOfEntry(entry);
  return html`<tr><td data-name="${words.day}">${timeIn(language, entry.date_time_utc)}</td>
<th scope="row">${to ? html`<a href="${to}">${name}</a>` : name}${counterparty?.name ? html`<br><bdi>${counterparty.name}</bdi>` : ''}
${counterparty?.legal_id ? html`<br><span class="soft">${legalIdIn(counterparty.legal_id)}</span>` : ''}
${entry.tag_id ? html`<br><span class="soft"><bdi>${entry.tag_id}</bdi></span>` : ''}${identification ? html`<br><span class="soft id">${identification}</span>` : ''}</th>
<td class="sum ${side === 'DEBIT' ? '' : 'good'}" data-name="${words.amount}">${sign} ${amountIn(language, entry.amount)}</td>
<td class="sum" data-name="${words.balanceAfter}">${amountIn(language, entry.balance)}</td></tr>`;
}

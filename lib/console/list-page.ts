// Draws the payments of the person's accounts, newest first, with one search box. The address contains all filters.

import { html } from 'hono/html';
import type * as z from 'zod';
import type { Identity } from '../access/tokens.ts';
import { maskTaxId } from '../base/tax-id.ts';
import { saoPauloDay } from '../base/time.ts';
import { type Cashout, type CashoutStatus, transitions } from '../cashout/cashout.ts';
import { findByName, findCashout } from '../cashout/find-cashout.ts';
import { type CashoutPage, listCashouts } from '../cashout-list/list-cashouts.ts';
import { presentPage } from '../cashout-list/present.ts';
import { listCashoutsQuery, pagesOf } from '../cashout-list/schemas.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
import type { ReadDeps } from './deps.ts';
import { ifSeen } from './if-seen.ts';
import { readSearch, type Search } from './search.ts';
import { drawPages, type Page, type View } from './shell.ts';
import { shownStatus, tones } from './shown-status.ts';

type Query = z.output<typeof listCashoutsQuery>;
/**
 * The parameters of the address. `isRead`: whether the filters in the address could be read; if not, all payments are
 * listed.
 */
type Asked = { query: Query; one: Search['one'] | undefined; isRead: boolean };

const perPage = '50';
const statuses = Object.keys(transitions) as CashoutStatus[];
const names = [
  'status',
  'from',
  'to',
  'key',
  'recipient_legal_id',
  'recipient_name',
  'source_account_branch_identifier',
  'source_account_number',
  'cursor_id',
  'cursor_datetime',
  'cursor_direction',
] as const;

/**
 * Reads the parameters of the address. The text of the search box (`q`) is converted to a filter, and replaces the same
 * filter in the address.
 */
export function readListQuery(given: Readonly<Record<string, string>>): Asked {
  const { one, filter } = given.q?.trim() ? readSearch(given.q) : { one: undefined, filter: undefined };
  const asked = names.flatMap((name) => (given[name] ? [[name, given[name]] as const] : []));
  const parsed = listCashoutsQuery.safeParse({ ...Object.fromEntries(asked), ...filter, limit: perPage });
  return { query: parsed.data ?? listCashoutsQuery.parse({ limit: perPage }), one, isRead: parsed.success };
}

export async function loadList(deps: ReadDeps, caller: Identity, { query, one }: Asked) {
  const named = one && (await ifSeen(findOne(deps, caller, one)));
  const isAlone = one && !query.given.recipient_legal_id;
  const found: CashoutPage =
    named || isAlone
      ? { rows: named ? [named] : [], next: null, previous: null }
      : await listCashouts(deps, caller, query.wanted);
  const { results } = await presentPage(deps, found);
  const shown = new Map(found.rows.map((row) => [row.id, shownStatus(row)]));
  const rows = results.map((row) => ({ ...row, shown: shown.get(row.id) ?? row.status }));
  return { results: rows, ...pagesOf(`${deps.config.CONSOLE_URL}/payments`, query, found) };
}

const findOne = async (
  deps: ReadDeps,
  caller: Identity,
  one: NonNullable<Search['one']>,
): Promise<Cashout> =>
  'id' in one ? (await findCashout(deps, caller, one.id)).cashout : findByName(deps, caller, one);

type Loaded = Awaited<ReturnType<typeof loadList>>;
type Row = Loaded['results'][number];

/**
 * Draws the page.
 * @param typed text of the search box
 */
export function drawList(view: View, loaded: Loaded, asked: Asked, typed: string | undefined): Page {
  const { words } = view;
  const { results, next, previous } = loaded;
  const { isRead } = asked;
  return {
    title: words.payments,
    body: html`${drawFilters(view, asked, typed)}
${isRead ? '' : html`<p class="bad" role="alert">${words.filtersUnread}</p>`}
${
  results.length === 0
    ? html`<p>${words.nothingFound}</p>`
    : html`<table><thead><tr><th scope="col">${words.payee}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.account}</th>
<th scope="col">${words.createdBy}</th><th scope="col">${words.status}</th></tr></thead><tbody>${results.map((row) => drawRow(view, row))}</tbody></table>`
}
${drawPages(view, previous, next)}`,
  };
}

function drawFilters({ words }: View, { query: { given } }: Asked, typed: string | undefined) {
  const { status, from, to, source_account_branch_identifier: branch, source_account_number: number } = given;
  const text = typed ?? given.key ?? given.recipient_legal_id ?? given.recipient_name ?? '';
  const day = (instant: string | undefined) => instant && saoPauloDay(instant);
  const isFiltered = status !== undefined || from !== undefined || to !== undefined;
  return html`<form action="/console/payments" class="fields" role="search">
<p class="wide"><label for="q">${words.search}</label><br><input id="q" name="q" type="search" value="${text}" aria-describedby="q-note"></p><button class="button">${words.show}</button>
<details${isFiltered ? html` open` : ''}><summary>${words.filters}</summary><div class="fields">
<p><label for="status">${words.status}</label><br><select id="status" name="status"><option value="">${words.anyStatus}</option>${statuses.map((name) => html`<option value="${name}"${name === status ? html` selected` : ''}>${words.statuses[name]}</option>`)}</select></p>
<p><label for="from">${words.from}</label><br><input id="from" name="from" type="date" value="${day(from)}"></p>
<p><label for="to">${words.to}</label><br><input id="to" name="to" type="date" value="${day(to)}"></p></div></details>
${branch && number ? html`<input type="hidden" name="source_account_branch_identifier" value="${branch}"><input type="hidden" name="source_account_number" value="${number}">` : ''}</form>
<p class="soft" id="q-note">${words.searchNote}</p>
${branch && number ? html`<p>${words.oneAccount} ${branch}/${number}. <a href="/console/payments">${words.allAccounts}</a></p>` : ''}`;
}

function drawRow({ words, language }: View, row: Row) {
  const name = row.recipient_name ?? (row.key ? maskTaxId(row.key) : words.notLookedUp);
  const tone = tones[row.shown];
  return html`<tr><th scope="row"><a href="/console/cashouts/${row.id}"><bdi>${name}</bdi></a>
${row.recipient_legal_id ? html`<br><span class="soft">${legalIdIn(maskTaxId(row.recipient_legal_id))}</span>` : ''}</th>
<td class="sum" data-name="${words.amount}">${amountIn(language, row.amount)}</td>
<td data-name="${words.account}">${row.source_account_branch_identifier}/${row.from_accout}</td>
<td data-name="${words.createdBy}"><bdi>${row.created_by_name ?? words.unnamed}</bdi><br><span class="soft">${timeIn(language, row.created_at)}</span></td>
<td data-name="${words.status}"${tone ? html` class="${tone}"` : ''}>${words.statuses[row.shown]}</td></tr>`;
}

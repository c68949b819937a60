// Draws the payments of the person's accounts, newest first, with one search box. The address contains all filters.

import type * as z from 'zod';
import type { Identity } from '../access/tokens.ts';
import { hasPermissions } from '../account/policy.ts';
import { maskTaxId } from '../base/tax-id.ts';
import { saoPauloDay } from '../base/time.ts';
import { type Cashout, type CashoutStatus, transitions } from '../cashout/cashout.ts';
import { findByName, findCashout } from '../cashout/find-cashout.ts';
import { type CashoutPage, listCashouts } from '../cashout-list/list-cashouts.ts';
import { presentPage } from '../cashout-list/present.ts';
import { listCashoutsQuery, pagesOf } from '../cashout-list/schemas.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, keyIn, legalIdIn, momentIn } from '../page/formats.ts';
import {
  button,
  buttonLink,
  card,
  empty,
  field,
  hidden,
  notice,
  pill,
  rowLink,
  sub,
  table,
} from '../page/parts.ts';
import type { ReadDeps } from './deps.ts';
import { ifSeen } from './if-seen.ts';
import { readSearch, type Search } from './search.ts';
import { drawPages, type Page, type View } from './shell.ts';
import { shownStatus, tones } from './shown-status.ts';

type Query = z.output<typeof listCashoutsQuery>;
/**
 * The parameters of the address. `isRead`: whether the filters in the address could be read; if not, all payments are
 * listed. `q`: text of the search box.
 */
export type Asked = { query: Query; one: Search['one'] | undefined; isRead: boolean; q: string | undefined };

const perPage = '50';
const statuses = Object.keys(transitions) as CashoutStatus[];
const names = [
  'status',
  'from',
  'to',
  'key',
  'recipient_legal_id',
  'recipient_name',
  'tag',
  'min_amount',
  'max_amount',
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
export function readListQuery(given: Readonly<Record<string, string>>, limit = perPage): Asked {
  const q = given.q?.trim() || undefined;
  const { one, filter, anything }: Search = q ? readSearch(q) : {};
  const asked = names.flatMap((name) => (given[name] ? [[name, given[name]] as const] : []));
  const parsed = listCashoutsQuery.safeParse({ ...Object.fromEntries(asked), ...filter, limit });
  const query = parsed.data ?? listCashoutsQuery.parse({ limit });
  if (anything) query.wanted.filter.anything = anything;
  return { query, one, isRead: parsed.success, q };
}

export async function loadList(deps: ReadDeps, caller: Identity, { query, one, q }: Asked) {
  const named = one && (await ifSeen(findOne(deps, caller, one)));
  const isAlone = one && !query.given.recipient_legal_id && !query.wanted.filter.anything;
  const alone: CashoutPage = { rows: named ? [named] : [], next: null, previous: null };
  const [found, policies] = await Promise.all([
    named || isAlone ? alone : listCashouts(deps, caller, query.wanted),
    deps.accounts.listPolicies(caller.userId),
  ]);
  const rows = await nameRows(deps, found);
  const sides = pagesOf(`${deps.config.CONSOLE_URL}/payments`, query, found);
  const withText = (url: string | null) => (url && q ? `${url}&q=${encodeURIComponent(q)}` : url);
  const mayCreate = policies.some((policy) => hasPermissions(policy, ['CREATE']));
  return { results: rows, next: withText(sides.next), previous: withText(sides.previous), mayCreate };
}

/** Maximum number of pages of a file, and rows of such a page. */
export const [filePagesMost, perFilePage] = [10, '100'];

/** Loads all payments that match, newest first, up to the maximum of a file. */
export async function loadWhole(deps: ReadDeps, caller: Identity, { query, one }: Asked): Promise<Listed[]> {
  if (one && !query.wanted.filter.anything) {
    const named = await ifSeen(findOne(deps, caller, one));
    return nameRows(deps, { rows: named ? [named] : [], next: null, previous: null });
  }
  const rows: Listed[] = [];
  let cursor = query.wanted.cursor;
  for (let count = 0; count < filePagesMost; count += 1) {
    const page = await listCashouts(deps, caller, { ...query.wanted, ...(cursor ? { cursor } : {}) });
    rows.push(...(await nameRows(deps, page)));
    if (!page.next) return rows;
    cursor = page.next;
  }
  return rows;
}

/** Adds to each payment what answers do not show: the state that people see. */
async function nameRows(deps: ReadDeps, found: CashoutPage) {
  const { results } = await presentPage(deps, found);
  const byId = new Map(found.rows.map((row) => [row.id, row]));
  return results.map((row) => {
    const cashout = byId.get(row.id);
    return { ...row, shown: cashout ? shownStatus(cashout) : row.status, tag: cashout?.request.tag };
  });
}
export type Listed = Awaited<ReturnType<typeof nameRows>>[number];

const findOne = async (
  deps: ReadDeps,
  caller: Identity,
  one: NonNullable<Search['one']>,
): Promise<Cashout> =>
  'id' in one ? (await findCashout(deps, caller, one.id)).cashout : findByName(deps, caller, one);

type Loaded = Awaited<ReturnType<typeof loadList>>;

/**
 * Draws the page.
 * @param typed text of the search box
 */
export function drawList(view: View, loaded: Loaded, asked: Asked, typed: string | undefined): Page {
  const { words } = view;
  const { results, next, previous } = loaded;
  return {
    title: words.payments,
    acts: joined(
      results.length > 0 ? buttonLink(fileOf(asked), words.listFile, 'plain', 'download') : '',
      loaded.mayCreate ? buttonLink('/console/new', words.newPayment, 'primary', 'plus') : '',
    ),
    body: joined(
      drawFilters(view, asked, typed),
      asked.isRead ? '' : notice('bad', words.filtersUnread),
      results.length === 0
        ? empty('search', words.nothingFound, words.searchNote)
        : card({ isFlush: true }, drawPayments(view, results)),
      drawPages(view, previous, next),
    ),
  };
}

/** Returns the address of the file with the payments that the filters match. */
function fileOf({ query: { given }, q }: Asked): string {
  const { from, to, status, key, tag } = given;
  const account = {
    source_account_branch_identifier: given.source_account_branch_identifier,
    source_account_number: given.source_account_number,
  };
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, from, to, status, key, tag, ...account }))
    if (value) asked.set(name, value);
  return `/console/payments/file?${asked}`;
}

function drawFilters({ words }: View, { query: { given } }: Asked, typed: string | undefined): Html {
  const { status, from, to, source_account_branch_identifier: branch, source_account_number: number } = given;
  const text = typed ?? given.key ?? given.recipient_legal_id ?? given.recipient_name ?? '';
  const dayOf = (instant: string | undefined) => instant && saoPauloDay(instant);
  const states = [
    ['', words.anyStatus] as const,
    ...statuses.map((name) => [name, words.statuses[name]] as const),
  ];
  const all = { isOptional: true } as const;
  return joined(
    h.form(
      { action: '/console/payments', class: 'card fields', role: 'search' },
      field({
        ...all,
        name: 'q',
        label: words.search,
        value: text,
        hint: words.searchNote,
        type: 'search',
        isWide: true,
      }),
      field({ ...all, name: 'status', label: words.status, value: status, options: states }),
      field({ ...all, name: 'from', label: words.from, value: dayOf(from), type: 'date' }),
      field({ ...all, name: 'to', label: words.to, value: dayOf(to), type: 'date' }),
      branch && number
        ? hidden({ source_account_branch_identifier: branch, source_account_number: number })
        : '',
      h.p(button(words.show, 'plain')),
    ),
    branch && number
      ? h.p(
          `${words.oneAccount} ${branch}/${number}. `,
          h.a({ href: '/console/payments' }, words.allAccounts),
        )
      : '',
  );
}

/** Draws payments as a table. */
export function drawPayments(view: View, rows: readonly Listed[]): Html {
  const { words } = view;
  return table({
    label: words.payments,
    columns: [
      [words.payee, 'row'],
      [words.tag, 'bare'],
      [words.account, 'late'],
      [words.createdBy],
      [words.status, 'state'],
      [words.amount, 'main sum'],
    ],
    rows: rows.map((row) => drawRow(view, row)),
  });
}

function drawRow({ words, language, now }: View, row: Listed) {
  const name = row.recipient_name ?? (row.key ? keyIn(maskTaxId(row.key)) : words.notLookedUp);
  const document = row.recipient_legal_id && legalIdIn(maskTaxId(row.recipient_legal_id));
  return [
    joined(rowLink(`/console/cashouts/${row.id}`, name), document ? sub(document) : ''),
    row.tag ? h.bdi(row.tag) : '',
    `${row.source_account_branch_identifier}/${row.from_accout}`,
    joined(h.bdi(row.created_by_name ?? words.unnamed), sub(momentIn(language, row.created_at, now))),
    pill(tones[row.shown], words.statuses[row.shown]),
    amountIn(language, row.amount),
  ];
}

// Draws the home of the console: the payments that wait for the person's approval, their number and sum, and the number
// of waiting batches.

import { html } from 'hono/html';
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
import type { Base } from '../platform/deps.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
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
  html`source_account_branch_identifier=${branch}&amp;source_account_number=${number}`;

export const drawChoice = ({ words }: View, accounts: readonly AccountRef[]): Page => ({
  title: words.chooseAccount,
  body: html`<ul>${accounts.map((account) => html`<li><a href="/console?${queryOf(account)}">${account.branch}/${account.number}</a></li>`)}</ul>`,
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
  const ofAccount = wanted.account ? html`&amp;${queryOf(wanted.account)}` : '';
  const news = html`<p data-news="/console/news?since=${at}${ofAccount}" role="status" hidden><a href="/console?order=${order}${ofAccount}"><span></span> ${words.news}</a></p>`;
  const { count: waiting, isWhole: isCounted } = loaded.batches;
  const said = waiting === 0 && !isCounted ? words.batchesToo : words.batchesWaiting(waiting, isCounted);
  const batches = html`<p><a href="/console/batches">${said}</a></p>`;
  if (count === 0)
    return {
      title: words.waiting,
      body: html`${news}<p>${words.waitingNone}</p><p class="soft">${words.waitingNoneNote}</p>${batches}`,
    };
  const toOrder = (one: QueueOrder, name: string) =>
    html`<a href="/console?order=${one}${ofAccount}"${one === order ? html` aria-current="page"` : ''}>${name}</a>`;
  return {
    title: words.waiting,
    body: html`${news}<p class="soft">${words.countAndSum(count, amountIn(language, sumCents / 100), isWhole)}</p>
${batches}
<nav aria-label="${words.waiting}">${toOrder('oldest', words.oldest)} ${toOrder('largest', words.largest)}</nav>
<form method="post" action="/console/confirm"><table><thead><tr><th scope="col">${words.choose}</th><th scope="col">${words.payee}</th><th scope="col" class="sum">${words.amount}</th>
<th scope="col">${words.account}</th><th scope="col">${words.createdBy}</th><th scope="col">${words.reasons}</th></tr></thead>
<tbody>${rows.map((row) => drawRow(view, row))}</tbody></table><p><label hidden><input type="checkbox" data-mark-all> ${words.markAll}</label> <span class="soft" data-marked role="status"></span></p>
<p><button class="button" data-review>${words.review}</button></p></form>
${wanted.cursor || next ? html`<nav aria-label="${words.pages}">${wanted.cursor ? html`<a href="/console?order=${order}${ofAccount}">${words.first}</a>` : ''}${next ? html`<a href="/console?order=${order}&amp;cursor_id=${next.id}&amp;cursor_datetime=${next.at}${ofAccount}">${words.next}</a>` : ''}</nav>` : ''}`,
  };
}

const toCents = (reais: number) => Math.round(reais * 100);

function drawRow({ words, language }: View, row: Row) {
  const { payee, reasons } = row;
  const name = payee?.recipient_name ?? row.recipient_name ?? row.key ?? words.notLookedUp;
  const document = payee?.recipient_legal_id ?? row.recipient_legal_id;
  const told = [
    ...reasons.map((reason) => saidIn(language, reason)),
    ...('possible_duplicate_of' in row ? [`${words.duplicate} ${row.possible_duplicate_of}`] : []),
  ];
  return html`<tr><td><input type="checkbox" name="cashout" value="${row.id}" data-cents="${toCents(row.amount)}" aria-label="${words.choose}: ${name}"></td><th scope="row"><a href="/console/cashouts/${row.id}"><bdi>${name}</bdi></a>
${document ? html`<br><span class="soft">${legalIdIn(document)}</span>` : ''}${payee?.recipient_instution ? html`<br><span class="soft">${payee.recipient_instution_name ?? payee.recipient_instution}</span>` : ''}${row.tag ? html`<br><span class="soft">${words.tag}: <bdi>${row.tag}</bdi></span>` : ''}</th>
<td class="sum" data-name="${words.amount}">${amountIn(language, row.amount)}</td>
<td data-name="${words.account}">${row.source_account_branch_identifier}/${row.from_accout}</td>
<td data-name="${words.createdBy}"><bdi>${row.created_by_name ?? words.unnamed}</bdi><br><span class="soft">${timeIn(language, row.created_at)}${row.expiresAt ? html`<br>${words.expiresAt(timeIn(language, row.expiresAt))}` : ''}</span></td>
<td${told.length > 0 ? html` data-name="${words.reasons}" class="warn"` : ''}>${told.join(' · ')}</td></tr>`;
}

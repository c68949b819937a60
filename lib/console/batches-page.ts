// Draws the batches of a person's accounts, and the form that sends a batch.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { listAccounts } from '../account/list-accounts.ts';
import { hasPermissions } from '../account/policy.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import { listBatches } from '../batch/list-batches.ts';
import { presentBatch } from '../batch/present-batch.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import { drawReport, type Report } from './batch-faults.ts';
import type { BatchDeps } from './deps.ts';
import { drawPages, type Html, type Page, type View } from './shell.ts';

export const batchesPath = '/console/batches';
export const sendPath = '/console/batches/send';
const [accountsMost, perPage] = [20, 50];

type Asked = { account?: string; before?: string };

/** Reads the parameters of the address. Parameters that cannot be read are ignored. */
export function readBatchesQuery({ account = '', before = '' }: Readonly<Record<string, string>>): Asked {
  if (!isAccountId(account)) return {};
  return { account, ...(/^[\d:.TZ-]{24}-[\da-f]{32}$/.test(before) ? { before } : {}) };
}

export async function loadBatches(deps: BatchDeps, caller: Identity, asked: Asked) {
  const owned = await listAccounts(deps, caller, { limit: accountsMost });
  const accounts = owned.rows.map(({ account }) => accountIdOf(account));
  const account = asked.account ?? (accounts.length === 1 ? accounts[0] : undefined);
  const { rows, before } = account
    ? await listOfAccount(deps, caller, account, asked.before)
    : { rows: await listNewest(deps, accounts), before: null };
  const nameOf = await deps.users.namesOf(rows.map(({ createdBy }) => createdBy));
  return {
    accounts,
    hasMore: owned.next !== null,
    account,
    older: before && `${batchesPath}?account=${account}&before=${before}`,
    mayCreate: owned.rows.some(({ policy }) => hasPermissions(policy, ['CREATE'])),
    rows: rows.map((row) => ({ ...presentBatch(row), sender: nameOf(row.createdBy) })),
  };
}

function listOfAccount(deps: BatchDeps, caller: Identity, account: string, before: string | undefined) {
  const { branch, number } = accountOf(account);
  return listBatches(deps, caller, {
    source_account_branch_identifier: branch,
    source_account_number: number,
    before,
    limit: perPage,
  });
}

/** Lists the newest batches of all accounts. Older batches are on the page of each account. */
async function listNewest({ batches }: BatchDeps, accounts: readonly string[]) {
  const found = await Promise.all(accounts.map((account) => batches.list(accountOf(account), perPage)));
  return found
    .flat()
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, perPage);
}

type Loaded = Awaited<ReturnType<typeof loadBatches>>;
type Row = Loaded['rows'][number];

export const nameOfBatch = (
  { words }: View,
  { name, id }: { name?: string | null | undefined; id: string },
): string => name ?? `${words.batch} ${id.slice(0, 8)}`;

/**
 * Draws the page.
 * @param key idempotency key of the form
 */
export function drawBatches(view: View, loaded: Loaded, key: string): Page {
  const { words } = view;
  const { accounts, account, hasMore, rows, older, mayCreate } = loaded;
  const choice = accounts.map(
    (one) =>
      html`<a href="${batchesPath}?account=${one}"${one === account ? html` aria-current="page"` : ''}>${one}</a>`,
  );
  return {
    title: words.batches,
    body: html`${accounts.length > 1 ? html`<nav aria-label="${words.accounts}"><a href="${batchesPath}"${account ? '' : html` aria-current="page"`}>${words.allAccounts}</a>${choice}</nav>` : ''}
${hasMore ? html`<p class="soft">${words.someAccounts}</p>` : ''}
${
  rows.length === 0
    ? html`<p>${words.noBatches}</p>`
    : html`<table><thead><tr><th scope="col">${words.batch}</th><th scope="col">${words.account}</th><th scope="col" class="sum">${words.lines}</th><th scope="col" class="sum">${words.sum}</th>
<th scope="col">${words.status}</th><th scope="col">${words.createdBy}</th></tr></thead><tbody>${rows.map((row) => drawRow(view, row))}</tbody></table>`
}
${drawPages(view, null, older)}${mayCreate ? drawForm(view, key, {}) : ''}`,
  };
}

/** Returns the number of lines that have ended. */
export const endedIn = (batch: ReturnType<typeof presentBatch>) =>
  batch.total_lines - batch.counts.waiting.lines - batch.counts.processing.lines;

function drawRow(view: View, row: Row) {
  const { words, language } = view;
  return html`<tr><th scope="row"><a href="${batchesPath}/${row.id}"><bdi>${nameOfBatch(view, row)}</bdi></a></th>
<td data-name="${words.account}">${row.source_account_branch_identifier}/${row.source_account_number}</td>
<td class="sum" data-name="${words.lines}">${row.total_lines}</td><td class="sum" data-name="${words.sum}">${amountIn(language, row.total_amount)}</td>
<td data-name="${words.status}">${words.batchStatuses[row.status]}<br><span class="soft">${words.endedOf(endedIn(row), row.total_lines)}</span></td>
<td data-name="${words.createdBy}"><bdi>${row.sender ?? words.unnamed}</bdi><br><span class="soft">${timeIn(language, row.created_at)}</span></td></tr>`;
}

/**
 * The fields that a person typed in addition to the file. They are shown again after a refusal; the file must be chosen
 * again.
 */
export type Typed = { name?: string; total_lines?: string; total_amount?: string; charset?: string };

/** Draws the form again, with the reason why the file was refused. */
export function drawSendAgain(view: View, key: string, typed: Typed, why: Report | string): Page {
  const { words } = view;
  return {
    title: words.sendBatch,
    status: 422,
    body: html`${typeof why === 'string' ? html`<p class="bad" role="alert">${why}</p>` : drawReport(view, why)}
${drawForm(view, key, typed)}<nav><a href="${batchesPath}">${words.back}</a></nav>`,
  };
}

function drawForm(view: View, key: string, typed: Typed): Html {
  const { words } = view;
  const encodings = Object.entries(words.encodings).map(
    ([name, said]) =>
      html`<option value="${name}"${name === typed.charset ? html` selected` : ''}>${said}</option>`,
  );
  return html`<section class="card"><h2>${words.sendBatch}</h2><form method="post" action="${sendPath}" enctype="multipart/form-data"><input type="hidden" name="idempotency_key" value="${key}">
<p class="soft">${words.sendNote}</p>
<p><label for="file">${words.batchFile}</label><br><input id="file" name="file" type="file" accept=".csv,text/csv" required></p>
<p><label for="charset">${words.encoding}</label><br><select id="charset" name="charset">${encodings}</select></p>
${drawTotals(view, typed)}
<p><label for="name">${words.batchName}</label><br><input id="name" name="name" maxlength="60" value="${typed.name}"></p>
<button class="button">${words.send}</button></form></section>`;
}

/** Draws the fields for the control totals. The person types the totals, which are compared with the file. */
export const drawTotals = ({ words }: View, { total_lines: lines, total_amount: amount }: Typed): Html =>
  html`<p><label for="total_lines">${words.totalLines}</label><br><input id="total_lines" name="total_lines" inputmode="numeric" required value="${lines}" aria-describedby="totals-note"></p>
<p><label for="total_amount">${words.totalAmount}</label><br><input id="total_amount" name="total_amount" inputmode="decimal" required value="${amount}" aria-describedby="totals-note"></p>
<p class="soft" id="totals-note">${words.totalsNote}</p>`;

// Draws the batches of a person's accounts, and the form that sends a batch.

import type { Identity } from '../access/tokens.ts';
import { listAccounts } from '../account/list-accounts.ts';
import { hasPermissions } from '../account/policy.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import type { BatchStatus } from '../batch/batch.ts';
import { listBatches } from '../batch/list-batches.ts';
import { presentBatch } from '../batch/present-batch.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, momentIn } from '../page/formats.ts';
import {
  button,
  buttonLink,
  card,
  chips,
  empty,
  field,
  hidden,
  notice,
  pill,
  rowLink,
  sub,
  type Tone,
  table,
} from '../page/parts.ts';
import { drawReport, type Report, wrongIn } from './batch-faults.ts';
import type { BatchDeps } from './deps.ts';
import { drawPages, type Page, type View } from './shell.ts';

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

export const batchTones: Readonly<Record<BatchStatus, Tone>> = {
  JUDGING: 'run',
  AWAITING_APPROVAL: 'wait',
  REFUSED: 'bad',
  SCHEDULED: 'plan',
  PAYING: 'run',
  PAUSED: 'wait',
  STOPPING: 'run',
  FINISHED: 'good',
  CANCELLED: 'over',
  EXPIRED: 'over',
};

/**
 * Draws the page.
 * @param key idempotency key of the form
 */
export function drawBatches(view: View, loaded: Loaded, key: string): Page {
  const { words } = view;
  const { accounts, hasMore, rows, older, mayCreate } = loaded;
  return {
    title: words.batches,
    acts: mayCreate && buttonLink('#send', words.sendBatch, 'plain', 'upload'),
    body: joined(
      accounts.length > 1 && drawChoice(view, loaded),
      hasMore && h.p({ class: 'soft' }, words.someAccounts),
      rows.length === 0 ? empty('layers', words.noBatches) : drawRows(view, rows),
      drawPages(view, null, older),
      mayCreate && card({ title: words.sendBatch, id: 'send' }, drawForm(view, key, {})),
    ),
  };
}

const drawChoice = ({ words }: View, { accounts, account }: Loaded): Html =>
  chips(words.accounts, [
    { to: batchesPath, words: words.allAccounts, isCurrent: !account },
    ...accounts.map((one) => ({
      to: `${batchesPath}?account=${one}`,
      words: one,
      isCurrent: one === account,
    })),
  ]);

const drawRows = (view: View, rows: readonly Row[]): Html =>
  card(
    { isFlush: true },
    table({
      label: view.words.batches,
      columns: [
        [view.words.batch, 'row'],
        [view.words.account, 'late'],
        [view.words.createdBy],
        [view.words.lines, 'sum'],
        [view.words.status, 'bare'],
        [view.words.sum, 'main sum'],
      ],
      rows: rows.map((row) => drawRow(view, row)),
    }),
  );

/** Returns the number of lines that have ended. */
export const endedIn = ({ total_lines: lines, counts }: ReturnType<typeof presentBatch>): number =>
  lines - counts.waiting.lines - counts.processing.lines;

function drawRow(view: View, row: Row) {
  const { words, language, now } = view;
  return [
    rowLink(`${batchesPath}/${row.id}`, nameOfBatch(view, row)),
    `${row.source_account_branch_identifier}/${row.source_account_number}`,
    joined(h.bdi(row.sender ?? words.unnamed), sub(momentIn(language, row.created_at, now))),
    row.total_lines,
    joined(
      pill(batchTones[row.status], words.batchStatuses[row.status]),
      sub(words.endedOf(endedIn(row), row.total_lines)),
    ),
    amountIn(language, row.total_amount),
  ];
}

/**
 * The fields that a person typed in addition to the file. They are shown again after a refusal; the file must be chosen
 * again.
 */
export type Typed = { name?: string; total_lines?: string; total_amount?: string; charset?: string };

/** Draws the form again, with the reason why the file was refused. */
export function drawSendAgain(view: View, key: string, typed: Typed, why: Report | string): Page {
  const { words } = view;
  const report = typeof why === 'string' ? undefined : why;
  return {
    title: words.sendBatch,
    back: [batchesPath, words.batches],
    status: 422,
    body: joined(
      report ? drawReport(view, report) : notice('bad', String(why)),
      card({}, drawForm(view, key, typed, report)),
    ),
  };
}

function drawForm(view: View, key: string, typed: Typed, report?: Report): Html {
  const { words } = view;
  return h.form(
    { method: 'post', action: sendPath, enctype: 'multipart/form-data' },
    h.p({ class: 'soft' }, words.sendNote),
    field({ name: 'file', label: words.batchFile, type: 'file', more: { accept: '.csv,text/csv' } }),
    drawTotals(view, typed, report),
    h.div(
      { class: 'fields' },
      field({
        name: 'name',
        label: words.batchName,
        value: typed.name,
        wrong: wrongIn(view, report, 'name'),
        isOptional: true,
        more: { maxlength: 60 },
      }),
      field({
        name: 'charset',
        label: words.encoding,
        value: typed.charset,
        wrong: wrongIn(view, report, 'content-type'),
        options: Object.entries(words.encodings),
      }),
    ),
    h.p(hidden({ idempotency_key: key }), button(words.send)),
  );
}

/** Draws the fields for the control totals. The person types the totals, which are compared with the file. */
export function drawTotals(view: View, typed: Typed, report?: Report): Html {
  const { words } = view;
  return h.div(
    { role: 'group', 'aria-describedby': 'totals-note' },
    h.div(
      { class: 'fields' },
      field({
        name: 'total_lines',
        label: words.totalLines,
        value: typed.total_lines,
        wrong: wrongIn(view, report, 'total_lines'),
        more: { inputmode: 'numeric' },
      }),
      field({
        name: 'total_amount',
        label: words.totalAmount,
        value: typed.total_amount,
        wrong: wrongIn(view, report, 'total_amount'),
        more: { inputmode: 'decimal' },
      }),
    ),
    h.p({ class: 'hint', id: 'totals-note' }, words.totalsNote),
  );
}

// Draws the batches of a person's accounts, and the form that sends a batch.

import type { Identity } from '../access/tokens.ts';
import { listAccounts } from '../account/list-accounts.ts';
import { accountIdOf, accountOf, isAccountId } from '../base/account-ref.ts';
import type { BatchStatus } from '../batch/batch.ts';
import { listBatches } from '../batch/list-batches.ts';
import { presentBatch } from '../batch/present-batch.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, momentIn } from '../page/formats.ts';
import { buttonLink, card, chips, empty, pill, rowLink, sub, type Tone, table } from '../page/parts.ts';
import type { BatchDeps } from './deps.ts';
import { drawSendForm, ownOf } from './send-batch-page.ts';
import { drawPages, type Page, type View } from './shell.ts';

export const batchesPath = '/console/batches';
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
    own: ownOf(owned.rows),
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
  const { accounts, hasMore, rows, older } = loaded;
  const mayCreate = loaded.own.length > 0;
  return {
    title: words.batches,
    acts: mayCreate && buttonLink('#send', words.sendBatch, 'plain', 'upload'),
    body: joined(
      accounts.length > 1 && drawChoice(view, loaded),
      hasMore && h.p({ class: 'soft' }, words.someAccounts),
      rows.length === 0 ? empty('layers', words.noBatches) : drawRows(view, rows),
      drawPages(view, null, older),
      mayCreate &&
        card({ title: words.sendBatch, id: 'send' }, drawSendForm(view, { key, accounts: loaded.own }, {})),
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

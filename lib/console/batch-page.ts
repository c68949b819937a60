// Draws the page of one batch: its progress, the actions that the person may take, and its lines.

import { html } from 'hono/html';
import type * as z from 'zod';
import type { Identity } from '../access/tokens.ts';
import { hasPermissions } from '../account/policy.ts';
import { wordsOf } from '../base/errors.ts';
import { nextBatchStatus } from '../batch/batch.ts';
import { whyNotNow } from '../batch/decide-batch.ts';
import { findBatch } from '../batch/find-batch.ts';
import { isMoving } from '../batch/next-step.ts';
import { presentBatch, presentLine } from '../batch/present-batch.ts';
import { listLinesQuery } from '../batch/requests.ts';
import { unpaid } from '../batch/retry-batch.ts';
import { listLines } from '../batch/show-lines.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import { drawCounts, drawLines } from './batch-lines.ts';
import { batchesPath, endedIn, nameOfBatch } from './batches-page.ts';
import type { BatchDeps } from './deps.ts';
import { drawApprovals, drawFacts, type Fact, shortDigest } from './page-parts.ts';
import { saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

/** Reads the parameters of the address. If they cannot be read, all lines are shown from the first. */
export const readLinesQuery = ({ status, after }: Readonly<Record<string, string>>) =>
  listLinesQuery.safeParse({ status, after }).data ?? listLinesQuery.parse({});
type Query = z.output<typeof listLinesQuery>;

/** Loads what this person may do about a batch now, and why the person cannot approve or continue it now. */
async function loadRights(deps: BatchDeps, caller: Identity, id: string) {
  const { row, policy } = await findBatch(deps, caller, id);
  const [mayDecide, mayCreate] = [hasPermissions(policy, ['APPROVE']), hasPermissions(policy, ['CREATE'])];
  const act = { AWAITING_APPROVAL: 'approve', PAUSED: 'resume' }[row.status as 'PAUSED'] as
    | 'approve'
    | 'resume'
    | undefined;
  const refusal = mayDecide && act ? await whyNotNow(deps, caller, row) : undefined;
  const hasUnpaid = row.tallies.some((tally) => [...unpaid].some((state) => tally[state]));
  return {
    row,
    act: mayDecide ? act : undefined,
    refusal,
    mayStop: mayDecide && nextBatchStatus(row.status, 'stop') !== undefined,
    mayRetry: mayCreate && row.status === 'FINISHED' && hasUnpaid,
    mayDecide,
    mayCreate,
  };
}

/** Loads a batch without its lines. */
export async function loadHead(deps: BatchDeps, caller: Identity, id: string) {
  const rights = await loadRights(deps, caller, id);
  const { row } = rights;
  const users = [row.createdBy, row.stopped?.by, ...row.approvals.map(({ by }) => by)];
  const nameOf = await deps.users.namesOf(users);
  return { ...rights, batch: presentBatch(row), nameOf };
}
export type Head = Awaited<ReturnType<typeof loadHead>>;

export async function loadBatch(deps: BatchDeps, caller: Identity, id: string, query: Query) {
  const [head, { lines, next }] = await Promise.all([
    loadHead(deps, caller, id),
    listLines(deps, caller, id, query),
  ]);
  const after = next && `${next.state}-${next.record}`;
  return { ...head, lines: lines.map(presentLine), after, status: query.status };
}

export type Loaded = Awaited<ReturnType<typeof loadBatch>>;

export function drawBatch(view: View, loaded: Loaded): Page {
  const { words } = view;
  const { row, batch } = loaded;
  const isAwaited = batch.status === 'JUDGING' || isMoving(row);
  const ended = endedIn(batch);
  return {
    title: `${nameOfBatch(view, batch)}: ${words.batchStatuses[batch.status]}`,
    body: html`${isAwaited ? html`<p class="soft" data-awaits="${batch.status} ${ended}">${words.inProgress}</p>` : ''}
${drawHead(view, loaded)}
${drawActs(view, loaded)}
<h2>${words.progress}: ${words.endedOf(ended, batch.total_lines)}</h2>${drawCounts(view, batch)}
<h2 id="lines">${words.lines}</h2>${drawLines(view, batch.id, loaded)}
<nav><a href="${batchesPath}/${batch.id}/results">${words.results}</a><a href="${batchesPath}">${words.batches}</a></nav>`,
  };
}

/** Draws the part of a batch that every page about a decision begins with. */
export function drawHead(view: View, { row, batch, nameOf }: Head): Html {
  const { words, language } = view;
  const at = (instant: string | null) => instant && `${timeIn(language, instant)} (${words.zone})`;
  const { approvals, stopped, paused } = batch;
  const isWaiting = batch.status === 'AWAITING_APPROVAL';
  const lines: readonly Fact[] = [
    [words.account, `${batch.source_account_branch_identifier}/${batch.source_account_number}`],
    [words.lines, String(batch.total_lines)],
    [words.createdBy, nameOf(row.createdBy) ?? words.unnamed],
    [words.createdAt, at(batch.created_at)],
    [words.startsAt, at(batch.starts_at)],
    [words.approveBy, isWaiting ? at(batch.approve_by) : null],
    [words.stopReason, stopped?.reason],
    [words.digest, shortDigest(batch.content_digest), 'id'],
  ];
  const waits = batch.waits_until
    ? html`<p class="warn">${words.waitsUntil(timeIn(language, batch.waits_until))}</p>`
    : '';
  return html`${drawWarnings(view, batch)}${waits}${paused ? html`<p class="warn">${words.pauses[paused.reason]}${paused.until ? ` ${words.goOnFrom(timeIn(language, paused.until))}` : ''}</p><p class="soft">${words.pausedNote}</p>` : ''}
<section class="card"><p class="amount">${amountIn(language, batch.total_amount)}</p>${drawFacts(lines)}</section>
<h2>${words.approvals} (${words.approvalsOf(approvals.length, batch.approvals_needed)})</h2>
${drawApprovals(
  view,
  row.approvals.map(({ by, name, at: when }) => ({ name: name ?? nameOf(by), at: when })),
)}`;
}

function drawWarnings({ words }: View, batch: Head['batch']): Html {
  const toOther = (said: string, id: string | null, tone: string) =>
    id
      ? html`<p class="${tone}">${said} <a href="${batchesPath}/${id}" class="id">${id.slice(0, 8)}</a></p>`
      : '';
  const isWaiting = batch.status === 'AWAITING_APPROVAL';
  return html`${toOther(words.sameLines, batch.same_lines_as, 'warn')}${toOther(words.retryOf, batch.retry_of, 'soft')}${toOther(words.retriedAs, batch.retried_as, 'soft')}
${isWaiting && batch.has_funds === false ? html`<p class="warn">${words.noFunds}</p>` : ''}${batch.wrong_lines ? html`<p class="bad">${words.wrongLines(batch.wrong_lines)}</p>` : ''}`;
}

function drawActs(view: View, { batch, act, refusal, mayStop, mayRetry }: Head): Html {
  const { words, language } = view;
  const to = `${batchesPath}/${batch.id}`;
  return html`${refusal ? html`<p class="warn">${saidIn(language, wordsOf(refusal))}</p>` : ''}
${act && !refusal ? html`<form method="post" action="${to}/confirm"><button class="button">${act === 'approve' ? words.reviewOne : words.resumeBatch}</button></form>` : ''}
${mayStop ? html`<p><a href="${to}/stop">${words.stopBatch}</a></p>` : ''}${mayRetry ? html`<p><a href="${to}/retry">${words.retryBatch}</a></p>` : ''}`;
}

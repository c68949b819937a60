// Draws the page of one batch: its progress, the actions that the person may take, and its lines.

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
import { presentCashout } from '../cashout/present.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { minuteIn } from '../page/formats.ts';
import { button, buttonLink, card, facts, form, notice, pill } from '../page/parts.ts';
import { drawLines, drawProgress, drawStates, type ShownLine } from './batch-lines.ts';
import { batchesPath, batchTones, endedIn, nameOfBatch } from './batches-page.ts';
import type { BatchDeps } from './deps.ts';
import { copied, drawApprovals, shortDigest } from './page-parts.ts';
import { saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

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
  return { ...head, lines: await namePayees(deps, lines.map(presentLine)), after, status: query.status };
}

/** Adds the names of the payees as the network has told them, which only paid lines have. */
async function namePayees(
  { cashoutLists }: BatchDeps,
  lines: readonly ReturnType<typeof presentLine>[],
): Promise<ShownLine[]> {
  const listed = lines.flatMap(({ id }) => (id === null ? [] : [{ id }]));
  const rows = listed.length > 0 ? await cashoutLists.getAll(listed) : [];
  const names = new Map(rows.map((row) => [row.id, presentCashout(row, 'lookup').recipient_name]));
  return lines.map((line) => ({ ...line, payee: (line.id && names.get(line.id)) || line.recipient_name }));
}

export type Loaded = Awaited<ReturnType<typeof loadBatch>>;

export function drawBatch(view: View, loaded: Loaded): Page {
  const { words, language } = view;
  const { row, batch, refusal, status } = loaded;
  const isAwaited = batch.status === 'JUDGING' || isMoving(row);
  const said = words.batchStatuses[batch.status];
  return {
    title: `${nameOfBatch(view, batch)}: ${said}`,
    heading: h.bdi(nameOfBatch(view, batch)),
    back: [batchesPath, words.batches],
    lead: pill(batchTones[batch.status], said),
    acts: drawActs(view, loaded),
    body: joined(
      isAwaited &&
        h.p({ class: 'soft', 'data-awaits': `${batch.status} ${endedIn(batch)}` }, words.inProgress),
      refusal && notice('warn', saidIn(language, wordsOf(refusal))),
      drawWarnings(view, batch),
      drawProgress(view, batch),
      drawDetails(view, loaded),
      h.div(
        { class: 'stack', id: 'lines' },
        drawStates(view, batch, status),
        drawLines(view, batch.id, loaded),
      ),
    ),
  };
}

/**
 * Draws the facts and the approvals of a batch.
 * @param beside stands beside them; without it, the approvals stand beside the facts
 */
export function drawDetails(view: View, head: Head, beside?: Content): Html {
  const given = drawGiven(view, head);
  return h.div(
    { class: 'columns' },
    h.div({ class: 'stack' }, drawBatchFacts(view, head), beside && given, drawTechnical(view, head)),
    h.div({ class: 'stack' }, beside ?? given),
  );
}

function drawBatchFacts({ words, language }: View, { row, batch, nameOf }: Head): Html {
  const at = (instant: string | null) => instant && `${minuteIn(language, instant)} (${words.zone})`;
  const account = `${batch.source_account_branch_identifier}/${batch.source_account_number}`;
  const isWaiting = batch.status === 'AWAITING_APPROVAL';
  return card(
    { title: words.batch },
    facts([
      [words.account, h.a({ href: `/console/accounts/${account}` }, account), 'whole'],
      [words.lines, batch.total_lines],
      [words.createdBy, nameOf(row.createdBy) ?? words.unnamed],
      [words.createdAt, at(batch.created_at)],
      [words.startsAt, at(batch.starts_at)],
      [words.approveBy, isWaiting ? at(batch.approve_by) : null],
      [words.stopReason, batch.stopped?.reason],
    ]),
  );
}

const drawTechnical = (view: View, { batch }: Head): Html =>
  h.details(
    { class: 'card' },
    h.summary(view.words.technical),
    facts([
      [view.words.id, copied(view, batch.id)],
      [view.words.digest, copied(view, shortDigest(batch.content_digest))],
    ]),
  );

function drawGiven(view: View, { row, batch, nameOf }: Head): Html {
  const { words } = view;
  const { approvals, approvals_needed: needed } = batch;
  return card(
    { title: `${words.approvals} (${words.approvalsOf(approvals.length, needed)})` },
    drawApprovals(
      view,
      row.approvals.map(({ by, name, at }) => ({ name: name ?? nameOf(by), at })),
    ),
  );
}

/** Draws what a person must know about a batch before a decision. */
export function drawWarnings(view: View, batch: Head['batch']): Html {
  const { words, language } = view;
  const isWaiting = batch.status === 'AWAITING_APPROVAL';
  const toOther = (kind: 'warn' | 'info', said: string, id: string | null) =>
    id && notice(kind, h.p(`${said} `, h.a({ class: 'id', href: `${batchesPath}/${id}` }, id.slice(0, 8))));
  return joined(
    toOther('warn', words.sameLines, batch.same_lines_as),
    toOther('info', words.retryOf, batch.retry_of),
    toOther('info', words.retriedAs, batch.retried_as),
    isWaiting && batch.has_funds === false && notice('warn', words.noFunds),
    batch.wrong_lines ? notice('bad', words.wrongLines(batch.wrong_lines)) : '',
    batch.waits_until && notice('warn', words.waitsUntil(minuteIn(language, batch.waits_until))),
    drawPause(view, batch),
  );
}

/** Draws why a batch is paused, and what to do. */
function drawPause({ words, language }: View, { paused }: Head['batch']): Html | '' {
  if (!paused) return '';
  const until = paused.until ? ` ${words.goOnFrom(minuteIn(language, paused.until))}` : '';
  return notice('warn', h.p(words.pauses[paused.reason], until), h.p(words.pausedNote));
}

/** Draws the link to the page that stops a batch. */
export const drawStopLink = ({ words }: View, { batch, mayStop }: Head): Html | '' =>
  mayStop ? buttonLink(`${batchesPath}/${batch.id}/stop`, words.stopBatch) : '';

function drawActs(view: View, head: Head): Html {
  const { words } = view;
  const { batch, act, refusal, mayRetry } = head;
  const to = `${batchesPath}/${batch.id}`;
  return joined(
    drawStopLink(view, head),
    h.button({ class: 'button plain', type: 'button', 'data-print': true, hidden: true }, words.print),
    buttonLink(`${to}/results`, words.results, 'plain', 'download'),
    mayRetry && buttonLink(`${to}/retry`, words.retryBatch, 'primary', 'again'),
    act && !refusal && form(`${to}/confirm`, button(act === 'approve' ? words.reviewOne : words.resumeBatch)),
  );
}

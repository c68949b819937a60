// Checks whether callers were told the truth: one key creates one transfer, a 4xx moves nothing, a 200 stays true, and
// a status that a caller has read is never undone.

import { wordsOf } from '../../lib/base/errors.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Chargeback } from '../../lib/chargeback/chargeback.ts';
import { bodyOf, isGood, type Operation } from './callers.ts';
import { type Case, groupBy, rowsOf } from './case.ts';

const statuses = new Set([200, 400, 401, 404, 409, 422, 502, 503, 504]);
const rank = { NEW: 0, PROCESSING: 1, SUCCESS: 2, ERROR: 3, CANCELLED: 3, REFUNDED: 3 } as const;

const isCreate = ({ path }: Operation) => path.startsWith('/create-');
const isChargeback = ({ path, method }: Operation) =>
  method === 'POST' && path.endsWith('chargebacks-pix-copy-and-paste/');
/** Returns whether an account's rule refused the call as a duplicate. Such a refusal does not depend on the key. */
const isDuplicate = (outcome: Operation['outcome']) =>
  outcome.kind === 'answer' && outcome.body.message === 'Transaction may be a duplicate';
const wasRefused = ({ outcome }: Operation) => outcome.kind === 'answer' && outcome.status >= 400;

export function checkAnswers(judged: Case): void {
  const { callers, stored, fail } = judged;
  for (const operation of callers.history) checkShape(judged, operation);
  const rows = rowsOf<Cashout>(stored, 'CashoutsTable');
  for (const [tag, calls] of groupBy(callers.history.filter(isCreate), ({ asked }) => asked.tag)) {
    checkCreates(
      judged,
      tag,
      calls,
      rows.filter(({ request }) => request.tag === tag),
    );
  }
  const chargebacks = rowsOf<Chargeback>(stored, 'ChargebacksTable').filter(({ status }) => status);
  for (const [information, calls] of groupBy(
    callers.history.filter(isChargeback),
    ({ asked }) => asked.information,
  )) {
    if (information === 'x') continue;
    checkChargebackCalls(
      judged,
      calls,
      chargebacks.filter(({ request }) => request.information === information),
    );
  }
  checkConflicts(judged);
  checkApprovals(judged, rows);
  checkRejections(judged, rows);
  checkCodes(judged, rows);
  checkOrder(judged);
  const all = [...rows.map(({ id }) => id), ...chargebacks.map(({ id }) => id)];
  if (new Set(all).size !== all.length) fail('I22', 'an id is given twice');
}

function checkShape({ fail }: Case, { method, path, outcome, key }: Operation): void {
  const what = `${method} ${path}`;
  if (!statuses.has(outcome.status)) fail('I25', `${what} answers ${outcome.status}`);
  if (outcome.kind !== 'answer') return;
  const { status, body } = outcome;
  const isOfContent =
    (path.endsWith('/approve') && body.message === wordsOf('content_differs')) ||
    (path.endsWith('/defence') && body.message === wordsOf('med_defence_differs'));
  if (status === 409 && !key && !isDuplicate(outcome) && !isOfContent)
    fail('I25', `${what} answers 409 without a key`);
  if (status >= 400 && (body.worked !== false || typeof body.message !== 'string' || body.data !== null))
    fail('I25', `${what} answers ${JSON.stringify(body)}`);
}

function checkCreates({ fail }: Case, tag: string, calls: Operation[], rows: Cashout[]): void {
  const good = calls.filter(({ outcome }) => isGood(outcome));
  const ids = new Set(good.map((call) => bodyOf(call).id));
  if (rows.length > 1) fail('I10', `${tag}: one wish, ${rows.length} transfers`);
  if (ids.size > 1) fail('I10', `${tag}: answers name ${[...ids].join(' and ')}`);
  const [row] = rows;
  if (calls.every(wasRefused) && row)
    fail('I26', `${tag}: refused ${calls.length} times, and ${row.id} exists`);
  for (const call of good) {
    const { id, transaction_id, amount } = bodyOf(call);
    if (id !== transaction_id || id !== row?.id)
      fail('I12', `${tag}: answered as ${id}, stored is ${row?.id}`);
    if (row && row.request.amountCents !== Math.round(call.asked.amount * 100))
      fail(
        'I10',
        `${tag}: ${call.asked.amount} is answered with a transfer of ${row.request.amountCents} cents`,
      );
    if (row && Math.round(amount * 100) !== row.request.amountCents) fail('I25', `${tag}: shows ${amount}`);
  }
  for (const call of calls) {
    const isSame = row && row.request.amountCents === Math.round(call.asked.amount * 100);
    if (call.outcome.status === 409 && !isDuplicate(call.outcome) && isSame)
      fail('I10', `${tag}: 409 for the very same request`);
  }
}

/** Checks that a 409 was returned only if the key had been used on that account for another request. */
function checkConflicts({ callers, fail }: Case): void {
  const keyed = callers.history.filter((call) => isCreate(call) && call.key);
  const nameOf = ({ who, key, asked }: Operation) => `${who} ${asked.source_account_number} ${key}`;
  for (const [name, calls] of groupBy(keyed, nameOf)) {
    for (const call of calls.filter(({ outcome }) => outcome.status === 409 && !isDuplicate(outcome))) {
      const isOther = ({ asked, from }: Operation) =>
        from < call.to && JSON.stringify(asked) !== JSON.stringify(call.asked);
      if (!calls.some(isOther)) fail('I10', `${name}: 409, and nobody had used that key`);
    }
  }
}

function checkChargebackCalls({ fail }: Case, calls: Operation[], rows: Chargeback[]): void {
  const shown = rows.filter(({ status }) => status !== 'REFUSED');
  const good = calls.filter(({ outcome }) => isGood(outcome));
  const what = calls[0]?.asked.information;
  if (calls.every(wasRefused) && shown.length > 0)
    fail('I26', `${what}: refused, and chargeback ${shown[0]?.id} is ${shown[0]?.status}`);
  if (calls[0]?.key && new Set(good.map((call) => bodyOf(call).id)).size > 1)
    fail('I10', `${what}: one key, several chargebacks`);
  for (const call of good) {
    if (!shown.some(({ id }) => id === bodyOf(call).id))
      fail('I12', `${what}: answered as ${bodyOf(call).id}, which is no more`);
  }
  if (shown.length > calls.length) fail('I10', `${what}: ${calls.length} calls, ${shown.length} chargebacks`);
}

function checkApprovals({ callers, fail, parties }: Case, rows: Cashout[]): void {
  const approvals = callers.history.filter(({ path }) => path.startsWith('/approve-cashout'));
  for (const [key, calls] of groupBy(approvals, ({ who, asked }) => `${who} ${asked.id}`)) {
    const good = calls.filter(({ outcome }) => isGood(outcome));
    const row = rows.find(({ id }) => id === calls[0]?.asked.id);
    const owner = parties.find(({ companyId }) => companyId === row?.companyId);
    // If rules require several approvals, only the last one leaves the status NEW. An earlier approver who got no answer,
    // and asks again, then learns the status, too.
    const last = good.filter((call) => bodyOf(call).status !== 'NEW');
    if (last.length > (row?.approvals?.length ?? 1)) fail('I08', `${key} is approved ${last.length} times`);
    if (row && last.length > 0 && row.status === 'NEW') fail('I08', `${key} is approved, and NEW`);
    // A scheduled cashout may be approved by its creation and is still NEW.
    const isByCall = row?.approvedAt !== undefined && row.approvedAt !== row.createdAt;
    const moved = isByCall && owner?.name === calls[0]?.who;
    if (moved && calls.every(wasRefused)) fail('I08', `${key}: everybody is refused, and it is approved`);
  }
}

/**
 * Checks that only one of an approval, a rejection and an expiry takes effect, and that a cashout without an approval
 * holds and pays no money.
 */
function checkRejections({ callers, fail }: Case, rows: Cashout[]): void {
  const rejections = callers.history.filter(({ path }) => path.endsWith('/reject'));
  for (const [path, calls] of groupBy(rejections, (call) => call.path)) {
    const row = rows.find(({ id }) => path === `/v3/cashouts/${id}/reject`);
    const good = calls.filter(({ outcome }) => isGood(outcome));
    if (good.length > 1) fail('I49', `${path} succeeds ${good.length} times`);
    if (good.length > 0 && (row?.rejectedBy === undefined || row.status !== 'CANCELLED'))
      fail('I49', `${path} succeeds, and it is ${row?.status}`);
    if (row?.rejectedBy && calls.every(wasRefused))
      fail('I49', `${path}: everybody is refused, and it is rejected`);
  }
  for (const row of rows) {
    const { id, status, approvedAt, reservedAt, rejectedBy, endedAt, expiresAt, startsAt } = row;
    // An approved cashout may still be rejected before its start, or if a try to hold it was in vain.
    const wasOpen = !approvedAt || startsAt || (row.tries > 0 && !reservedAt);
    if (rejectedBy && (!wasOpen || status !== 'CANCELLED'))
      fail('I49', `cashout ${id} is rejected, and ${status}, approved at ${approvedAt}`);
    if (!approvedAt && (reservedAt || !['NEW', 'CANCELLED'].includes(status)))
      fail('I49', `cashout ${id} is ${status} without an approval`);
    const isExpired = status === 'CANCELLED' && !approvedAt && !rejectedBy;
    if (isExpired && !(expiresAt && endedAt && endedAt >= expiresAt))
      fail('I49', `cashout ${id} expired at ${endedAt}, and might wait until ${expiresAt}`);
    if (status === 'NEW' && expiresAt) fail('I49', `cashout ${id} is NEW, and expired at ${expiresAt}`);
  }
}

/**
 * Checks that a one-time code makes at most one transfer. Only transfers that were requested with a single code are
 * checked.
 */
function checkCodes({ callers, fail }: Case, rows: Cashout[]): void {
  const calls = callers.history.filter(({ path }) => path === '/create-manual-transfer');
  const spent = new Map<string, string>();
  for (const [tag, own] of groupBy(calls, ({ asked }) => asked.tag)) {
    const codes = [...new Set(own.map(({ who, asked }) => `${who} ${asked.mfa_code}`))];
    if (codes.length !== 1 || !rows.some(({ request }) => request.tag === tag)) continue;
    const [code = ''] = codes;
    const earlier = spent.get(code);
    if (earlier) fail('I09', `one code made ${earlier} and ${tag}`);
    spent.set(code, tag);
  }
}

/** Checks for each transfer that the status never goes back between an answer and a request that was sent after it. */
function checkOrder({ callers, fail }: Case): void {
  const seen = callers.history.filter(
    ({ outcome }) =>
      isGood(outcome) &&
      bodyOf({ outcome }).transaction_id !== undefined &&
      bodyOf({ outcome }).status in rank,
  );
  for (const [id, calls] of groupBy(seen, (call) => `${call.who} ${bodyOf(call).id}`)) {
    // Only reads count, because the answer to the call that created the transfer always shows its first state.
    const reads = calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/v3/cashouts'));
    for (const read of reads) {
      for (const earlier of calls) {
        const [was, is] = [
          bodyOf(earlier).status as keyof typeof rank,
          bodyOf(read).status as keyof typeof rank,
        ];
        if (earlier.to < read.from && rank[is] < rank[was]) fail('I11', `${id} is ${was}, and then ${is}`);
      }
    }
  }
  for (const read of callers.history.filter(
    ({ method, path }) => method === 'GET' && /^\/v3\/cashouts\/\d+$/.test(path),
  )) {
    const made = callers.history.find(
      (call) =>
        isCreate(call) &&
        call.who === read.who &&
        isGood(call.outcome) &&
        read.path.endsWith(`/${bodyOf(call).id}`) &&
        call.to < read.from,
    );
    if (made && wasRefused(read)) fail('I12', `${read.path} was created, and then is not found`);
  }
}

// Lists the situations that a simulation must have met, so that its result can be trusted. Each is a row of the fault
// model that can happen here, as a pattern for "fault | function | call". If one of them never happened in a long run,
// the run proves less than it seems to.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import { stoppedText } from '../../lib/network/own-fault.ts';
import { type Callers, isGood, type Operation } from './callers.ts';
import { groupBy, rowsOf } from './case.ts';
import type { Dump } from './engine.ts';
import type { World } from './world.ts';

type Mark = { row: string; what: string; pattern: RegExp };

const mark = (row: string, what: string, pattern: RegExp): Mark => ({ row, what, pattern });
const lost = '(answer lost|failed after)';

const marks: readonly Mark[] = [
  mark('F02', 'an API call dies between two steps', /^crash \w+ \| (create|approve|request)/),
  mark('F06', 'a connection breaks under a call', /^answer lost/),
  mark('F07', 'a table or a queue throttles', /^throttled/),
  mark('F10', 'two creates under one key at once', /^happens \| two creates/),
  mark(
    'F11',
    'a create dies before its write',
    /^crash before \| create\w+ \| (PutItem|Transact.*) ?cashouts/,
  ),
  mark(
    'F12',
    'a create lands, its answer is lost',
    new RegExp(`^${lost} \\| create\\w+ \\| (PutItem|Transact.*) ?cashouts`),
  ),
  mark('F13', 'a create lands after its caller was told "unknown"', /^lands late \| create/),
  mark('F19', 'a replay after the end', /^happens \| replay after the end/),
  mark('F20', 'a create is throttled', /^throttled \| create/),
  mark('F21', 'two approvals at once', /^happens \| two approvals/),
  mark(
    'F22',
    'an approval lands, its answer is lost',
    new RegExp(`^${lost} \\| approveCashout \\| UpdateItem`),
  ),
  mark('F24', 'an approval lands, its process dies', /^crash after \| approveCashout \| UpdateItem/),
  mark(
    'F25',
    'a self-approved create dies with its write',
    /^crash after \| create\w+(Transfer|Approve) \| (PutItem|Transact)/,
  ),
  mark('F26', 'an approval lands late', /^lands late \| approveCashout/),
  mark('F27', 'a stream record is lost', /^stream record lost/),
  mark('F28', 'a message is sent, its answer is lost', new RegExp(`^${lost} \\| \\w+ \\| SendMessage`)),
  mark('F29', 'a batch of messages is partly refused', /^partly refused/),
  mark('F30', 'a stream batch comes twice', /^stream batch twice/),
  mark('F32', 'a message comes twice', /^message (twice|not deleted)/),
  mark(
    'F35',
    'a message of a batch fails',
    /^(failed before|throttled|request lost) \| (completeTransfer|applyNetworkEvent)/,
  ),
  mark('F36', 'dead letters are moved back', /^dead letters redriven/),
  mark('F37', 'too little money', /^happens \| insufficient funds/),
  mark(
    'F38',
    'a reservation lands, its answer is lost',
    new RegExp(`^${lost} \\| completeTransfer \\| Transact (Update cashouts, )+Update accounts$`),
  ),
  mark('F39', 'postings collide', /^conflict \| completeTransfer \| Transact/),
  mark('F40', 'a transfer is refused', /^happens \| cancelled/),
  mark(
    'F41',
    'the network does not answer',
    /^network (silent|breaks|answer lost) \| completeTransfer \| pay/,
  ),
  mark('F42', 'the network does not know it yet', /^network (forgets|lands late)/),
  mark('F44', 'too old to be sent again', /^happens \| unresolved/),
  mark('F44', 'two operators end it', /^happens \| ended by people/),
  mark('F45', 'the network refuses a repeat', /^network refuses a repeat/),
  mark('F46', 'the network contradicts itself', /^network contradicts itself/),
  mark(
    'F50',
    'a settlement lands, its answer is lost',
    new RegExp(
      `^${lost} \\| completeTransfer \\| Transact (Update cashouts, )+Update accounts, Put statement`,
    ),
  ),
  mark(
    'F50',
    'the same of several at once',
    new RegExp(
      `^${lost} \\| completeTransfer \\| Transact Update cashouts, Update cashouts, .*Put statement`,
    ),
  ),
  mark('F51', 'clocks differ', /^clock skew/),
  mark('F52', 'a return comes twice, or before its payment', /^(notice twice|happens \| parked)/),
  mark('F54', 'two chargebacks of one code at once', /^happens \| two chargebacks/),
  mark('F55', 'a chargeback dies with its lock', /^crash after \| requestChargeback \| Transact/),
  mark('F56', 'a refund is refused at once', /^happens \| refund refused/),
  mark('F57', 'a refund is not answered', /^network (silent|breaks|answer lost) \| requestChargeback/),
  mark('F59', 'a look-up of a refund is lost', /^\w.* \| pollChargeback/),
  mark('F58', 'a charge is revised while its code is paid', /^charge revised \|/),
  mark('F58', 'a charge is revised between look and payment', /^charge revised in between/),
  mark('F58', 'the network takes another amount', /^network takes another amount/),
  mark('F60', 'the network calls back twice', /^network calls back twice/),
  mark('F63', 'a recorder of events dies', /^crash \w+ \| fanOutWebhooks/),
  mark('F64', 'a fan-out dies half way', /^crash \w+ \| fanOutWebhooks \| PutItem deliveries/),
  mark('F66', 'a webhook is deleted with deliveries open', /^happens \| deleted/),
  mark('F67', 'a receiver fails or hangs', /^receiver (fails|hangs)/),
  mark(
    'F68',
    'a delivery arrives, its note is lost',
    new RegExp(`^${lost} \\| deliverWebhook \\| UpdateItem deliveries`),
  ),
  mark('F70', 'a receiver wants no more', /^receiver is gone/),
  mark('F74', 'a sweep is skipped, or dies', /^(sweep skipped|crash \w+ \| resumeStalled)/),
  mark('F75', 'the clock jumps', /^clock jump/),
  mark('F77', 'the PSP’s books are silent, or break', /^network (silent|breaks|answer lost) \| reconcilePsp/),
  mark('F77', 'a comparison of books dies', /^crash \w+ \| reconcilePsp/),
  mark('F77', 'a statement is not ready, or lost', /^statement (late|lost)/),
  mark('F78', 'a fee, by the PSP’s books', /^fee charged/),
  mark('F78', 'a balance that drifts', /^balance drifts/),
  mark('F78', 'a payment that is none of ours', /^payment by hand/),
  mark('F78', 'a payment that is put back', /^payment put back/),
  mark('F78', 'a difference that stands', /^happens \| difference at the PSP/),
  mark('F78', 'a difference that has gone', /^happens \| difference that has gone/),
  mark('F79', 'a rule stops a transfer', /^happens \| rule stops/),
  mark('F79', 'a limit counts a transfer', /^happens \| counted/),
  mark('F79', 'two users approve one', /^happens \| two approve/),
  mark('F79', 'a self-approved one waits', /^happens \| waits/),
  mark('F79', 'one may be a duplicate', /^happens \| possible duplicate/),
  mark('F80', 'the PSP refuses us', /^happens \| refused because of us/),
  mark('F80', 'payouts stop', /^happens \| payouts stopped/),
  mark('F80', 'payouts are stopped for a day', /^happens \| stopped for a day/),
  mark('F81', 'a payment is removed at the PSP', /^happens \| removed at the PSP/),
  mark('F82', 'a failed payment ends with the reason that was told', /^happens \| reason told/),
  mark('F76', 'a table is away for minutes', /^request lost/),
];

export function countMarks(
  met: Readonly<Record<string, number>>,
): { row: string; what: string; count: number }[] {
  const entries = Object.entries(met);
  return marks.map(({ row, what, pattern }) => {
    const matching = entries.filter(([name]) => pattern.test(name));
    return { row, what, count: matching.reduce((sum, [, count]) => sum + count, 0) };
  });
}

/** Counts situations that no fault reports. */
export function happenings(world: World, { history }: Callers, stored: Dump): Record<string, number> {
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  const incidents = rowsOf<{ kind: string }>(stored, 'IncidentsTable');
  const deliveries = rowsOf<{ status: string }>(stored, 'DeliveriesTable');
  const lines = rowsOf<{ line: string; state: string }>(stored, 'BooksTable');
  const logged = (words: string) => world.logLines.filter((line) => line.includes(words)).length;
  const creates = history.filter(({ path, key }) => path.startsWith('/create-') && key);
  const approvals = history.filter(({ path }) => path.startsWith('/approve-'));
  const chargebacks = history.filter(({ path, method }) => method === 'POST' && path.includes('chargebacks'));
  const ended = (outcome: Operation['outcome']) =>
    isGood(outcome) && !['NEW', 'PROCESSING'].includes(outcome.body.status);
  const counts = {
    'two creates': overlaps(creates, ({ key }) => String(key)),
    'replay after the end': creates.filter(({ outcome }) => ended(outcome)).length,
    'two approvals': overlaps(approvals, ({ asked }) => String(asked.id)),
    'two chargebacks': overlaps(chargebacks, ({ asked }) => String(asked.qr_code_id)),
    'insufficient funds': cashouts.filter(({ failureText }) => failureText === 'Insufficient funds').length,
    'rule stops': cashouts.filter(({ failureText }) => failureText?.startsWith('Rule: ')).length,
    counted: cashouts.filter(({ countedIn }) => countedIn).length,
    'two approve': cashouts.filter(({ approvals = [] }) => approvals.length > 1).length,
    waits: cashouts.filter(({ waitsFor }) => waitsFor).length,
    'possible duplicate': cashouts.filter(({ possibleDuplicateOf }) => possibleDuplicateOf).length,
    cancelled: cashouts.filter(({ status }) => status === 'CANCELLED').length,
    unresolved: incidents.filter(({ kind }) => kind === 'unresolved_payment').length,
    'ended by people': cashouts.filter(({ endedByPeople }) => endedByPeople).length,
    parked: logged('notice parked'),
    'refund refused': chargebacks.filter(({ outcome }) => outcome.status === 400).length,
    'difference at the PSP': lines.filter(({ line, state }) => line !== 'day' && state === 'open').length,
    'difference that has gone': lines.filter(({ state }) => state === 'resolved').length,
    'days compared': lines.filter(({ line }) => line === 'day').length,
    'fault of ours': world.ownFaults?.spells.length ?? 0,
    'refused because of us': world.ownFaults?.spells.flatMap(({ refused }) => refused).length ?? 0,
    'payouts stopped': incidents.filter(({ kind }) => kind === 'payouts_stopped').length,
    'stopped for a day': cashouts.filter(({ failureText }) => failureText === stoppedText).length,
    'removed at the PSP': world.ownFaults?.removed.size ?? 0,
    'reason told': cashouts.filter(({ id, failureCode }) => {
      const { codigo } = world.ownFaults?.told.get(String(id)) ?? {};
      return codigo && failureCode === codigo;
    }).length,
    deleted: deliveries.filter(({ status }) => status === 'CANCELLED').length,
  };
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [`happens | ${name}`, count]));
}

function overlaps(calls: readonly Operation[], nameOf: (call: Operation) => string): number {
  let count = 0;
  for (const group of groupBy(calls, nameOf).values()) {
    for (const [index, one] of group.entries()) {
      for (const other of group.slice(index + 1)) if (one.from < other.to && other.from < one.to) count += 1;
    }
  }
  return count;
}

// Opens or changes a MED case for a report about a payment to one of our accounts. The latest modification of a report
// is kept, whatever the order of arrival. Each report is an event, and so is each return of the payment
// (note-med-return.ts).

import type { WithAccounts } from '../account/deps.ts';
import { cents } from '../base/money.ts';
import type { MedReported, PaymentReceived } from '../network/event.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents, WithQueues } from '../webhook/deps.ts';
import { makeEvent } from '../webhook/event.ts';
import { recordEvent } from '../webhook/record-event.ts';
import { alignBlock } from './align-block.ts';
import type { WithMedCases, WithPayments } from './deps.ts';
import { type MedCase, medStatus } from './med-case.ts';
import { medClock, presentMedCase } from './present.ts';
import { isTied, recordChanges, tiedTo } from './tie-cases.ts';

type Deps = Base & WithAccounts & WithEvents & WithMedCases & WithPayments & WithQueues;

/** Applies a report, and blocks or frees the payment's money. Returns `early` if its payment is not recorded yet. */
export async function applyMedReport(deps: Deps, event: MedReported): Promise<'applied' | 'early'> {
  const endToEndId = await applyReport(deps, event);
  if (endToEndId === undefined) return 'early';
  await alignBlock(deps, endToEndId);
  return 'applied';
}

/** Writes the case. @returns the end-to-end id of its payment; undefined if the payment is not recorded yet */
async function applyReport(deps: Deps, event: MedReported): Promise<string | undefined> {
  const read = await deps.medCases.get(event.report.id);
  const payment = await deps.medCases.getPayment(read?.payment.endToEndId ?? event.endToEndId);
  const isKnown = read?.report.modifiedAt === event.report.modifiedAt;
  const isOvertaken = read !== undefined && read.report.modifiedAt > event.report.modifiedAt;
  const told = isKnown ? read : await makeCase(deps, event, read);
  if (!told) return undefined;
  const tied = tiedTo(payment);
  // The event is recorded first, even if a later report was processed before: an earlier run may have stopped before
  // the event reached every webhook. Each event id is recorded once.
  await recordMedEvent(deps, { ...told, ...tied });
  const medCase = { ...(isOvertaken ? read : told), ...tied };
  await recordChanges(deps, medCase);
  const isWritten = isKnown || isOvertaken;
  const isDone = (isWritten && isTied(read, payment)) || (await deps.medCases.put(medCase, read, payment));
  return isDone ? payment.endToEndId : applyReport(deps, event);
}

async function makeCase(
  deps: Deps,
  { report, endToEndId, place }: MedReported,
  read: MedCase | undefined,
): Promise<MedCase | undefined> {
  const now = deps.now().toISOString();
  const current = reportOf(report);
  // The case keeps its first time of creation, because a report is created once. So its position in the lists never
  // changes.
  const kept = { ...current, createdAt: read?.report.createdAt ?? current.createdAt };
  const listed = place === undefined ? {} : { place };
  if (read) return { ...read, ...listed, report: kept, status: medStatus(kept), updatedAt: now };
  const payment = await deps.incoming.findReceived(endToEndId);
  const account = payment && (await deps.accounts.get(payment.account));
  if (!payment || !account) return undefined;
  return {
    id: report.id,
    companyId: account.companyId,
    account: payment.account,
    status: medStatus(current),
    report: current,
    payment: paymentOf(payment),
    ...listed,
    recordedAt: now,
    updatedAt: now,
  };
}

function reportOf({ amountCents, refund, ...report }: MedReported['report']): MedCase['report'] {
  const { amountCents: asked, sentCents: sent, ...about } = refund ?? {};
  const amounts = {
    ...(asked === undefined ? {} : { amountCents: cents(asked) }),
    ...(sent === undefined ? {} : { sentCents: cents(sent) }),
  };
  return {
    ...report,
    amountCents: cents(amountCents),
    ...(refund ? { refund: { ...about, ...amounts } } : {}),
  };
}

function paymentOf({ endToEndId, transactionId, amountCents, at, qrCodeId, payer }: PaymentReceived) {
  return {
    endToEndId,
    transactionId,
    amountCents: cents(amountCents),
    at,
    ...(qrCodeId === undefined ? {} : { qrCodeId }),
    ...(payer.name === undefined ? {} : { payerName: payer.name }),
    ...(payer.legalId === undefined ? {} : { payerLegalId: payer.legalId }),
  };
}

async function recordMedEvent(deps: Deps, medCase: MedCase): Promise<void> {
  const { id, account, report } = medCase;
  const isOver = report.status === 'CLOSED' || report.status === 'CANCELLED';
  const name = report.modifiedAt === report.createdAt ? 'opened' : isOver ? 'closed' : 'changed';
  const event = {
    account,
    id: `med-${id}-${Date.parse(report.modifiedAt)}`,
    at: report.modifiedAt,
    type: `med.${name}`,
    types: ['INTEGRATION'],
  } as const;
  await recordEvent(deps, makeEvent(event, presentMedCase(medCase, medClock(deps))));
}

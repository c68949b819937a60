// Acts as the network's directory in the sandbox: reports a payment, and changes the report.

import { refuse } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import type { MedRefund, MedReport } from '../med-case/med-case.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';

type Deps = Base & WithQrCodes & WithMoney & WithQueues & WithMedCases;

/** The report to make. `id`: id of the case; a new id by default. */
type Opening = {
  id?: string;
  qrCodeId?: number | undefined;
  endToEndId?: string | undefined;
  reason: string;
  situationType: string;
  amountCents?: Cents | undefined;
  transactionDepth?: number | undefined;
  fundsRecoveryId?: string | undefined;
};

export async function rehearseMedCase(
  deps: Deps,
  { id = deps.ids.uuid(), qrCodeId, endToEndId: given, ...opening }: Opening,
) {
  const qrCode = qrCodeId === undefined ? undefined : await deps.qrCodes.get(qrCodeId);
  const endToEndId = given ?? qrCode?.payment?.endToEndId;
  const payment = endToEndId && (await deps.incoming.findReceived(endToEndId));
  if (!endToEndId || !payment) refuse('transaction_not_found');
  const at = deps.now().toISOString();
  await deps.queues.sendEvent({
    version: 1,
    kind: 'med_reported',
    place: 'sandbox',
    endToEndId,
    parked: 0,
    report: {
      id,
      reason: opening.reason,
      status: 'OPEN',
      createdAt: at,
      modifiedAt: at,
      amountCents: opening.amountCents ?? payment.amountCents,
      situationType: opening.situationType,
      details: 'Transferência contestada pelo pagador',
      reporterIspb: payment.payer.ispb ?? '99999011',
      ...onlyGiven({
        transactionDepth: opening.transactionDepth,
        fundsRecoveryId: opening.fundsRecoveryId,
      }),
    },
  });
  return { worked: true, id };
}

type Told =
  | 'status'
  | 'analysisResult'
  | 'analysisDetails'
  | 'fraudType'
  | 'transactionDepth'
  | 'fundsRecoveryId';
type Progress = Partial<Pick<MedReport, Told>> & { refund: Omit<MedRefund, 'requestedAt'> };

export async function rehearseMedProgress(deps: Deps, id: string, { refund: about, ...progress }: Progress) {
  const medCase = await deps.medCases.get(id);
  if (!medCase) refuse('med_not_found');
  const { report: before, payment } = medCase;
  const now = Math.max(deps.now().getTime(), Date.parse(before.modifiedAt) + 1);
  const modifiedAt = new Date(now).toISOString();
  const report: MedReport = { ...before, ...onlyGiven(progress), modifiedAt };
  const isNewlyClosed = report.status === 'CLOSED' && before.status !== 'CLOSED';
  const refund = refundAfter(deps, before.refund, onlyGiven(about), modifiedAt);
  await deps.queues.sendEvent({
    version: 1,
    kind: 'med_reported',
    place: 'sandbox',
    endToEndId: payment.endToEndId,
    parked: 0,
    report: { ...report, ...(isNewlyClosed ? { analysedAt: modifiedAt } : {}), ...refund },
  });
  return { worked: true, id };
}

/**
 * Returns the refund request after a change. The first change creates the request, with the current time and an id in
 * the network's format.
 */
function refundAfter(
  { ids }: Base & WithQueues,
  before: MedRefund | undefined,
  about: Partial<MedRefund>,
  at: string,
) {
  if (Object.keys(about).length === 0) return before ? { refund: before } : {};
  return { refund: { ...(before ?? { id: ids.uuid(), status: 'OPEN', requestedAt: at }), ...about } };
}

const onlyGiven = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

// The sandbox as the network's directory: somebody reports a payment, and the report goes its way.

import type { Core, WithQueues } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { MedReport } from '../med-case.ts';
import type { Cents } from '../money.ts';

type Opening = {
  qrCodeId?: number | undefined;
  endToEndId?: string | undefined;
  reason: string;
  situationType: string;
  amountCents?: Cents | undefined;
};

export async function rehearseMedCase(
  deps: Core & WithQueues,
  { qrCodeId, endToEndId: given, ...opening }: Opening,
) {
  const qrCode = qrCodeId === undefined ? undefined : await deps.qrCodes.get(qrCodeId);
  const endToEndId = given ?? qrCode?.payment?.endToEndId;
  const payment = endToEndId && (await deps.incoming.findReceived(endToEndId));
  if (!endToEndId || !payment) refuse('transaction_not_found');
  const id = deps.ids.uuid();
  const at = deps.now().toISOString();
  await deps.queues.sendEvent({
    version: 1,
    kind: 'med_reported',
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
    },
  });
  return { worked: true, id };
}

type Progress = Partial<Pick<MedReport, 'status' | 'analysisResult' | 'analysisDetails' | 'fraudType'>>;

export async function rehearseMedProgress(deps: Core & WithQueues, id: string, progress: Progress) {
  const medCase = await deps.medCases.get(id);
  if (!medCase) refuse('med_not_found');
  const given = Object.fromEntries(Object.entries(progress).filter(([, value]) => value !== undefined));
  const now = Math.max(deps.now().getTime(), Date.parse(medCase.report.modifiedAt) + 1);
  const report = { ...medCase.report, ...given, modifiedAt: new Date(now).toISOString() };
  const endToEndId = medCase.payment.endToEndId;
  await deps.queues.sendEvent({ version: 1, kind: 'med_reported', endToEndId, parked: 0, report });
  return { worked: true, id };
}

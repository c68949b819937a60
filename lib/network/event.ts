// Defines notices of the PIX network in our own format. An adapter (or the sandbox) converts the network's callbacks to
// this format and sends them to the queue network-events.

import * as z from 'zod';
import type { Subject } from '../base/correlation.ts';

/** An instant. It is stored with milliseconds, because instants are compared as text. */
const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

const common = { version: z.literal(1), amountCents: z.int().positive() };

/** The notice that the receiver of a settled cashout returned all or part of the money. */
const paymentReturned = z.object({
  ...common,
  kind: z.literal('payment_returned'),
  /** Our reference: the cashout's id. */
  cashoutId: z.int().positive(),
  /** The network's id of this return (D…). A return is applied once for each id. */
  returnId: z.string().min(1).max(64),
  /** Reason code of the return (pacs.004). */
  code: z.string().min(1).max(8),
  /** Number of times that the notice was postponed because it arrived before our own settlement. */
  parked: z.int().min(0).default(0),
});

/**
 * The notice of a returned cashout from a PSP that assigns end-to-end ids itself. The notice names the payment by that
 * id.
 */
const payoutReturned = paymentReturned
  .omit({ cashoutId: true })
  .extend({ kind: z.literal('payout_returned'), endToEndId: z.string().min(1).max(64) });

/** The notice of a payment to one of our accounts. */
const paymentReceived = z.object({
  ...common,
  kind: z.literal('payment_received'),
  account: z.object({ branch: z.string(), number: z.string() }),
  /** The network's id of the payment. A payment is applied once for each id. */
  endToEndId: z.string().min(1).max(64),
  transactionId: z.int().positive(),
  /** Time of the payment (ISO, UTC). */
  at: instant,
  qrCodeId: z.int().positive().optional(),
  /** The name of our account at the PSP that has received the payment. A refund goes back there. */
  receivedAt: z.string().max(31).optional(),
  payer: z
    .object({
      name: z.string().max(150).optional(),
      legalId: z.string().max(14).optional(),
      ispb: z.string().max(8).optional(),
      /** The payer's account, if it is one of ours. Then that account is debited in the same write. */
      account: z.object({ branch: z.string(), number: z.string() }).optional(),
    })
    .default({}),
  /** An operator has assigned the payment to the account (`payment assign`). */
  assigned: z.literal(true).optional(),
});

/**
 * The notice that all or part of a payment to one of our accounts was returned without our request, by MED or in the
 * PSP's panel. The return has already happened, so it is debited whatever the balance.
 */
const returnImposed = z.object({
  ...common,
  kind: z.literal('return_imposed'),
  /** The network's id of the return (D…). A return is applied once for each id. */
  returnId: z.string().min(1).max(64),
  /** The PSP's word for the kind of return: ORIGINAL, RETIRADA, MED_OPERACIONAL, MED_FRAUDE … */
  nature: z.string().max(140).optional(),
  reason: z.string().max(140).optional(),
  /** Time of the return, or of the first report about it (ISO, UTC). */
  at: instant,
  /** The returned payment. It is credited first if it was not credited yet. */
  payment: paymentReceived,
});

/** The notice that the state of one of our refunds has changed. The new state is looked up. */
const refundEnded = z.object({
  version: z.literal(1),
  kind: z.literal('refund_ended'),
  chargebackId: z.int().positive(),
});

/** The notice that one of our payments failed, with the reason. The payment is looked up. */
const paymentExplained = z.object({
  version: z.literal(1),
  kind: z.literal('payment_explained'),
  cashoutId: z.int().positive(),
  reason: z.object({
    kind: z.enum(['failed', 'refused']),
    code: z.string().max(8),
    text: z.string().max(200),
    ownFault: z.string().max(60).optional(),
  }),
});

/** The notice that a person has removed one of our payments at the PSP. It is not sent again, and a person decides. */
const paymentRemoved = z.object({
  version: z.literal(1),
  kind: z.literal('payment_removed'),
  cashoutId: z.int().positive(),
});

/** A field that only some PSPs send. If it cannot be read, the report is accepted without it. */
const unlessWrong = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** The refund request that follows a MED report. */
const medRefund = z.object({
  id: unlessWrong(z.string().min(1).max(64)),
  status: unlessWrong(z.string().min(1).max(64)),
  amountCents: unlessWrong(z.int().positive()),
  sentCents: unlessWrong(z.int().min(0)),
  rejectionReason: unlessWrong(z.string().min(1).max(64)),
  returnId: unlessWrong(z.string().min(1).max(64)),
  requestedAt: unlessWrong(instant),
});

/** `endToEndId`: of the reported payment. */
const ofReported = { version: z.literal(1), endToEndId: z.string().min(1).max(64) };

/** The notice that a received payment was reported (MED), or that its report has changed. */
const medReported = z.object({
  ...ofReported,
  kind: z.literal('med_reported'),
  /** The name of our account at the PSP whose list has the report. */
  place: z.string().max(31).optional(),
  /** Number of times that the notice was postponed because it arrived before its payment. */
  parked: z.int().min(0).default(0),
  report: z.object({
    id: z.string().min(1).max(64),
    reason: z.string().min(1).max(64),
    status: z.enum(['OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED']),
    createdAt: instant,
    modifiedAt: instant,
    amountCents: z.int().positive(),
    situationType: z.string().max(64).optional(),
    details: z.string().max(2_000).optional(),
    analysisResult: z.string().max(64).optional(),
    analysisDetails: z.string().max(2_000).optional(),
    fraudType: z.string().max(64).optional(),
    reporterIspb: z.string().max(8).optional(),
    /** The fields TransactionDepth and FundsRecoveryId of the network's directory. */
    transactionDepth: unlessWrong(z.int().min(0).max(1_000)),
    fundsRecoveryId: unlessWrong(z.string().min(1).max(64)),
    analysedAt: unlessWrong(instant),
    analysisDueAt: unlessWrong(instant),
    /** When the PSP received a defence, and its text. */
    defendedAt: unlessWrong(instant),
    defence: unlessWrong(z.string().max(2_000)),
    refund: unlessWrong(medRefund),
  }),
});

/** The notice that a payment's block may be over (lib/med-case/block.ts). */
const medDue = z.object({ ...ofReported, kind: z.literal('med_due') });

/** The notice that the PSP charged or reversed a fee. Sent only if accounts pay fees (FEES_BORNE_BY). */
const feeCharged = z.object({
  ...common,
  kind: z.literal('fee_charged'),
  /** Id of the fee. A fee is applied once for each id. */
  feeId: z.string().min(1).max(80),
  /** Id of the fee that this notice reverses. */
  undoes: z.string().min(1).max(80).optional(),
  account: z.object({ branch: z.string(), number: z.string() }),
  type: z.enum(['PIX_CASHIN_TAX', 'PIX_CASHOUT_TAX']),
  endToEndId: z.string().min(1).max(64),
  transactionId: z.int().positive().optional(),
  /** Name of our account at the PSP that charged the fee. */
  place: z.string().max(31).optional(),
});

export const networkEvent = z.discriminatedUnion('kind', [
  paymentReturned,
  payoutReturned,
  paymentReceived,
  returnImposed,
  refundEnded,
  paymentExplained,
  paymentRemoved,
  medReported,
  medDue,
  feeCharged,
]);
export type NetworkEvent = z.output<typeof networkEvent>;

/** Returns our row that a notice is about, if the notice names a row. */
export function noticeSubject(event: NetworkEvent): Subject {
  if ('cashoutId' in event) return { cashoutId: event.cashoutId };
  return event.kind === 'refund_ended' ? { chargebackId: event.chargebackId } : {};
}

export type PaymentExplained = z.output<typeof paymentExplained>;
export type MedReported = z.output<typeof medReported>;
export type FeeCharged = z.output<typeof feeCharged>;
export type PaymentReturned = z.output<typeof paymentReturned>;
export type PayoutReturned = z.output<typeof payoutReturned>;
export type ReturnImposed = z.output<typeof returnImposed>;
export type PaymentReceived = z.output<typeof paymentReceived>;

// Reads Woovi's answers. Only a documented state of exactly the requested payment, with a whole number of cents, is
// evidence.

import * as z from 'zod';
import { type Cents, cents } from '../../base/money.ts';
import { institutionName } from '../institutions.ts';
import { operationIdOf } from '../operation-id.ts';
import type { KeyLookup, PaymentOutcome, PaymentPlace, Recipient, Refusal } from '../port.ts';
import { outcomeOfError, refusalOf, shorten, shortText, stateOf } from '../psp-words.ts';
import type { PspAnswer } from '../send-json.ts';
import { failureCodes, keyErrors, paymentErrors, paymentStates } from './words.ts';

const unknown = { kind: 'unknown' } as const;

const text = shortText();
const party = z
  .object({
    account: z.object({ branch: text, account: text, accountType: text }).optional().catch(undefined),
    psp: z.object({ id: text, name: text }).optional().catch(undefined),
    holder: z
      .object({ name: text, taxID: z.object({ taxID: text }).optional().catch(undefined) })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);
const answered = z.object({
  payment: z.object({ correlationID: z.string(), status: z.string(), value: z.unknown() }),
  transaction: z
    .object({
      value: z.unknown().optional(),
      endToEndId: text,
      providerRejectedReason: text,
      providerErrorCode: text,
      creditParty: party,
    })
    .optional()
    .catch(undefined),
});
const checked = z.object({
  pixKeyEndToEndId: z.string().regex(/^E\w{1,40}$/),
  owner: z.object({ name: text, taxID: text, psp: text }),
});

const reasons = z.object({
  error: z.object({ code: text, description: text }).optional().catch(undefined),
  transaction: z
    .object({ providerErrorCode: text, providerRejectedReason: text })
    .optional()
    .catch(undefined),
});

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function readOf({ status, body }: PspAnswer, { reference }: PaymentPlace) {
  const read = status === 200 ? answered.safeParse(body) : undefined;
  return read?.data?.payment.correlationID === reference ? read.data : undefined;
}

/** Returns whether exactly this payment was created and waits for an approval. */
export function isWaiting(answer: PspAnswer, place: PaymentPlace): boolean {
  const { status, value } = readOf(answer, place)?.payment ?? {};
  return status === 'CREATED' && value === place.amountCents;
}

export function outcomeOf(answer: PspAnswer, place: PaymentPlace): PaymentOutcome {
  const read = readOf(answer, place);
  // The amount of the transaction, if the answer contains it; otherwise the amount of the payment.
  const value = read?.transaction?.value ?? read?.payment.value;
  if (!read || !isCents(value)) return unknown;
  const named: { otherAmountCents?: Cents } =
    value === place.amountCents ? {} : { otherAmountCents: cents(value) };
  const { transaction } = read;
  const state = stateOf(paymentStates, read.payment.status);
  if (state === 'not done') return reasonIn(read);
  if (state === 'under way' || state === 'waiting') return { ...unknown, state, ...named };
  if (state !== 'done') return { ...unknown, ...named, undocumented: shorten(read.payment.status, 60) };
  const recipient = recipientOf(transaction?.creditParty);
  const endToEndId = transaction?.endToEndId;
  return {
    kind: 'settled',
    operationId: operationIdOf(place.reference),
    ...named,
    ...(endToEndId && /^E[A-Za-z0-9]{31}$/.test(endToEndId) ? { endToEndId } : {}),
    ...(recipient ? { recipient } : {}),
  };
}

/** Reads the key's owner in the answer to a look-up. Woovi may mask the tax id, and never shows the account. */
function ownerOf({ pixKeyEndToEndId, owner }: z.output<typeof checked>): Recipient {
  const institution = owner?.psp && institutionName(owner.psp);
  return {
    ...(owner?.name ? { name: owner.name } : {}),
    ...(owner?.taxID ? { legalId: owner.taxID } : {}),
    ...(owner?.psp ? { ispb: owner.psp } : {}),
    ...(institution ? { institutionName: institution } : {}),
    ...(pixKeyEndToEndId ? { lookupId: pixKeyEndToEndId } : {}),
  };
}

function recipientOf(said: z.output<typeof party>): Recipient | undefined {
  const { account, psp, holder } = said ?? {};
  const institution = psp?.id && institutionName(psp.id);
  const told: Recipient = {
    ...(holder?.name ? { name: holder.name } : {}),
    ...(holder?.taxID?.taxID ? { legalId: holder.taxID.taxID } : {}),
    ...(psp?.id ? { ispb: psp.id } : {}),
    ...(institution ? { institutionName: institution } : {}),
    ...(account?.branch ? { branch: account.branch } : {}),
    ...(account?.account ? { accountNumber: account.account } : {}),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}

/**
 * Reads the answer to the look-up of a key. Only the documented word means that the key does not exist: a 404 without it
 * may be of a gateway. Any other error, such as too many look-ups, says nothing about the key.
 */
export function keyOf(answer: PspAnswer): KeyLookup {
  if (answer.status === 200) {
    const { data } = checked.safeParse(answer.body);
    return data ? { kind: 'found', recipient: ownerOf(data) } : unknown;
  }
  const said = outcomeOfError(keyErrors, answer);
  if (said.kind === 'refused') return { kind: 'refused', code: 'FRAD' };
  return said.kind === 'not_found' || said.kind === 'unknown' ? said : unknown;
}

/** Reads an error of a payment or of its approval. No such error tells that the payment is not made. */
export function outcomeOfSend(answer: PspAnswer): Extract<PaymentOutcome, { kind: 'unknown' }> {
  const said = outcomeOfError(paymentErrors, answer);
  return said.kind === 'unknown' ? said : unknown;
}

/**
 * Returns why a payment failed. The reason is Woovi's code, or else the network's code: in its own field, or as the
 * first word of the text. Woovi wraps the network's code in PIX_OUT_NOT_AUTHORIZED.
 */
export function reasonIn(told: { error?: unknown; transaction?: unknown }): Refusal {
  const { error, transaction } = reasons.parse(told);
  const code = error?.code ?? '';
  const known = Object.hasOwn(failureCodes, code) ? failureCodes[code] : undefined;
  if (known) {
    const { isOwnFault, ...reason } = known;
    return { ...reason, ...(isOwnFault ? { ownFault: code } : {}) };
  }
  const { providerErrorCode, providerRejectedReason: text } = transaction ?? {};
  const [first] = /^\w{4}(?= - )/.exec(text ?? '') ?? [];
  return refusalOf(providerErrorCode ?? first, text ?? error?.description);
}

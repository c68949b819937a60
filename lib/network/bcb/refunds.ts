// Requests refunds by the Central Bank's Pix API, which every PSP for refunds has. Our reference is the refund's id, so
// a request that is sent twice makes one refund.

import * as z from 'zod';
import { toDecimalText } from '../../base/money.ts';
import type { RefundLookup, RefundOrder, RefundOutcome, RefundPlace, Refunds } from '../port.ts';
import type { CallPsp } from '../psp-client.ts';
import { compareAmount, outcomeOfError, shorten, stateOf } from '../psp-words.ts';
import type { PspAnswer } from '../send-json.ts';
import { refundErrors, refundStates } from './words.ts';

/** Maximum number of characters in `descricao`, which the payer may read. */
const descriptionMax = 140;

const refund = z.object({
  id: z.string(),
  rtrId: z.string().regex(/^[A-Za-z0-9]{32}$/),
  valor: z.string(),
  status: z.string(),
  motivo: z.string().optional().catch(undefined),
});

export function makeBcbRefunds(call: CallPsp): Refunds {
  const pathOf = ({ endToEndId, reference }: RefundPlace) => `/v2/pix/${endToEndId}/devolucao/${reference}`;

  async function findRefund(order: RefundPlace): Promise<RefundLookup> {
    const answer = await call({ method: 'GET', path: pathOf(order) });
    if (answer.status === 200) return outcomeOf(answer, order);
    const said = outcomeOfError(refundErrors, answer);
    return said.kind === 'not_found' || said.kind === 'unknown' ? said : { kind: 'unknown' };
  }

  async function requestRefund(order: RefundOrder): Promise<RefundOutcome> {
    const descricao = [...order.information].slice(0, descriptionMax).join('');
    // Without `natureza` it is the refund of a common Pix, which is all that we receive.
    const body = { valor: toDecimalText(order.amountCents), descricao };
    const answer = await call({ method: 'PUT', path: pathOf(order), body });
    if (answer.status === 200 || answer.status === 201) return outcomeOf(answer, order);
    const said = outcomeOfError(refundErrors, answer);
    if (said.kind === 'unknown') return said;
    if (said.kind === 'not_found') return { kind: 'unknown' };
    // The Central Bank's word for an invalid request is also its word for an id that was used before. So only a look-up
    // shows whether the refund was made.
    const found = await findRefund(order);
    if (found.kind !== 'not_found') return found;
    return said.kind === 'refused'
      ? { kind: 'refused', text: reasonOf(answer.body) ?? said.text }
      : { kind: 'unknown' };
  }

  return { requestRefund, findRefund };
}

/**
 * Returns the outcome of a refund. Only a documented state of exactly this refund is evidence. If the PSP reports
 * another amount, the outcome contains that amount.
 */
function outcomeOf({ body }: PspAnswer, { reference, amountCents }: RefundPlace): RefundOutcome {
  const read = refund.safeParse(body);
  if (!read.success || read.data.id !== reference) return { kind: 'unknown' };
  const { rtrId: returnId, valor, status, motivo } = read.data;
  const named = compareAmount(valor, amountCents);
  if (!named) return { kind: 'unknown' };
  const state = stateOf(refundStates, status);
  if (state === 'done') return { kind: 'settled', returnId, ...named };
  if (state === 'under way') return { kind: 'accepted', returnId, ...named };
  if (state === 'not done')
    return { kind: 'rejected', returnId, text: shorten(motivo ?? '') || 'Devolução não realizada' };
  return { kind: 'unknown', undocumented: shorten(status, 60) };
}

/** Returns the human-readable text of an RFC 7807 error. */
function reasonOf(body: unknown): string | undefined {
  const { detail } = (body ?? {}) as { detail?: unknown };
  return (typeof detail === 'string' && shorten(detail)) || undefined;
}

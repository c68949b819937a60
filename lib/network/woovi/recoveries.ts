// Asks Woovi to recover a payout that was a fraud, by its calls for funds recoveries. Woovi takes one recovery for each
// payment. If the answer to a request was lost, the recovery is looked up by the payment's end-to-end id; Woovi's
// documents contradict each other about that, so a look-up that Woovi does not answer proves nothing.

import * as z from 'zod';
import type { CallPsp } from '../psp-client.ts';
import { outcomeOfError, shorten } from '../psp-words.ts';
import type { Recoveries, RecoveryAnswer, RecoveryPlace } from '../recoveries.ts';
import type { PspAnswer } from '../send-json.ts';
import { recoveryErrors, recoveryStates } from './words.ts';

const path = '/api/v1/funds-recovery';
const unknown = { kind: 'unknown' } as const;
const recovery = z.object({ dictId: z.uuid(), rootTransactionId: z.string(), status: z.string() });
const said = z.object({ error: z.string().min(1) });

/** Reads a recovery. Only a documented status of exactly this recovery is evidence. */
function takenIn({ body }: PspAnswer, endToEndId?: string, id?: string): RecoveryAnswer {
  const { data } = recovery.safeParse(body);
  const isOurs = data?.rootTransactionId === (endToEndId ?? data?.rootTransactionId);
  if (!data || !isOurs || (id !== undefined && data.dictId !== id)) return unknown;
  const { dictId, status } = data;
  const state = Object.hasOwn(recoveryStates, status) ? recoveryStates[status] : undefined;
  return state
    ? { kind: 'taken', id: dictId, status, state }
    : { ...unknown, undocumented: shorten(status, 60) };
}

/** Reads an error. Woovi documents 422 as a refusal, whatever its text is. */
function refusedIn(answer: PspAnswer): RecoveryAnswer {
  if (answer.status === 422) {
    const { data } = said.safeParse(answer.body);
    return data ? { kind: 'refused', text: shorten(data.error, 200) } : unknown;
  }
  const meant = outcomeOfError(recoveryErrors, answer);
  return meant.kind === 'unknown' || meant.kind === 'not_found' ? meant : unknown;
}

export function makeWooviRecoveries(call: CallPsp): Recoveries {
  async function find({ endToEndId, id }: RecoveryPlace): Promise<RecoveryAnswer> {
    const answer = await call({ method: 'GET', path: `${path}/${encodeURIComponent(id ?? endToEndId)}` });
    if (answer.status === 200) return takenIn(answer, endToEndId, id);
    // Woovi's guide finds a recovery by the end-to-end id, and its OpenAPI document refuses any id but its own (400).
    return answer.status === 404 ? refusedIn(answer) : unknown;
  }

  return {
    find,

    async request({ endToEndId, situation, details }) {
      const body = { transactionEndToEndId: endToEndId, situationType: situation, details };
      const answer = await call({ method: 'POST', path, body });
      if (answer.status === 201 || answer.status === 200) return takenIn(answer, endToEndId);
      const refused = refusedIn(answer);
      if (refused.kind === 'not_found') return { kind: 'refused', text: 'Transaction not found' };
      if (refused.kind !== 'refused') return refused;
      // The payment may have a recovery already: of an earlier request whose answer was lost, or of Woovi's own pages.
      const known = await find({ endToEndId });
      if (known.kind !== 'not_found') return known;
      return isAlready(refused.text) ? unknown : refused;
    },

    async cancel(id) {
      const answer = await call({ method: 'POST', path: `${path}/${encodeURIComponent(id)}/cancel` });
      if (answer.status === 200) return takenIn(answer, undefined, id);
      // That Woovi does not find a recovery that it has taken ends nothing. The next look-up tells.
      const refused = refusedIn(answer);
      return refused.kind === 'not_found' ? unknown : refused;
    },
  };
}

/** Returns whether a refusal says that the payment has a recovery already. */
const isAlready = (text: string) => text.startsWith('FundsRecovery already exists');

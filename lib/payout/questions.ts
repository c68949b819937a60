// Records the requests that one run of a worker sends to the network. The records are stored with the row's next write,
// so they need no extra write. If the worker stops before that write, the records are lost. While the PSP refuses us,
// only look-ups of sent payments are asked.

import { firstAndLast } from '../base/first-and-last.ts';
import { silentCode, writeAsked } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { askNetwork, type Unanswered } from '../network/ask-network.ts';
import type { WithNetwork } from '../network/deps.ts';
import { inTurn } from '../network/in-turn.ts';
import { isWordless, type Question } from '../network/own-fault.ts';
import { payoutsOf } from '../network/port.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';
import { type Answered, mayAsk, noteAnswer, placeOf } from './stop-payouts.ts';

export type Ask = <Answer extends Answered>(
  question: Question,
  call: () => Promise<Answer>,
) => Promise<Answer | Unanswered>;

export type Questions = ReturnType<typeof startQuestions>;

/**
 * Starts recording.
 * @param isForPeople whether people wait for the answers
 * @returns `ask`: sends a request and records it; `on`: returns the cashout with all requests since the start of the
 * run, for its next write; `forget`: drops the records
 */
export function startQuestions(
  deps: Base & WithMoney & WithNetwork,
  cashout: Cashout,
  { isForPeople = false } = {},
) {
  const noted: string[] = [];
  const ask: Ask = async (question, call) => {
    if (question !== 'find' && !(await mayAsk(deps, cashout))) return { kind: 'unknown' };
    const at = deps.now();
    const { id, companyId } = cashout;
    const about = { cashoutId: id };
    const asking = { id, place: placeOf(deps.network, cashout), companyId, question, isForPeople };
    const asked = () => (question === 'find' ? call() : call().catch(unlessOnly));
    // A network without tokens for look-ups finds the owner when it pays. So nothing is sent to it now.
    const isSent = question !== 'resolve' || deps.network.keyBucket !== undefined;
    const answer: Answered = await (isSent
      ? inTurn(deps, about, asking, asked)
      : askNetwork(deps, about, asked));
    await noteAnswer(deps, cashout, { question, at }, answer);
    const waits = answer.silence === 'known' ? silentCode : answer.waitSeconds;
    const told =
      waits === undefined
        ? { answer: answer.kind, code: answer.code }
        : ({ answer: 'waiting', code: String(waits) } as const);
    noted.push(writeAsked(cashout, { at, question, ...told }));
    return answer as Awaited<ReturnType<typeof call>>;
  };
  /** Blames a refusal without a word on the request, if the PSP answers another request of ours. */
  async function unlessOnly(error: unknown): Promise<Answered> {
    const payouts = isWordless(error) ? payoutsOf(deps.network, placeOf(deps.network, cashout)) : undefined;
    if (!isWordless(error) || !payouts) throw error;
    const { id, request } = cashout;
    await payouts.findPayment({ reference: String(id), amountCents: request.amountCents });
    return { kind: 'unknown', undocumented: error.word };
  }
  const on = (row: Cashout): Cashout =>
    noted.length > 0 ? { ...row, asked: firstAndLast([...(row.asked ?? []), ...noted]) } : row;
  const forget = () => void noted.splice(0);
  return { ask, on, forget };
}

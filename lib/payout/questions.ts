// Records the requests that one run of a worker sends to the network. The records are stored with the row's next write,
// so they need no extra write. If the worker stops before that write, the records are lost.

import { firstAndLast } from '../base/first-and-last.ts';
import { type AnswerKind, type Question, writeAsked } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { askNetwork } from '../network/ask-network.ts';

type Answered = { kind: AnswerKind; code?: string };

export type Ask = <Answer extends Answered>(
  question: Question,
  call: () => Promise<Answer>,
) => Promise<Answer | { kind: 'unknown' }>;

export type Questions = ReturnType<typeof startQuestions>;

/**
 * Starts recording.
 * @returns `ask`: sends a request and records it; `on`: returns the cashout with all requests since the start of the
 * run, for its next write; `forget`: drops the records
 */
export function startQuestions(deps: Core, cashout: Cashout) {
  const noted: string[] = [];
  const ask: Ask = async (question, call) => {
    const at = deps.now();
    const answer: Answered = await askNetwork(deps, { cashoutId: cashout.id }, call);
    noted.push(writeAsked(cashout, { at, question, answer: answer.kind, code: answer.code }));
    return answer as Awaited<ReturnType<typeof call>>;
  };
  const on = (row: Cashout): Cashout =>
    noted.length > 0 ? { ...row, asked: firstAndLast([...(row.asked ?? []), ...noted]) } : row;
  const forget = () => void noted.splice(0);
  return { ask, on, forget };
}

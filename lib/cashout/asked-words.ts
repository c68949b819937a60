// Stores a cashout's requests to the network in its row, and converts them to text for people. A request takes a few
// bytes, so that a usual row stays below 1 KB. Example: "83 rf" means that the key was looked up 83 ms after the
// approval, and that the key's owner was found.

import { addSeconds } from '../base/time.ts';
import type { Question } from '../network/own-fault.ts';
import type { Cashout } from './cashout.ts';

export type AnswerKind = keyof typeof answers;

const questions = {
  resolve: {
    letter: 'r',
    text: 'Looked up the PIX key at the network',
    waits: 'Look-ups of PIX keys are used up for now; this one waits',
  },
  send: {
    letter: 's',
    text: 'Asked the network to pay',
    waits: 'The network takes no more payments for now; this one waits',
  },
  find: {
    letter: 'f',
    text: 'Looked for the payment at the network',
    waits: 'The network answers no more questions for now; this one waits',
  },
} as const satisfies Record<Question, { letter: string; text: string; waits: string }>;

const answers = {
  found: { letter: 'f', text: 'found' },
  not_found: { letter: 'n', text: 'not found' },
  settled: { letter: 's', text: 'settled' },
  failed: { letter: 'x', text: 'failed' },
  refused: { letter: 'r', text: 'refused' },
  /** The network was not asked. The code is the number of seconds for which the request waits, or `silentCode`. */
  waiting: { letter: 'w', text: 'waits for its turn' },
  /** The network gave no final answer: a time-out, an error, or "still in progress". */
  unknown: { letter: 'u', text: 'no answer that ends it' },
} as const;

/** The code of a request that was not sent, because the network does not answer. */
export const silentCode = 'silent';

/** A request to the network and its answer. `code`: the network's reason code, if it gave one. */
export type Asked = { at: Date; question: Question; answer: AnswerKind; code?: string | undefined };

/**
 * Returns a request as the row stores it.
 * @param cashout approved, because nothing is sent to the network before the approval
 */
export function writeAsked(cashout: Cashout, { at, question, answer, code }: Asked): string {
  const letters = questions[question].letter + answers[answer].letter;
  return [at.getTime() - startOf(cashout), letters, ...(code ? [code] : [])].join(' ');
}

/** Returns the requests to the network in words, oldest first. `isEarly`: sent before the money was held. */
export function readAsked(cashout: Cashout) {
  return (cashout.asked ?? []).map((one) => {
    const [after, letters = '', ...code] = one.split(' ');
    const at = addMs(cashout, after);
    const isEarly = letters[0] === questions.resolve.letter;
    if (letters[1] === answers.waiting.letter)
      return { isEarly, told: { at, text: waitTextOf(letters[0], at, code[0]), code: null } };
    const text = `${textOf(questions, letters[0])}: ${textOf(answers, letters[1])}`;
    return { isEarly, told: { at, text, code: code.join(' ') || null } };
  });
}

/** Returns when the last request to the network was made, or waited (ISO, UTC). */
export function lastAskedAt(cashout: Cashout): string | undefined {
  const last = cashout.asked?.at(-1);
  return last && addMs(cashout, last.split(' ')[0]);
}

/** Returns the `asked` field, which every write of a worker must include. */
export const askedOf = ({ asked }: Cashout): Pick<Cashout, 'asked'> => (asked ? { asked } : {});

const startOf = ({ approvedAt, createdAt }: Cashout) => Date.parse(approvedAt ?? createdAt);

const addMs = (cashout: Cashout, ms: string | undefined) =>
  new Date(startOf(cashout) + Number(ms)).toISOString();

function textOf(table: Record<string, { letter: string; text: string }>, letter: string | undefined): string {
  return Object.values(table).find((one) => one.letter === letter)?.text ?? 'unknown';
}

function waitTextOf(letter: string | undefined, at: string, code: string | undefined): string {
  if (code === silentCode) return 'The network does not answer; this payment waits until it does';
  const { waits } = Object.values(questions).find((one) => one.letter === letter) ?? questions.send;
  return `${waits} until ${addSeconds(new Date(at), Number(code))}`;
}

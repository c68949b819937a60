// A fault of ours at a PSP: our key, account, credentials, certificate or permissions. It says nothing about a payment
// or its payee, so it ends no payment. Payouts at that PSP wait until the PSP accepts us again.

import { Busy, busySecondsOf } from './busy.ts';
import { wordOf } from './psp-words.ts';
import type { PspAnswer, PspCall } from './send-json.ts';
import { isOfGateway, NoAnswer } from './silence.ts';

type CallPsp = (call: PspCall) => Promise<PspAnswer>;

/** The requests to a network about a payment: look up the payee, pay, look for the payment. */
export type Question = 'resolve' | 'send' | 'find';

/** What callers are told of a payment that ended because of a fault of ours: too little money, or any other fault. */
export const shortText = 'Payouts are short of funds at the PSP';
export const stoppedText = 'Payouts are stopped at the PSP';

/** The PSP refused a request because of ourselves. `word`: the PSP's word, or the status of its answer. */
export class OwnFault extends Error {
  readonly word: string;
  constructor(word: string) {
    super(`the PSP refuses us: ${word}`);
    this.word = word;
  }
}

/**
 * Returns whether a refusal has no word, as that of a filter in front of the PSP, which reads the whole request: a key or
 * a text that a customer chose may be the reason.
 */
export const isWordless = (error: unknown): error is OwnFault =>
  error instanceof OwnFault && error.word === '403';

/**
 * Makes a call that throws an OwnFault if the PSP refuses us, by the answer's status or by refusing our certificate, and
 * Busy if the PSP asks us to wait, and NoAnswer if only a gateway in front of the PSP answers.
 */
export const accepted =
  (call: CallPsp): CallPsp =>
  async (asked) => {
    const answer = await call(asked).catch((error) => {
      const alert = refusedCertificate(error);
      throw alert ? new OwnFault(alert) : error;
    });
    if (answer.status === 401 || answer.status === 403) throw new OwnFault(wordOf(answer));
    const busySeconds = busySecondsOf(answer);
    if (busySeconds !== undefined) throw new Busy(busySeconds);
    if (isOfGateway(answer.status)) throw new NoAnswer(answer.status);
    return answer;
  };

/** Returns the alert of a TLS connection that the PSP has refused because of our certificate, or undefined. */
function refusedCertificate(error: unknown): string | undefined {
  const { code } = (error instanceof NoAnswer ? error.cause : (error ?? {})) as { code?: unknown };
  return typeof code === 'string' && /^ERR_SSL_\w*ALERT\w*(CERT|UNKNOWN_CA|ACCESS_DENIED)/.test(code)
    ? code
    : undefined;
}

// Sends a request to the PIX network. Every call to the network uses this function. If the call throws an error, the
// answer is `unknown`, so the queue message does not fail.

import type { Subject } from '../base/correlation.ts';
import type { Base } from '../platform/deps.ts';
import { Busy } from './busy.ts';
import { OwnFault } from './own-fault.ts';
import { NoAnswer } from './silence.ts';

/**
 * No answer. `ownFault`: the PSP refused us, and the PSP's word for it. `busySeconds`: the PSP asks us to wait.
 * `waitSeconds`: the request waits, and the PSP was not asked. `silence`: the PSP did not answer this request, or was not
 * asked because it answers nobody.
 */
export type Unanswered = {
  kind: 'unknown';
  ownFault?: string;
  busySeconds?: number;
  waitSeconds?: number;
  silence?: 'met' | 'known';
  state?: never;
};

export async function askNetwork<Answer>(
  deps: Base,
  about: Subject,
  call: () => Promise<Answer>,
): Promise<Answer | Unanswered> {
  try {
    return await call();
  } catch (error) {
    deps.log.error('network fault, outcome unknown', about, error);
    return {
      kind: 'unknown',
      ...(error instanceof OwnFault ? { ownFault: error.word } : {}),
      ...(error instanceof Busy ? { busySeconds: error.seconds } : {}),
      ...(error instanceof NoAnswer ? { silence: 'met' } : {}),
    };
  }
}

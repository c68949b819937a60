// The faults of the two PSPs: one answers nothing for an hour, the other one lies in each way that its document does
// not forbid to a broken server.

import type { CallPsp } from '../../lib/network/psp-client.ts';
import type { PspAnswer } from '../../lib/network/send-json.ts';
import { NoAnswer } from '../../lib/network/silence.ts';
import type { PspReply, PspRequest } from '../../test/psp/fake-psp.ts';

type Answer = (request: PspRequest) => Promise<PspReply>;

/** Of the requests that a dying PSP no longer answers, this share still takes effect in its first minute. */
const lateEffects = 0.5;

/** @param isDead returns for how many milliseconds the PSP has been dead, or undefined */
export const dying =
  (answer: Answer, isDead: () => number | undefined, draw: () => number): CallPsp =>
  async (call) => {
    const deadMs = isDead();
    if (deadMs === undefined) return answer(call);
    if (deadMs < 60_000 && draw() < lateEffects) await answer(call);
    throw new NoAnswer('it is dead');
  };

type Lie = (call: PspRequest, answer: Answer) => Promise<PspAnswer>;
type Body = { payment?: { correlationID?: string; value?: number; status?: string } };

/** Changes the payment in an answer, if there is one. */
const changed =
  (change: NonNullable<Body['payment']>): Lie =>
  async (call, answer) => {
    const { status, body } = await answer(call);
    const { payment } = (body ?? {}) as Body;
    return { status, body: payment ? { ...body, payment: { ...payment, ...change } } : body };
  };

/** The lies, with the share of the calls that each of them answers. */
const lies: Readonly<Record<string, { share: number; lie: Lie }>> = {
  'no answer, and nothing happens': {
    share: 0.02,
    lie: () => Promise.reject(new NoAnswer('the connection was reset')),
  },
  'no answer, but it happens': {
    share: 0.03,
    lie: async (call, answer) => {
      await answer(call);
      throw new NoAnswer('the connection was reset');
    },
  },
  'a 500, but it happens': {
    share: 0.03,
    lie: async (call, answer) => {
      await answer(call);
      return { status: 500, body: { error: 'Internal error' } };
    },
  },
  'it does not know a payment that it has': {
    share: 0.03,
    lie: async ({ method, ...call }, answer) =>
      method === 'GET'
        ? { status: 400, body: { error: 'Pagamento não encontrado' } }
        : answer({ method, ...call }),
  },
  'the payment of somebody else': { share: 0.02, lie: changed({ correlationID: '1', status: 'CONFIRMED' }) },
  'a word that nobody knows': { share: 0.02, lie: changed({ status: 'SETTLED_SOON' }) },
  'text in place of JSON': {
    share: 0.01,
    lie: async (call, answer) => ({ status: (await answer(call)).status, body: undefined }),
  },
};

/** Lies in so many of the calls. @param told counts each lie */
export const lying =
  (answer: Answer, draw: () => number, told: (lie: string) => void): CallPsp =>
  async (call) => {
    let left = draw();
    for (const [name, { share, lie }] of Object.entries(lies)) {
      left -= share;
      if (left >= 0) continue;
      told(name);
      return lie(call, answer);
    }
    return answer(call);
  };

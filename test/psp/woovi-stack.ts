// The service with payouts at a fake Woovi, over HTTPS, and its received payments at another PSP, which does not answer.

import { withoutSandbox } from '../../infra/without-sandbox.ts';
import type { Rails } from '../../lib/network/port.ts';
import { openStack, type Stack } from '../support/stack.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';
import { makeFakeWoovi, type WooviKey } from './fake-woovi.ts';
import type { WooviReturn } from './fake-woovi-lists.ts';
import type { WooviRecovery } from './fake-woovi-recoveries.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

export type WooviStack = {
  stack: Stack;
  psp: PspServer;
  /** The money at Woovi. */
  purse: { cents: number };
  /** The returns at Woovi. */
  returns: WooviReturn[];
  /** The funds recoveries at Woovi. */
  recoveries: WooviRecovery[];
  /** The public keys of its callbacks. */
  keys: WooviKey[];
  /** Answers that replace Woovi's. A test may set them. */
  say: { instead?: (request: PspRequest) => PspReply | undefined };
  /** Answers from now on as the account of another company, to which the same token now belongs. */
  becomeOther(purse: { cents: number }): void;
  close(): Promise<void>;
};

export async function openWooviStack(): Promise<WooviStack> {
  const [purse, returns, keys] = [{ cents: Number.MAX_SAFE_INTEGER }, [] as WooviReturn[], [] as WooviKey[]];
  const recoveries: WooviRecovery[] = [];
  let answer: ReturnType<typeof makeFakeWoovi> | undefined;
  const psp = await openPspServer(async (request) => {
    if (!answer) throw new Error('the stack is not open yet');
    return answer(request);
  }, 'app-id');
  const stack = await openStack({
    settings: {
      PSPS: `pay woovi ${psp.url} us@example.com; main bcb https://127.0.0.1:9 us@example.org`,
      PAYOUT_NETWORK: 'pay',
      REFUND_NETWORK: 'main',
    },
    change: (service) => void Object.assign(service.functions, withoutSandbox(service).functions),
    readSecrets: async () => ({ pay: psp.appSecret, main: psp.secret }),
  });
  const rules = stack.deps.sandbox as Rails;
  const say: WooviStack['say'] = {};
  answer = makeFakeWoovi({ rules, now: stack.deps.now, purse, returns, recoveries, keys, say });
  const close = async () => {
    await stack.stop();
    await psp.close();
  };
  const becomeOther = (its: { cents: number }) => {
    const now = stack.deps.now;
    answer = makeFakeWoovi({ rules, now, purse: its, keys, accountId: '7000ccfd42831958a4050000' });
  };
  return { stack, psp, purse, returns, recoveries, keys, say, becomeOther, close };
}

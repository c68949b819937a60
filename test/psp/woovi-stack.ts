// The service with payouts at a fake Woovi, over HTTPS, and its received payments at another PSP, which does not answer.

import { withoutSandbox } from '../../infra/without-sandbox.ts';
import type { Rails } from '../../lib/network/port.ts';
import { openStack, type Stack } from '../support/stack.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';
import { makeFakeWoovi, type WooviKey } from './fake-woovi.ts';
import type { WooviReturn } from './fake-woovi-lists.ts';
import type { WooviRecovery } from './fake-woovi-recoveries.ts';
import { makeFakeTokens, type WooviTokens } from './fake-woovi-tokens.ts';
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
  /** Its tokens for look-ups of keys. */
  tokens: ReturnType<typeof makeFakeTokens>;
  /** Answers that replace Woovi's. A test may set them. */
  say: { instead?: (request: PspRequest) => PspReply | undefined };
  /** Answers from now on as the account of another company, to which the same token now belongs. */
  becomeOther(purse: { cents: number }): void;
  close(): Promise<void>;
};

/**
 * @param clock the clock of the service and of Woovi; by default the machine's
 * @param bucket its tokens for look-ups; by default without end
 */
export async function openWooviStack(
  clock?: () => Date,
  bucket?: Pick<WooviTokens, 'max' | 'perMinute'>,
): Promise<WooviStack> {
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
    ...(clock ? { now: clock } : {}),
  });
  const sandbox = stack.deps.sandbox as Rails;
  const rules: Rails = {
    ...sandbox,
    resolveKey: async (key) =>
      key.endsWith('@nobody.example') ? { kind: 'not_found' } : sandbox.resolveKey(key),
  };
  const say: WooviStack['say'] = {};
  const { now } = stack.deps;
  const most = Number.MAX_SAFE_INTEGER;
  const { max, perMinute } = bucket ?? { max: most, perMinute: 1 };
  const tokens = makeFakeTokens({ max, perMinute, left: max, at: now().getTime() }, now);
  answer = makeFakeWoovi({ rules, now, purse, returns, recoveries, keys, tokens, say });
  const close = async () => {
    await stack.stop();
    await psp.close();
  };
  const becomeOther = (its: { cents: number }) => {
    answer = makeFakeWoovi({ rules, now, purse: its, keys, accountId: '7000ccfd42831958a4050000' });
  };
  return { stack, psp, purse, returns, recoveries, keys, tokens, say, becomeOther, close };
}

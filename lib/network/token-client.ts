// Calls a PSP that authenticates us by a fixed token. A call without an answer throws, which means an unknown outcome.
// If the PSP refuses the token, the secret is read again, because it may have been rotated.

import https from 'node:https';
import { accepted, OwnFault } from './own-fault.ts';
import { type CallPsp, type ClientOptions, idleMs, maxSockets } from './psp-client.ts';
import { sendJson, sentOf, signalOf, usualLimits } from './send-json.ts';

/** A secret younger than this is not read again after a refusal, so that not every refused call reads it (ms). */
const freshMs = 30_000;

type Known = { token: string; agent: https.Agent; readAt: number };

export function makeTokenClient({
  url,
  readSecret,
  now,
  confirm,
  limits = usualLimits,
}: ClientOptions): CallPsp {
  let known: Promise<Known> | undefined;
  const askWith =
    ({ token, agent }: Known): CallPsp =>
    (call) =>
      sendJson(url, agent, sentOf(call, token, signalOf(call, limits)), limits);

  function read() {
    const reading = readSecret().then(async (secret) => {
      if (!('app_id' in secret)) throw new OwnFault('the secret has no app_id');
      const trusted = secret.ca ? { ca: secret.ca } : {};
      const agent = new https.Agent({ keepAlive: true, timeout: idleMs, maxSockets, ...trusted });
      const read = { token: secret.app_id, agent, readAt: now().getTime() };
      await confirm?.(accepted(askWith(read)));
      return read;
    });
    known = reading;
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  }

  return accepted(async (call) => {
    const own = await (known ?? read());
    const answer = await askWith(own)(call);
    if (answer.status !== 401 || now().getTime() - own.readAt < freshMs) return answer;
    // A refused request has changed nothing, so it can be repeated.
    const next = await read();
    return next.token === own.token ? answer : askWith(next)(call);
  });
}

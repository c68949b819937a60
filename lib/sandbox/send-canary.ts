// Sends the canary: one cashout to the public address, as a caller sends it, from the token to the final status. Within
// five minutes it is always the same cashout, however often the canary runs.

import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Base, WithOutbound } from '../platform/deps.ts';
import type { WithCanary } from './canary-store.ts';
import { type CanaryCompany, canaryCompany } from './canary-store.ts';

const slotMs = 300_000;
const asksMax = 20;
const askEveryMs = 1_000;
const callMs = 10_000;
const bytesMax = 64 * 1024;

const tokenAnswer = z.object({ access_token: z.string() });
const cashoutAnswer = z.object({ id: z.number(), status: z.string() });
type Cashout = z.output<typeof cashoutAnswer>;

/** The error of a failed step. If the step got an answer, the message contains only the status of the answer. */
class Stopped extends Error {}

/**
 * Sends the cashout, and counts a success or logs the failed step.
 * @returns whether the cashout has ended as SUCCESS
 */
export async function sendCanary(deps: Base & WithCanary & WithOutbound): Promise<{ passed: boolean }> {
  try {
    const company = (await deps.canaries.find()) ?? (await openCompany(deps));
    const cashout = await pay(deps, company);
    if (cashout.status !== 'SUCCESS') throw new Stopped(`the cashout is ${cashout.status}`);
    deps.metrics.count('CanaryPassed');
    deps.log.info('canary passed', { cashoutId: cashout.id });
    return { passed: true };
  } catch (error) {
    const outcome = error instanceof Stopped ? error.message : 'failed';
    deps.log.error('canary failed', { outcome }, error);
    return { passed: false };
  }
}

async function openCompany(deps: Base & WithCanary & WithOutbound): Promise<CanaryCompany> {
  const headers = { 'x-sandbox-key': deps.config.SANDBOX_KEY ?? '' };
  const call = { path: '/sandbox/tenants', headers, content: { name: 'Seen from outside' } };
  return deps.canaries.keep(await ask(deps, canaryCompany, call));
}

async function pay(deps: Base & WithOutbound, company: CanaryCompany): Promise<Cashout> {
  const basic = Buffer.from(`${company.client_id}:${company.client_secret}`).toString('base64');
  const { access_token } = await ask(deps, tokenAnswer, {
    path: '/oauth2/token',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    text: 'grant_type=client_credentials',
  });
  const authorization = `Bearer ${access_token}`;
  const post = (path: string, content: object, more: Record<string, string> = {}, refused?: Cashout) => {
    const text = JSON.stringify(content);
    const hmac = createHmac('sha256', company.hmac_secret).update(text).digest('hex');
    const call = { path, text, headers: { authorization, hmac, ...more } };
    return ask(deps, cashoutAnswer, call, refused);
  };
  const [account] = company.accounts;
  const source = {
    source_account_branch_identifier: account?.source_account_branch_identifier,
    source_account_number: account?.source_account_number,
  };
  const key = slotKey(company, deps.now());
  const body = { ...source, amount: 0.01, key: 'fulano@example.com' };
  let cashout = await post('/create-cashout', body, { 'idempotency-key': key });
  // Another run in the same five minutes may approve the cashout first, so a refused approval is no failure.
  const { id } = cashout;
  const approved = { id, status: 'PROCESSING' };
  if (cashout.status === 'NEW') cashout = await post('/approve-cashout', { id }, {}, approved);
  for (let asks = 0; cashout.status === 'PROCESSING' && asks < asksMax; asks++) {
    await deps.pause(askEveryMs);
    cashout = await ask(deps, cashoutAnswer, {
      path: `/v3/cashouts/${cashout.id}`,
      headers: { authorization },
    });
  }
  return cashout;
}

/** Returns the idempotency key of these five minutes, as a UUID of version 4. */
function slotKey({ client_id }: CanaryCompany, now: Date): string {
  const slot = Math.floor(now.getTime() / slotMs);
  const hex = createHash('sha256').update(`${client_id} ${slot}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Call = { path: string; headers: Record<string, string>; content?: object; text?: string };

async function ask<Schema extends z.ZodType>(
  deps: Base & WithOutbound,
  schema: Schema,
  { path, headers, content, text = content && JSON.stringify(content) }: Call,
  refused?: z.output<Schema>,
): Promise<z.output<Schema>> {
  const answer = await deps.outbound({
    method: text === undefined ? 'GET' : 'POST',
    url: deps.config.BASE_URL + path,
    headers: { 'content-type': 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
    timeoutMs: callMs,
    bytesMax,
  });
  if (answer.kind !== 'answered') throw new Stopped(`${path.split('/')[1]}: ${answer.kind}`);
  if (answer.status === 400 && refused) return refused;
  if (answer.status !== 200) throw new Stopped(`${path.split('/')[1]}: ${answer.status}`);
  return schema.parse(JSON.parse(answer.body.toString()));
}

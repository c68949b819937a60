// Sends the synthetic payment: one cashout, or one preflight, to the public address, as a caller sends it, from the token
// to the final status. Within five minutes it is always the same cashout, however often the function runs.

import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Base, WithOutbound } from '../platform/deps.ts';
import type { SyntheticPayer, WithSynthetic } from './payer-store.ts';

const slotMs = 300_000;
const asksMax = 20;
const askEveryMs = 1_000;
const callMs = 10_000;
const bytesMax = 64 * 1024;

const tokenAnswer = z.object({ access_token: z.string() });
const cashoutAnswer = z.object({ id: z.number(), status: z.string() });
const preflightAnswer = z.object({ allowed: z.boolean(), payee: z.unknown() });
const companyAnswer = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  hmac_secret: z.string(),
  accounts: z.tuple([
    z.object({ source_account_branch_identifier: z.string(), source_account_number: z.string() }),
  ]),
});
type Cashout = z.output<typeof cashoutAnswer>;

/** The error of a failed step. If the step got an answer, the message contains only the status of the answer. */
class Stopped extends Error {}

type Deps = Base & WithSynthetic & WithOutbound;

/**
 * Sends the payment, and counts a success or logs the failed step.
 * @returns whether the cashout has ended as SUCCESS, or would be allowed
 */
export async function sendSynthetic(deps: Deps): Promise<{ passed: boolean }> {
  try {
    const payer = (await deps.synthetic.find()) ?? (await openCompany(deps));
    const post = await signIn(deps, payer);
    if (payer.pays) await pay(deps, payer, post);
    else await foretell(payer, post);
    deps.metrics.count('SyntheticPassed');
    return { passed: true };
  } catch (error) {
    const outcome = error instanceof Stopped ? error.message : 'failed';
    deps.log.error('synthetic payment failed', { outcome }, error);
    return { passed: false };
  }
}

/** Opens a company with sandbox money. A stage with real money has no sandbox: there an operator names the payer. */
async function openCompany(deps: Deps): Promise<SyntheticPayer> {
  const { SANDBOX_KEY } = deps.config;
  if (!SANDBOX_KEY) throw new Stopped('nobody has started it');
  const call = {
    path: '/sandbox/tenants',
    headers: { 'x-sandbox-key': SANDBOX_KEY },
    content: { name: 'Seen from outside' },
  };
  const { accounts, ...client } = await ask(deps, companyAnswer, call);
  return deps.synthetic.keep({ ...client, ...accounts[0], key: 'fulano@example.com', pays: true });
}

type Post = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  content: object,
  more?: Record<string, string>,
  refused?: z.output<Schema>,
) => Promise<z.output<Schema>>;

type Calls = { post: Post; read: (id: number) => Promise<Cashout> };

/** Gets a token. Returns a function that makes signed calls, and one that reads a cashout. */
async function signIn(deps: Deps, payer: SyntheticPayer): Promise<Calls> {
  const basic = Buffer.from(`${payer.client_id}:${payer.client_secret}`).toString('base64');
  const { access_token } = await ask(deps, tokenAnswer, {
    path: '/oauth2/token',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    text: 'grant_type=client_credentials',
  });
  const authorization = `Bearer ${access_token}`;
  return {
    post: (schema, path, content, more = {}, refused = undefined) => {
      const text = JSON.stringify(content);
      const hmac = createHmac('sha256', payer.hmac_secret).update(text).digest('hex');
      return ask(deps, schema, { path, text, headers: { authorization, hmac, ...more } }, refused);
    },
    read: (id) => ask(deps, cashoutAnswer, { path: `/v3/cashouts/${id}`, headers: { authorization } }),
  };
}

const requestOf = ({ source_account_branch_identifier, source_account_number, key }: SyntheticPayer) => ({
  source_account_branch_identifier,
  source_account_number,
  amount: 0.01,
  key,
});

async function foretell(payer: SyntheticPayer, { post }: Calls): Promise<void> {
  const { allowed } = await post(preflightAnswer, '/v3/cashouts/preflight', requestOf(payer));
  if (!allowed) throw new Stopped('the preflight is not allowed');
}

async function pay(deps: Deps, payer: SyntheticPayer, { post, read }: Calls): Promise<void> {
  const key = slotKey(payer, deps.now());
  let cashout = await post(cashoutAnswer, '/create-cashout', requestOf(payer), { 'idempotency-key': key });
  // Another run in the same five minutes may approve the cashout first, so a refused approval is no failure.
  const { id } = cashout;
  const approved = { id, status: 'PROCESSING' };
  if (cashout.status === 'NEW') cashout = await post(cashoutAnswer, '/approve-cashout', { id }, {}, approved);
  for (let asks = 0; cashout.status === 'PROCESSING' && asks < asksMax; asks++) {
    await deps.pause(askEveryMs);
    cashout = await read(id);
  }
  if (cashout.status !== 'SUCCESS') throw new Stopped(`the cashout is ${cashout.status}`);
}

/** Returns the idempotency key of these five minutes, as a UUID of version 4. */
function slotKey({ client_id }: SyntheticPayer, now: Date): string {
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

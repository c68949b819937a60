// Calls the service without HTTP. This client gets a token, signs its requests, and sends them as the events that
// Lambda's handlers get.

import { createHmac } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as approveCashout from '../functions/approve-cashout.ts';
import * as createCashout from '../functions/create-cashout.ts';
import * as createCashoutSelfApprove from '../functions/create-cashout-self-approve.ts';
import * as createWebhook from '../functions/create-webhook.ts';
import * as issueToken from '../functions/issue-token.ts';
import * as listStatement from '../functions/list-statement.ts';
import * as listWebhooks from '../functions/list-webhooks.ts';
import * as requestChargeback from '../functions/request-chargeback.ts';
import type { Deps } from '../lib/app/deps.ts';
import { flushed } from '../lib/platform/flushed.ts';
import { toGatewayEvent } from '../local/gateway/call.ts';
import type { HttpCall } from '../local/gateway/event.ts';
import type { Service } from '../local/service.ts';
import type { Tenant } from './stage.ts';

type Handler = (event: never, context: Context) => Promise<unknown>;
export type Request = ReturnType<typeof toGatewayEvent>;
/** The fields of bodies that this file uses. A list is represented by its length. */
type Body = {
  id: number;
  status: string;
  access_token: string;
  end_to_end_id: string;
  results: unknown[];
  detail: string;
  length: number;
};
export type Answer = { status: number; body: Partial<Body>; headers: Record<string, unknown> };

const makers: Readonly<Record<string, { makeHandler: (deps: Deps) => Handler }>> = {
  approveCashout,
  createCashout,
  createCashoutSelfApprove,
  createWebhook,
  issueToken,
  listStatement,
  listWebhooks,
  requestChargeback,
};
export const context = { functionName: 'bench', getRemainingTimeInMillis: () => 10_000 } as Context;

/** Sends requests to the handlers with the dependencies of their Lambdas. Each handler is created once. */
export function handlersOf(deps: Deps): (request: Request) => Promise<unknown> {
  const made = new Map<string, Handler>();
  return ({ functionKey, event }) => {
    const maker = makers[functionKey];
    if (!maker) throw new Error(`the function ${functionKey} is not measured`);
    const handler = made.get(functionKey) ?? flushed(deps, maker.makeHandler(deps));
    made.set(functionKey, handler);
    return handler(event as never, context);
  };
}

export function readAnswer(result: unknown): Answer {
  const { statusCode = 0, headers = {}, body } = result as APIGatewayProxyStructuredResultV2;
  return { status: statusCode, body: JSON.parse(body ?? 'null'), headers };
}

export type Caller = Awaited<ReturnType<typeof openCaller>>;

/** @param deps the dependencies that issue the token and handle the requests of `send` */
export async function openCaller(service: Service, deps: Deps, tenant: Tenant) {
  const handle = handlersOf(deps);
  async function send(request: Request): Promise<Answer> {
    const answer = readAnswer(await handle(request));
    if (answer.status !== 200)
      throw new Error(`a request was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }
  const request = (call: HttpCall) => toGatewayEvent(service, call);
  const basic = Buffer.from(`${tenant.client_id}:${tenant.client_secret}`).toString('base64');
  const { body: token } = await send(
    request({
      method: 'POST',
      path: '/oauth2/token',
      headers: { authorization: `Basic ${basic}` },
      body: 'grant_type=client_credentials',
    }),
  );
  const authorization = `Bearer ${token.access_token}`;
  const sign = (body: string) => createHmac('sha256', tenant.hmac_secret).update(body).digest('hex');
  const [account] = tenant.accounts;
  if (!account) throw new Error('the tenant has no account');
  const { source_account_branch_identifier, source_account_number } = account;

  return {
    /** The two fields that name the account in a body. */
    source: { source_account_branch_identifier, source_account_number },
    send,
    get: (path: string) => request({ method: 'GET', path, headers: { authorization, hmac: sign('') } }),
    post(path: string, content: object, key?: string) {
      const body = JSON.stringify(content);
      const signature = { authorization, hmac: sign(body), 'content-type': 'application/json' };
      const headers = key ? { ...signature, 'idempotency-key': key } : signature;
      return request({ method: 'POST', path, headers, body });
    },
  };
}

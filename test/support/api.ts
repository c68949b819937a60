// Calls the API as its callers do. TEST_TARGET decides how: over HTTP with the sandbox as the network, or in this
// process through a small API Gateway with a PSP.

import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { HttpCall } from '../../local/gateway/event.ts';
import { openPspStack } from '../psp/psp-stack.ts';
import { holdToContract, isDocumentation } from './contract.ts';
import type { Stack } from './stack.ts';
import { makeTaints, type Taints } from './taints.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted whole, so their type is what the test writes
export type Answer = { status: number; body: any; headers: Record<string, string> };
export type Send = (call: HttpCall) => Promise<Answer>;

export type Tenant = {
  company_id: string;
  user_id: string;
  client_id: string;
  client_secret: string;
  hmac_secret: string;
  mfa_secret: string;
  /** The company that holds the accounts. */
  name: string;
  legal_id: string;
  accounts: {
    source_account_branch_identifier: string;
    source_account_number: string;
    balance: number;
    pix_key: string;
  }[];
};

/** The things that a test can use: the API, and the stack behind it if the service runs in this process. */
export type World = { send: Send; baseUrl: string; stack?: Stack; close(): Promise<void> };

export async function openWorld(): Promise<World> {
  if (process.env.TEST_TARGET === 'http') {
    const baseUrl = inject('baseUrl');
    const taints = makeTaints();
    // The log is written by the started stack. So the texts that it must not contain are stored for the code that stops
    // the stack.
    const close = async () => writeFileSync(join(inject('taintsFolder'), randomUUID()), taints.toJson());
    return { send: sendOverHttp(baseUrl, taints), baseUrl, close };
  }
  const { stack, close } = await openPspStack();
  stack.startTriggers({ streams: true });
  return { send: sendInProcess(stack), baseUrl: stack.config.BASE_URL, stack, close };
}

function sendOverHttp(baseUrl: string, taints: Taints): Send {
  return async (call) => {
    const { method, path, headers = {}, body } = call;
    taints.plantCall(call);
    const answer = await fetch(baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as string }),
    });
    const content = await answer.json();
    if (!isDocumentation(call.path)) taints.plantAnswer(content);
    holdToContract(call, { status: answer.status, body: content });
    return { status: answer.status, body: content, headers: Object.fromEntries(answer.headers.entries()) };
  };
}

export function sendInProcess(stack: Stack, deps?: Deps): Send {
  return (call) => stack.send(call, deps) as Promise<Answer>;
}

export function signed(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export async function sandbox(send: Send, path: string, body: unknown = {}): Promise<Answer> {
  return send({ method: 'POST', path, headers: { 'x-sandbox-key': 'local' }, body: JSON.stringify(body) });
}

export async function openTenant(send: Send, body: object = {}): Promise<Tenant> {
  const answer = await sandbox(send, '/sandbox/tenants', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Tenant;
}

export async function fetchToken(send: Send, { client_id, client_secret }: Tenant): Promise<string> {
  const answer = await send({
    method: 'POST',
    path: '/oauth2/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.access_token as string;
}

export type Caller = Awaited<ReturnType<typeof openCaller>>;

/** Opens a caller that has a token and signs its requests. */
export async function openCaller(send: Send, tenant: Tenant) {
  const token = await fetchToken(send, tenant);
  const authorization = `Bearer ${token}`;
  return {
    tenant,
    token,
    /** Returns the two fields that identify the first account in a body. */
    get source() {
      return sourceOf(tenant);
    },
    post(path: string, content: object, headers: Record<string, string> = {}): Promise<Answer> {
      const body = JSON.stringify(content);
      const signature = {
        authorization,
        hmac: signed(tenant.hmac_secret, body),
        'content-type': 'application/json',
      };
      return send({ method: 'POST', path, headers: { ...signature, ...headers }, body });
    },
    get: (path: string): Promise<Answer> => send({ method: 'GET', path, headers: { authorization } }),
    /** Makes a signed call with any method. Without content, the signature is over an empty body. */
    call(method: string, path: string, content?: object): Promise<Answer> {
      const body = content && JSON.stringify(content);
      const headers = { authorization, hmac: signed(tenant.hmac_secret, body ?? '') };
      return send({ method, path, headers, ...(body === undefined ? {} : { body }) });
    },
  };
}

export function sourceOf({ accounts }: Tenant, index = 0) {
  const account = accounts[index];
  if (!account) throw new Error('tenant without that account');
  const { source_account_branch_identifier, source_account_number } = account;
  return { source_account_branch_identifier, source_account_number };
}

export function statementPath(
  account: { source_account_branch_identifier: string; source_account_number: string },
  query = '',
) {
  const { source_account_branch_identifier: branch, source_account_number: number } = account;
  return `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-12-31${query}`;
}

/** Returns the two fields of an account as query parameters. */
export function accountQuery(account: ReturnType<typeof sourceOf>, more = ''): string {
  return `${new URLSearchParams(account)}${more}`;
}

/** Repeats a call until the answer is the wanted one. After a time limit it returns the last answer. */
export async function until<Value>(
  ask: () => Promise<Value>,
  wanted: (value: Value) => boolean,
  seconds = 100,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (wanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`still not as wanted: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function ended(caller: Caller, id: number): Promise<Answer> {
  return until(
    () => caller.get(`/v3/cashouts/${id}`),
    ({ body }) => body.status !== 'PROCESSING' && body.status !== 'NEW',
  );
}

// Simulates companies and the clients that call for them, like HTTP callers: with signatures and with their own
// time-outs. It records every request and answer.

import { createHmac } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { toGatewayEvent } from '../../local/gateway/call.ts';
import type { HttpCall } from '../../local/gateway/event.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every endpoint
export type Body = any;

/** `unknown` means that no answer came in time, or that the answer was a 5xx. */
export type Outcome = { kind: 'answer'; status: number; body: Body } | { kind: 'unknown'; status: number };

export type Operation = {
  who: string;
  method: string;
  path: string;
  /** The body that was sent, as an object. */
  asked: Body;
  key: string | undefined;
  /** The scheduler's steps at the start (`from`) and at the end (`to`) of the call. */
  from: number;
  to: number;
  /** The time at the end of the call by the world's clock, in milliseconds since 1970. */
  time: number;
  outcome: Outcome;
};

/** Returns the body of the answer, or an empty object if there was no answer. */
export const bodyOf = ({ outcome }: Pick<Operation, 'outcome'>): Body =>
  outcome.kind === 'answer' ? outcome.body : {};

export type Place = {
  branch: string;
  number: string;
  pixKey: string;
  openingCents: number;
  /** The legal id of the company that holds the account. */
  legalId: string;
};
export type Party = {
  name: string;
  /** A text that the party includes in its requests. No other company may ever see it. */
  taint: string;
  companyId: string;
  token: string;
  hmacSecret: string;
  mfaSecret: string;
  webToken: string;
  /** Users who may create and approve, like the party itself. */
  colleagues: { token: string; hmacSecret: string; clientId: string; userId: string }[];
  /** A user who may create cashouts but not approve them. */
  clerk: { token: string; hmacSecret: string };
  accounts: Place[];
  secrets: string[];
};

const gatewayMs = 29_000;

export function makeCallers(world: World) {
  const { scheduler, dice, faults, lambda, service } = world;
  const history: Operation[] = [];

  async function send(call: HttpCall): Promise<Outcome> {
    const { functionKey, event } = toGatewayEvent(service, call);
    const cut = new Promise<Outcome>((resolve) => {
      const patience = faults.strikes('caller gives up') ? dice.between(50, 3_000) : gatewayMs;
      scheduler.at(scheduler.now() + patience, () => resolve({ kind: 'unknown', status: 504 }));
    });
    return Promise.race([answerOf(functionKey, event), cut]);
  }

  async function answerOf(functionKey: string, event: unknown): Promise<Outcome> {
    const invoked = await lambda.invoke(functionKey, event);
    if (invoked.kind === 'died') return { kind: 'unknown', status: 502 };
    if (invoked.kind === 'threw') {
      world.mirror.fail('I25', `${functionKey} throws ${String(invoked.error)}`);
      return { kind: 'unknown', status: 502 };
    }
    const { statusCode = 0, body = '{}' } = invoked.result as APIGatewayProxyStructuredResultV2;
    if (statusCode >= 500) return { kind: 'unknown', status: statusCode };
    return { kind: 'answer', status: statusCode, body: JSON.parse(body) };
  }

  async function noted(who: string, call: HttpCall, asked: Body, key?: string): Promise<Outcome> {
    const from = scheduler.steps();
    const outcome = await send(call);
    const said = outcome.kind === 'answer' ? JSON.stringify(outcome.body) : 'unknown';
    scheduler.note(
      `${who} ${call.method} ${call.path}: ${outcome.status} ${said.replace(/eyJ[\w.-]+/g, 'token')}`,
    );
    history.push({
      who,
      method: call.method,
      path: call.path,
      asked,
      key,
      from,
      to: scheduler.steps(),
      time: scheduler.now(),
      outcome,
    });
    return outcome;
  }

  return {
    history,

    /** Makes a call that is signed with the party's secret. */
    call(
      party: Party,
      method: string,
      path: string,
      content?: object,
      key?: string,
      token = party.token,
    ): Promise<Outcome> {
      const body = content && JSON.stringify(content);
      const hmac = createHmac('sha256', party.hmacSecret)
        .update(body ?? '')
        .digest('hex');
      const headers = { authorization: `Bearer ${token}`, hmac, ...(key ? { 'idempotency-key': key } : {}) };
      return noted(
        party.name,
        { method, path, headers, ...(body === undefined ? {} : { body }) },
        content,
        key,
      );
    },

    sandbox: (method: string, path: string, content: object): Promise<Outcome> =>
      noted(
        'sandbox',
        { method, path, headers: { 'x-sandbox-key': 'local' }, body: JSON.stringify(content) },
        content,
      ),

    /** Makes one request of a browser. @returns undefined without an answer in time, or after a 5xx */
    async visit(
      who: string,
      path: string,
      { form, ...headers }: Record<string, string> & { form?: string },
    ): Promise<APIGatewayProxyStructuredResultV2 | undefined> {
      const type = 'application/x-www-form-urlencoded';
      const asked: HttpCall =
        form === undefined
          ? { method: 'GET', path, headers }
          : { method: 'POST', path, headers: { ...headers, 'content-type': type }, body: form };
      const { functionKey, event } = toGatewayEvent(service, asked);
      const invoked = await lambda.invoke(functionKey, event);
      const result =
        invoked.kind === 'answered' ? (invoked.result as APIGatewayProxyStructuredResultV2) : undefined;
      scheduler.note(`${who} ${asked.method} ${path}: ${result?.statusCode ?? 'unknown'}`);
      return (result?.statusCode ?? 500) < 500 ? result : undefined;
    },

    /** Sends the network's callback, signed with the network's secret. */
    network(content: object): Promise<Outcome> {
      const body = JSON.stringify(content);
      const hmac = createHmac('sha256', world.callbackSecret).update(body).digest('hex');
      return noted('network', { method: 'POST', path: '/network/pix', headers: { hmac }, body }, content);
    },

    token({ client_id, client_secret }: Body): Promise<Outcome> {
      const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      return noted(
        'token',
        { method: 'POST', path: '/oauth2/token', headers, body: 'grant_type=client_credentials' },
        {},
      );
    },
  };
}

export type Callers = ReturnType<typeof makeCallers>;

export function good(outcome: Outcome): Body {
  if (outcome.kind === 'answer' && outcome.status === 200) return outcome.body;
  throw new Error(`not answered with 200: ${JSON.stringify(outcome)}`);
}

export const isGood = (outcome: Outcome): outcome is Extract<Outcome, { kind: 'answer' }> =>
  outcome.kind === 'answer' && outcome.status === 200;

export const sourceOf = ({ branch, number }: Pick<Place, 'branch' | 'number'>) => ({
  source_account_branch_identifier: branch,
  source_account_number: number,
});

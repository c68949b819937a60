// What a request leaves behind: rows, messages and log lines, and which of our data they contain.

import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import type { HttpCall } from '../../local/gateway/event.ts';
import type { Answer } from '../support/api.ts';
import { engineClient, openClient } from '../support/clients.ts';
import type { Stack } from '../support/stack.ts';
import { networkSecret } from './ask.ts';
import { plantedCpf, plantedKey, type Scene } from './scene.ts';

let scanning: DynamoDBClient | undefined;

/** Returns every row of every table, in an order that does not depend on the time of the write. */
export async function dump(stack: Stack): Promise<string[]> {
  const tables = Object.entries(stack.config).filter(([name]) => name.endsWith('_TABLE'));
  const rows = await Promise.all(tables.map(([, TableName]) => rowsOf(TableName as string)));
  return rows.flat().sort();
}

async function rowsOf(TableName: string): Promise<string[]> {
  scanning ??= engineClient(DynamoDBClient);
  const { Items = [], LastEvaluatedKey } = await scanning.send(new ScanCommand({ TableName }));
  if (LastEvaluatedKey) throw new Error(`${TableName} does not fit one page`);
  return Items.map((row) => `${TableName} ${JSON.stringify(row, inOrder)}`);
}

/** Sorts the members of maps, because DynamoDB does not keep their order. */
function inOrder(_: string, value: unknown): unknown {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}

/** Returns the service with queues that record the messages until the test takes them. */
export function withKeptMessages(stack: Stack, client = openClient()) {
  const messages: unknown[] = [];
  const keeping = <Args extends unknown[]>(send: (...message: Args) => Promise<void>) => {
    return async (...message: Args) => {
      messages.push(message);
      await send(...message);
    };
  };
  const real = stack.deps.queues;
  const queues = {
    send: keeping(real.send),
    sendAll: keeping(real.sendAll),
    sendEvent: keeping(real.sendEvent),
    sendAccountEvent: keeping(real.sendAccountEvent),
    sendDelivery: keeping(real.sendDelivery),
    sendDeliveries: keeping(real.sendDeliveries),
    sendExport: keeping(real.sendExport),
    sendBatch: keeping(real.sendBatch),
    offerPages: real.offerPages,
    offer: real.offer,
  };
  return { deps: stack.with({ queues, client }), takeMessages: () => messages.splice(0) };
}

/** Returns the secrets that no answer may disclose: keys, tokens, secrets and codes. */
function secretsOf({ callers, webhookSecrets, mfaCode, stack }: Scene): string[] {
  const own = Object.values(callers).flatMap(({ token, tenant }) => [
    token,
    tenant.client_secret,
    tenant.hmac_secret,
    tenant.mfa_secret,
  ]);
  const { DATA_KEYS, TOKEN_SIGNING_KEY = '' } = stack.config;
  const signingKey = (JSON.parse(TOKEN_SIGNING_KEY) as { d: string }).d;
  return [...own, ...webhookSecrets, mfaCode(), networkSecret, ...DATA_KEYS, signingKey];
}

/** Only a caller who may list the webhook may see these tokens. */
const tokens = ['planted-authorization', 'planted-functions-key'];

/** Six digits are also found within the service's ids by chance, so a code is looked for as a word of its own. */
const isIn = (text: string) => (secret: string) =>
  /^\d{6}$/.test(secret) ? new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text) : text.includes(secret);

/** Checks that neither the answer nor the log contains a secret, and that the log contains no input of the request. */
export function expectTellsNothing(scene: Scene, call: HttpCall, answer: Answer, lines: readonly string[]) {
  const { hmac, authorization } = call.headers ?? {};
  const sent = [hmac, authorization?.split(' ')[1]].filter((text) => text !== undefined && text.length > 8);
  const secrets = [...secretsOf(scene), ...(sent as string[])];
  const untold = answer.status === 200 ? secrets : [...secrets, ...tokens];
  const told = JSON.stringify([answer.body, answer.headers]);
  const logged = lines.join('\n');
  expect(untold.filter(isIn(told))).toEqual([]);
  expect([...secrets, ...tokens, plantedKey, plantedCpf].filter(isIn(logged))).toEqual([]);
}

import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeDeps } from '../../lib/app/live.ts';
import { awsClientSettings, isDependencyFault } from '../../lib/platform/aws-client.ts';
import { type Caller, openCaller, openTenant, sendInProcess, signed } from '../support/api.ts';
import { openStack, type Stack } from '../support/stack.ts';

// This server accepts every connection and all data, and never answers.
const sockets: Socket[] = [];
const silent = createServer((socket) => void sockets.push(socket.on('error', () => {}).resume()));
const { timeout: lambdaSeconds } = inject('service').provider as unknown as { timeout: number };

let stack: Stack;
let caller: Caller;
beforeAll(async () => {
  stack = await openStack();
  caller = await openCaller(sendInProcess(stack), await openTenant(sendInProcess(stack)));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await stack.stop();
});

/** Builds the dependencies as a Lambda does, with a server that never answers. */
function cutOff() {
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const before = { ...process.env };
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_ENDPOINT_URL_SQS: endpoint });
  const TRANSFERS_QUEUE_URL = stack.config.TRANSFERS_QUEUE_URL.replace(/^http:..[^/]+/, endpoint);
  const deps = makeDeps({ ...stack.config, TRANSFERS_QUEUE_URL }, { log: stack.deps.log });
  return { deps, restore: () => Object.assign(process.env, before) };
}

/** Returns the result of a call. A busy machine may be slow, but no call may hang. */
async function within<Value>(call: Promise<Value>): Promise<Value | 'too late'> {
  const late = new Promise<'too late'>((tell) =>
    setTimeout(() => tell('too late'), 2 * lambdaSeconds * 1_000).unref(),
  );
  return Promise.race([call, late]);
}

test('an AWS call that is never answered ends as a temporary fault', {
  tags: 'dear',
}, async () => {
  const { deps, restore } = cutOff();
  const account = { branch: '0001', number: '1' };
  const body = JSON.stringify({ ...caller.source, amount: 1, key: 'fulano@example.com' });
  const headers = { authorization: `Bearer ${caller.token}`, hmac: signed(caller.tenant.hmac_secret, body) };

  const [read, message, request] = await Promise.all([
    within(deps.accounts.get(account).catch((error: unknown) => error)),
    within(deps.queues.send('transfers', { id: 1 }).catch((error: unknown) => error)),
    within(sendInProcess(stack, deps)({ method: 'POST', path: '/create-cashout', headers, body })),
  ]).finally(restore);

  expect(read).toBeInstanceOf(Error);
  expect(message).toBeInstanceOf(Error);
  expect([read, message].map(isDependencyFault)).toEqual([true, true]);
  expect(request).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { data: null } });
  expect(sockets.length).toBeGreaterThan(0);
});

test('a time-out of an AWS call is logged as an error, and all tries together take less time than a request may take', () => {
  const { maxAttempts, requestHandler } = awsClientSettings;

  expect(requestHandler.throwOnRequestTimeout).toBe(true);
  const each = requestHandler.connectionTimeout + requestHandler.requestTimeout;
  expect(maxAttempts * each).toBeLessThan(lambdaSeconds * 1_000);
});

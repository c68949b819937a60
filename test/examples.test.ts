import { type ChildProcess, spawn } from 'node:child_process';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSecret, signatureHeaders } from '../lib/webhook/signature.ts';
import { freePort } from '../local/free-port.ts';
import { until } from './support/api.ts';
import { programOf } from './support/languages.ts';

const secret = formatSecret('42'.repeat(32));
const other = formatSecret('43'.repeat(32));
const body = JSON.stringify({
  id: 'cashout-1-succeeded',
  type: 'cashout.succeeded',
  data: { name: 'João 💸' },
});
const seconds = (offset: number) => new Date(Date.now() + offset * 1000);
const sign = (secrets = [secret], at = seconds(0)) =>
  signatureHeaders(secrets, 'cashout-1-succeeded', at, body);
const library = () => new Verifier(secret).sign('cashout-1-succeeded', seconds(0), body);

type Case = [name: string, headers: () => Record<string, string | undefined>, body?: string];
const cases: Case[] = [
  ['signed by us', () => sign()],
  ['signed by the library', () => ({ ...sign(), 'webhook-signature': library() })],
  ['signed with two secrets', () => sign([other, secret])],
  ['signed four minutes ago', () => sign([secret], seconds(-240))],
  ['signed by somebody else', () => sign([other])],
  ['of other content', () => sign(), `${body} `],
  ['signed six minutes ago', () => sign([secret], seconds(-360))],
  ['signed for in six minutes', () => sign([secret], seconds(360))],
  ['under another id', () => ({ ...sign(), 'webhook-id': 'cashout-2-succeeded' })],
  ['without an id', () => ({ ...sign(), 'webhook-id': undefined })],
  ['without a time', () => ({ ...sign(), 'webhook-timestamp': undefined })],
  ['with a time that is none', () => ({ ...sign(), 'webhook-timestamp': 'now' })],
  ['without a signature', () => ({ ...sign(), 'webhook-signature': undefined })],
  ['with an empty signature', () => ({ ...sign(), 'webhook-signature': '' })],
  [
    'with a signature cut short',
    () => ({ ...sign(), 'webhook-signature': sign()['webhook-signature'].slice(0, -9) }),
  ],
  ['with another version', () => ({ ...sign(), 'webhook-signature': library().replace('v1', 'v2') })],
];

const receivers = ['receive-webhook.ts', 'receive_webhook.py', 'receive_webhook.go', 'ReceiveWebhook.java'];

describe.each(receivers)('examples/%s', (name) => {
  const { command, args, env, missing } = programOf(name);
  let child: ChildProcess;
  let url = '';
  let output = '';

  beforeAll(async () => {
    if (missing) return;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // The program gets its own process group, because `go run` starts a child process that would otherwise survive it.
    child = spawn(command, args, {
      detached: true,
      env: { ...env, WEBHOOK_SECRET: secret, PORT: String(port) },
    });
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    await until(
      () =>
        fetch(url, { method: 'POST', body: '' }).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status > 0,
    );
  });
  afterAll(() => {
    if (child?.pid) process.kill(-child.pid);
  });

  test.for(cases)(
    'the example code accepts or refuses a delivery %s as the library does',
    async ([, make, sent = body], { skip }) => {
      skip(missing !== undefined, missing);
      const headers = Object.fromEntries(
        Object.entries(make()).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const answer = await fetch(url, { method: 'POST', headers, body: sent });

      expect(answer.status).toBe(libraryTakes(sent, headers) ? 204 : 401);
    },
  );

  test('the example code processes an event once, however often it is delivered', async ({ skip }) => {
    skip(missing !== undefined, missing);
    for (let time = 0; time < 3; time++) {
      expect((await fetch(url, { method: 'POST', headers: sign(), body })).status).toBe(204);
    }
    // A receiver answers before it prints, so its answer does not mean that the line is already printed.
    const later = { id: 'cashout-2-succeeded', type: 'cashout.succeeded' };
    const content = JSON.stringify(later);
    const headers = signatureHeaders([secret], later.id, seconds(0), content);
    expect((await fetch(url, { method: 'POST', headers, body: content })).status).toBe(204);
    const taken = () => output.split('\n').filter((line) => line.startsWith('cashout.succeeded '));
    const printed = await until(
      async () => taken(),
      (lines) => ['cashout-1', 'cashout-2'].every((id) => lines.some((line) => line.includes(id))),
    );

    expect(printed.sort()).toEqual([
      'cashout.succeeded cashout-1-succeeded',
      'cashout.succeeded cashout-2-succeeded',
    ]);
  });
});

function libraryTakes(sent: string, headers: Record<string, string>): boolean {
  try {
    new Verifier(secret).verify(sent, headers);
    return true;
  } catch {
    return false;
  }
}

test('the test cases include deliveries that the library accepts and deliveries that it refuses', () => {
  const verdicts = cases.map(([, make, sent = body]) => libraryTakes(sent, make() as Record<string, string>));

  expect(verdicts).toEqual([...Array(4).fill(true), ...Array(12).fill(false)]);
});

import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../lib/platform/config.ts';
import { makeOutbound } from '../../lib/platform/outbound.ts';
import { root } from '../../local/service.ts';
import { openPlainReceiver, openReceiver } from '../support/receiver.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';
import { variablesOf } from '../support/variables.ts';
import { createCashout, deliver, heldQueues, register } from '../support/webhooks.ts';

const used = useStack();

test('a redirect to a private address is not followed, and its answer is not stored or shown', async () => {
  const inside = await openPlainReceiver((response) => response.end('inner-credentials'));
  const receiver = await openReceiver('receiver.test', (response) => {
    const headers = { location: `${inside.url}/latest/meta-data`, 'x-inner': 'inner-header' };
    response.writeHead(302, headers).end('inner-body');
  });
  const outbound = makeOutbound({ allowLoopback: true, resolve: async () => ['127.0.0.1'], ca: receiver.ca });
  const caller = await used.newCaller();
  const token = { authorization_token: 'Bearer for-the-receiver' };
  const webhook = await register(caller, receiver.url, 'ALL', token);
  const { queues, messages } = heldQueues(used.stack);
  await createCashout(used.stack, caller, queues);

  for (const { message } of messages.splice(0)) {
    await deliver(used.stack, message, used.stack.with({ queues, outbound }));
  }

  expect(receiver.heard).toMatchObject([{ headers: { authorization: 'Bearer for-the-receiver' } }]);
  expect(inside.heard).toEqual([]);
  const { body } = await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries`);
  expect(body.results[0].log).toEqual([
    { at: expect.any(String), result: 'answered', status: 302, milliseconds: expect.any(Number) },
  ]);
  expect(JSON.stringify([body, await allRows(used.stack), used.stack.lines])).not.toMatch(/inner-|meta-data/);
  await Promise.all([inside.close(), receiver.close()]);
});

test.each<[string, string, string]>([
  ['no listener', 'https://receiver.test:1/', 'no_answer'],
  ['an unknown name', 'https://nowhere.test/', 'no_answer'],
  ['an internal address', 'https://inner.test/', 'forbidden'],
])('a failed call to a webhook is reported only by its kind of failure: %s', async (_, url, kind) => {
  const resolve = async (host: string) => {
    if (host === 'nowhere.test') throw new Error('getaddrinfo ENOTFOUND nowhere.test at 10.0.0.2');
    return [host === 'inner.test' ? '10.0.0.1' : '127.0.0.1'];
  };
  const call = { method: 'POST', url, headers: {}, body: '{}', timeoutMs: 60_000, bytesMax: 100 } as const;

  expect(await makeOutbound({ allowLoopback: true, resolve })(call)).toEqual({ kind });
});

test('a proxy set in the environment is not used', async () => {
  const [receiver, proxy] = [await openPlainReceiver(), await openPlainReceiver()];
  const file = new URL('lib/platform/outbound.ts', pathToFileURL(root));
  const code = `import http from 'node:http';
    import { makeOutbound } from '${file}';
    const url = process.env.RECEIVER;
    const ask = (path) => new Promise((done) => http.get(url + path, (answer) => answer.resume().on('end', done)));
    await makeOutbound({ allowLoopback: true })(
      { method: 'POST', url: url + '/ours', headers: {}, body: '{}', timeoutMs: 60_000, bytesMax: 100 });
    await ask('/usual');`;
  const env = {
    ...process.env,
    ...{ RECEIVER: receiver.url, NODE_USE_ENV_PROXY: '1' },
    ...{ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, http_proxy: proxy.url, https_proxy: proxy.url },
  };

  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });

  expect(receiver.heard.map(({ path }) => path)).toEqual(['/ours']);
  // A default client does use the proxy, which shows that the environment is set correctly.
  expect(proxy.heard.map(({ path }) => path)).toEqual([`${receiver.url}/usual`]);
  await Promise.all([receiver.close(), proxy.close()]);
});

test('a deployed stage does not start if its settings allow calls to its own machine', () => {
  const { SANDBOX_KEY: _, NETWORK_CALLBACK_SECRETS: __, ...config } = variablesOf(used.stack.config);
  const variables = { ...config, STAGE: 'staging' };

  expect(() => readConfig({ ...variables, OUTBOUND_LOOPBACK: 'allow' })).toThrow('wrong: OUTBOUND_LOOPBACK');
  expect(readConfig({ ...variables, OUTBOUND_LOOPBACK: 'refuse' }).STAGE).toBe('staging');
});

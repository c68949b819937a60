import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { webhookCountKey, webhookKey } from '../../lib/webhook/webhook-store.ts';
import { accountQuery, openCaller, sandbox, sendInProcess } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { losingAnswers } from '../support/faults.ts';
import { forbiddenUrls } from '../support/forbidden-hosts.ts';
import { useStack } from '../support/use-stack.ts';
import { register } from '../support/webhooks.ts';

const most = 50;
const used = useStack({ settings: { OUTBOUND_LOOPBACK: 'refuse', WEBHOOKS_MAX: String(most) } });
const url = 'https://receiver.example.com/hooks';

test('a new webhook shows its secret only once, and is listed immediately', async () => {
  const caller = await used.newCaller();
  const wanted = {
    ...caller.source,
    url,
    type_webhook: 'INTERNAL APPROVE',
    authorization_token: 'Bearer abc',
    x_functions_key: 'key 1',
  };

  const { status, body } = await caller.call('POST', '/api/webhooks', wanted);

  expect(status).toBe(200);
  const { worked, secret, ...registration } = body;
  expect(registration).toEqual({
    id: expect.any(Number),
    url,
    type_webhook: 'INTERNAL APPROVE',
    authorization_token: 'Bearer abc',
    x_functions_key: 'key 1',
    created_at: expect.stringMatching(/^2\d{3}-.*Z$/),
    updated_at: registration.created_at,
  });
  expect(worked).toBe(true);
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`);
  expect(listed.body).toEqual([registration]);
});

test('one webhook is registered, although the answer to the write is lost and its retry collides', async () => {
  const caller = await used.newCaller();
  const { client, lost } = losingAnswers('TransactWriteItems', { collides: 1 });
  const by = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

  const { id } = await register(by, url);

  expect(lost()).toBe(2);
  const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`);
  expect(listed.body.map((webhook: { id: number }) => webhook.id)).toEqual([id]);
});

test('missing receiver tokens are returned as null, and a request may send null for no tokens', async () => {
  const caller = await used.newCaller();
  const none = { authorization_token: null, x_functions_key: null };

  for (const more of [{}, none]) expect(await register(caller, url, 'ALL', more)).toMatchObject(none);
});

test('the same url and type can be registered twice, under two webhook ids', async () => {
  const caller = await used.newCaller();
  const ids = [await register(caller, url), await register(caller, url)].map(({ id }) => id);

  expect(new Set(ids).size).toBe(2);
});

test('the id of a deleted webhook is not given to a later webhook', async () => {
  const caller = await used.newCaller();
  const first = await register(caller, url);
  await caller.call('DELETE', `/api/webhooks/${first.id}`);
  const given = [first.id, first.id, 77];
  const { deps } = used.stack;
  const ids = { ...deps.ids, webhookId: () => given.shift() ?? 0 };
  const again = await openCaller(sendInProcess(used.stack, { ...deps, ids }), caller.tenant);

  expect(await register(again, url)).toMatchObject({ id: 77 });
});

test('an account has no more webhooks than its stage allows', async () => {
  const caller = await used.newCaller();
  for (let count = 0; count < most; count++) await register(caller, url);

  const wanted = { ...caller.source, url, type_webhook: 'ALL' };
  const { status, body } = await caller.call('POST', '/api/webhooks', wanted);

  expect([status, body.message]).toEqual([400, 'Account has too many webhooks']);
});

test('concurrent creates do not exceed the number of webhooks that the stage allows', async () => {
  const caller = await used.newCaller();
  const wanted = { ...caller.source, url, type_webhook: 'ALL' };
  const create = () => caller.call('POST', '/api/webhooks', wanted);

  // On a busy machine, some of so many concurrent requests fail with a conflict, and are then repeated.
  const createOrAskAgain = async (): ReturnType<typeof create> => {
    const answer = await create();
    return answer.status === 503 ? createOrAskAgain() : answer;
  };

  const answers = await Promise.all(Array.from({ length: 150 }, createOrAskAgain));

  const made = answers.filter(({ status }) => status === 200);
  const messages = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.message]));
  expect([made.length, new Set(messages)]).toEqual([most, new Set(['Account has too many webhooks'])]);
  const [{ body: one }] = made as [(typeof made)[number]];
  expect((await caller.call('DELETE', `/api/webhooks/${one.id}`)).status).toBe(200);
  expect([(await create()).status, (await create()).status]).toEqual([200, 400]);
});

test('webhooks stored before webhooks were counted can be deleted, and the next create counts them', async () => {
  const caller = await used.newCaller();
  const { id } = await register(caller, url);
  for (let count = 0; count < most - 1; count++) await register(caller, url);
  const account = {
    branch: caller.source.source_account_branch_identifier,
    number: caller.source.source_account_number,
  };
  await openClient().send(
    new DeleteCommand({ TableName: used.stack.config.WEBHOOKS_TABLE, Key: webhookCountKey(account) }),
  );
  const wanted = { ...caller.source, url, type_webhook: 'ALL' };
  const create = () => caller.call('POST', '/api/webhooks', wanted);
  expect((await caller.call('DELETE', `/api/webhooks/${id}`)).status).toBe(200);

  const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);

  expect(statuses.sort()).toEqual([200, 400]);
});

test('receiver tokens and webhook secrets are stored encrypted', async () => {
  const caller = await used.newCaller();
  const tokens = { authorization_token: 'token-in-the-clear', x_functions_key: 'key-in-the-clear' };
  const webhook = await register(caller, url, 'ALL', tokens);
  const account = {
    branch: caller.source.source_account_branch_identifier,
    number: caller.source.source_account_number,
  };
  const Key = webhookKey({ id: webhook.id, account, createdAt: webhook.created_at });

  const { Item } = await openClient().send(
    new GetCommand({ TableName: used.stack.config.WEBHOOKS_TABLE, Key }),
  );

  expect(Item).toMatchObject({ url });
  expect(JSON.stringify(Item)).not.toMatch(/in-the-clear|whsec_/);
  expect(used.stack.lines.join()).not.toMatch(/in-the-clear|whsec_/);
});

describe('a wrong request for a webhook', () => {
  const post = async (change: object) => {
    const caller = await used.newCaller();
    const wanted = { ...caller.source, url, type_webhook: 'ALL', ...change };
    const answer = await caller.call('POST', '/api/webhooks', wanted);
    const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`);
    return { answer, listed: listed.body };
  };

  test.each(forbiddenUrls)(
    'a webhook with the url %j is refused with the name of the field, and nothing is stored',
    async (forbidden) => {
      const { answer, listed } = await post({ url: forbidden });

      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([{ field: 'url', message: expect.stringMatching(/^must /) }]);
      expect(listed).toEqual([]);
    },
  );

  test.each<[string, object]>([
    ['url', { url: undefined }],
    ['url', { url: 5 }],
    ['type_webhook', { type_webhook: undefined }],
    ['type_webhook', { type_webhook: 'all' }],
    ['type_webhook', { type_webhook: 'INTERNAL_APPROVE' }],
    ['type_webhook', { type_webhook: ['ALL'] }],
    ['authorization_token', { authorization_token: 'a\r\nx-evil: 1' }],
    ['authorization_token', { authorization_token: 'a\u0000' }],
    ['authorization_token', { authorization_token: 'é' }],
    ['authorization_token', { authorization_token: 'a\tb' }],
    ['authorization_token', { authorization_token: 'a\u007f' }],
    ['authorization_token', { authorization_token: '\u0100\u010d\u010a' }],
    ['authorization_token', { authorization_token: ' a' }],
    ['authorization_token', { authorization_token: '' }],
    ['authorization_token', { authorization_token: 'a'.repeat(1_025) }],
    ['x_functions_key', { x_functions_key: 'a\nb' }],
    ['x_functions_key', { x_functions_key: 5 }],
    ['source_account_number', { source_account_number: undefined }],
    ['source_account_branch_identifier', { source_account_branch_identifier: '1' }],
  ])('a request for a webhook is refused for an invalid %s: %j', async (field, change) => {
    const { answer, listed } = await post(change);

    expect(answer).toMatchObject({ status: 422, body: { message: 'Validation error', data: null } });
    expect(answer.body.errors).toMatchObject([{ field }]);
    expect(listed).toEqual([]);
  });

  test('a wrong request for a webhook is refused in the documented order of checks', async () => {
    const [caller, other, web] = await Promise.all([
      used.newCaller(),
      used.newCaller(),
      used.newCaller({ audience: 'web' }),
    ]);
    const wanted = { ...caller.source, url, type_webhook: 'ALL' };
    const ask = async (by: typeof caller, body: object) => {
      const answer = await by.call('POST', '/api/webhooks', body);
      return [answer.status, answer.body.message];
    };

    expect((await used.send({ method: 'POST', path: '/api/webhooks', body: '{}' })).status).toBe(401);
    expect((await caller.get('/api/webhooks')).status).toBe(401);
    expect(await ask(other, wanted)).toEqual([400, 'Account not found']);
    expect(await ask(other, { ...wanted, source_account_number: '1' })).toEqual([400, 'Account not found']);
    expect(await ask(web, { ...wanted, ...web.source })).toEqual([200, undefined]);
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);
    expect(await ask(caller, wanted)).toEqual([400, 'Account is closed']);
    expect(await ask(caller, { ...wanted, url: 'http://x' })).toEqual([422, 'Validation error']);
  });
});

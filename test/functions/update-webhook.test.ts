import { describe, expect, test } from 'vitest';
import { accountQuery, openCaller, sandbox, sendInProcess } from '../support/api.ts';
import { losingAnswers } from '../support/faults.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, register, verified } from '../support/webhooks.ts';

const used = useStack();
const url = 'https://receiver.example.com/';

test('an update changes the given fields, keeps the other fields, and removes a token that is set to null', async () => {
  const caller = await used.newCaller();
  const tokens = { authorization_token: 'a', x_functions_key: 'b' };
  const { id, created_at } = await register(caller, url, 'ALL', tokens);
  const put = async (body: object) => (await caller.call('PUT', `/api/webhooks/${id}`, body)).body;

  const moved = await put({ url: `${url}new` });
  expect(moved).toEqual({
    worked: true,
    id,
    url: `${url}new`,
    type_webhook: 'ALL',
    ...tokens,
    created_at,
    updated_at: expect.any(String),
    status: 'ACTIVE',
    paused_reason: null,
    paused_at: null,
    failing_since: null,
  });
  expect(moved.updated_at > created_at).toBe(true);
  const other = { type_webhook: 'CASHOUT', authorization_token: null, x_functions_key: 'c' };
  expect(await put(other)).toMatchObject({ url: `${url}new`, ...other });
  const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`);
  expect(listed.body).toMatchObject([{ url: `${url}new`, ...other }]);
});

test('concurrent updates of a webhook are all kept', async () => {
  const caller = await used.newCaller();
  const { id } = await register(caller, url);
  const changes = [{ url: `${url}1` }, { type_webhook: 'CASHIN' }, { authorization_token: 't' }];

  const answers = await Promise.all(changes.map((body) => caller.call('PUT', `/api/webhooks/${id}/`, body)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await caller.call('PUT', `/v3/accounts/api/webhooks/${id}`, {});
  expect(body).toMatchObject({ url: `${url}1`, type_webhook: 'CASHIN', authorization_token: 't' });
});

test('deliveries are signed with both secrets for a day after a rotation, and then only with the new secret', async () => {
  const caller = await used.newCaller();
  const receiver = await openPlainReceiver();
  const { id, secret: old } = await register(caller, receiver.url);
  const rotated = await caller.call('PUT', `/api/webhooks/${id}`, { rotate_secret: true });
  const { secret } = rotated.body;
  expect(secret).toMatch(/^whsec_/);
  const { queues, messages } = heldQueues(used.stack);

  await createCashout(used.stack, caller, queues);
  const [sent] = messages;
  await deliver(used.stack, sent?.message as never);
  const [heard] = receiver.heard;
  for (const one of [old, secret])
    expect(verified(heard as never, one)).toMatchObject({ type: 'cashout.created' });

  const later = new Date(Date.now() + 86_400_000);
  await createCashout(used.stack, caller, queues);
  await deliver(used.stack, messages[1]?.message as never, used.stack.with({ now: () => later }));
  expect(receiver.heard[1]?.headers['webhook-signature']).not.toContain(' ');
  await receiver.close();
});

test('a rotation whose answer is lost happens once, and all earlier secrets still sign after the next rotation', async () => {
  const caller = await used.newCaller();
  const receiver = await openPlainReceiver();
  const { id, secret: first } = await register(caller, receiver.url);
  const { client, lost } = losingAnswers('UpdateItem');
  const by = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

  const { secret: second } = (await by.call('PUT', `/api/webhooks/${id}`, { rotate_secret: true })).body;
  const { secret: third } = (await by.call('PUT', `/api/webhooks/${id}`, { rotate_secret: true })).body;
  expect(lost()).toBe(1);
  const { queues, messages } = heldQueues(used.stack);
  await createCashout(used.stack, caller, queues);
  await deliver(used.stack, messages[0]?.message as never);

  const [heard] = receiver.heard;
  for (const secret of [first, second, third]) verified(heard as never, secret);
  expect(heard?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(3);
  await receiver.close();
});

describe('a wrong update', () => {
  test.each<[string, object]>([
    ['url', { url: 'http://receiver.example.com/' }],
    ['url', { url: null }],
    ['type_webhook', { type_webhook: 'NONE' }],
    ['authorization_token', { authorization_token: 'a\r\n' }],
    ['rotate_secret', { rotate_secret: 'yes' }],
    ['paused', { paused: true }],
  ])('an update with an invalid %s is refused and changes nothing: %j', async (field, change) => {
    const caller = await used.newCaller();
    const { id, created_at } = await register(caller, url);

    const answer = await caller.call('PUT', `/api/webhooks/${id}`, change);

    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field }]);
    const listed = await used.stack.deps.webhooks.find(id);
    expect(listed && (await used.stack.deps.webhooks.get(listed))?.updatedAt).toBe(created_at);
  });

  test('an update of another company’s, an unknown or a deleted webhook gives a 404, and an update on a closed account gives a 400', async () => {
    const [caller, stranger] = [await used.newCaller(), await used.newCaller()];
    const [kept, gone] = [await register(caller, url), await register(caller, url)];
    await caller.call('DELETE', `/api/webhooks/${gone.id}`);
    const put = async (by: typeof caller, id: number) => {
      const { status, body } = await by.call('PUT', `/api/webhooks/${id}`, {});
      return [status, body.message];
    };

    expect(await put(stranger, kept.id)).toEqual([404, 'Webhook not found']);
    expect(await put(caller, 5)).toEqual([404, 'Webhook not found']);
    expect(await put(caller, gone.id)).toEqual([404, 'Webhook not found']);
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);
    expect(await put(caller, kept.id)).toEqual([400, 'Account is closed']);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { accountIdOf, type Operator, openOperator, refused } from '../support/admin.ts';
import { openCaller, sendInProcess } from '../support/api.ts';
import { openColleague } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, register } from '../support/webhooks.ts';

const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

const url = 'https://receiver.example.com/';
const time = expect.stringMatching(/^\d{4}-.*Z$/);
const reason = 'INC-43: it is not theirs';

/** Opens a webhook of a company. The test makes its deliveries itself, and no receiver answers. */
async function openCase() {
  const caller = await used.newCaller();
  const { id } = await register(caller, url);
  const held = heldQueues(used.stack);
  const deps = used.stack.with({ queues: held.queues, outbound: async () => ({ kind: 'no_answer' }) });
  return {
    caller,
    id,
    deps,
    held,
    account: accountIdOf(caller.tenant),
    put: (body: object) => caller.call('PUT', `/api/webhooks/${id}`, body),
    async attempts(): Promise<number> {
      await createCashout(used.stack, caller, held.queues);
      for (const { message } of held.messages.splice(0)) await deliver(used.stack, message, deps);
      const [latest] = await deps.deliveries.list(id, Number.MAX_SAFE_INTEGER, 1);
      return latest?.log.length ?? 0;
    },
  };
}

test('an operator’s list of webhooks shows each webhook’s health and the client that set its address', async () => {
  const { caller, id, account, attempts } = await openCase();
  const colleague = await openColleague(used.stack, caller.tenant);
  const other = await register(colleague, `${url}2`, 'CASHIN');
  await attempts();

  expect(await ana.ask('webhook list', { account })).toEqual({
    worked: true,
    account,
    webhooks: [
      {
        id,
        url,
        type: 'ALL',
        set_by: caller.tenant.client_id,
        state: 'ACTIVE',
        reason: null,
        paused_at: null,
        failing_since: time,
      },
      {
        id: other.id,
        url: `${url}2`,
        type: 'CASHIN',
        set_by: colleague.tenant.client_id,
        state: 'ACTIVE',
        reason: null,
        paused_at: null,
        failing_since: null,
      },
    ],
  });
});

test('a webhook that an operator paused gets no events, and only an operator can resume it', async () => {
  const { id, account, put, attempts, deps, held } = await openCase();
  const paused = { worked: true, webhook: id, message: 'Webhook paused' };

  expect(await ana.ask('webhook pause', { webhook: id, reason }, deps)).toEqual(paused);
  expect(await ana.ask('webhook pause', { webhook: id, reason }, deps)).toEqual(paused);

  held.messages.splice(0);
  expect(await attempts()).toBe(0);
  expect(await put({ paused: false })).toMatchObject({ status: 400, body: refused('Webhook is paused') });
  expect((await put({ url: `${url}elsewhere` })).body).toMatchObject({
    status: 'PAUSED',
    paused_reason: 'operator',
  });
  expect(await ana.ask('webhook list', { account })).toMatchObject({
    webhooks: [{ state: 'PAUSED', reason: 'operator', paused_at: time }],
  });

  const resumed = { worked: true, webhook: id, message: 'Webhook resumed' };
  expect(await ana.ask('webhook resume', { webhook: id, reason })).toEqual(resumed);
  expect(await ana.ask('webhook resume', { webhook: id, reason })).toEqual(resumed);
  expect(await attempts()).toBe(1);
});

test('a pause by an operator sends the account one event, even if the command is repeated', async () => {
  const { id, account, deps } = await openCase();
  for (let round = 0; round < 2; round++) {
    await ana.ask('webhook pause', { webhook: id, reason }, deps);
    await ana.ask('webhook pause', { webhook: id, reason }, deps);
    await ana.ask('webhook resume', { webhook: id, reason }, deps);
  }

  const [branch = '', number = ''] = account.split('/');
  const events = await deps.events.list({ branch, number }, 0, 100);
  expect(events.map(({ type, body }) => [type, JSON.parse(body).data.reason])).toEqual([
    ['webhook.paused', 'operator'],
    ['webhook.paused', 'operator'],
  ]);
});

test('a webhook cannot be resumed until the client that set its address has the right to webhooks again', async () => {
  const { caller, id, account, deps } = await openCase();
  const { client_id: client } = caller.tenant;
  await ana.freeze('client', client, deps);

  expect(await ana.ask('webhook resume', { webhook: id, reason })).toEqual(
    refused(
      'The client that set the address has no right to the account: give it the right, or have another client resume the webhook',
    ),
  );

  await ana.thaw('client', client, deps);
  expect(await ana.ask('webhook resume', { webhook: id, reason })).toMatchObject({ worked: true });
  expect(await ana.ask('webhook list', { account })).toMatchObject({
    webhooks: [{ set_by: client, state: 'ACTIVE', reason: null, paused_at: null }],
  });
});

test('the audit of a webhook has each action of an operator with its reason', async () => {
  const { id, deps } = await openCase();
  await ana.ask('webhook pause', { webhook: id, reason }, deps);

  const { entries } = await ana.ask('audit show', { subject: { kind: 'webhook', id: String(id) } });

  const told = { by: 'ana', action: 'webhook pause', details: { webhook: id, reason }, message: null };
  expect(entries).toMatchObject([
    { ...told, state: 'done' },
    { ...told, state: 'asked' },
  ]);
});

test.each<[string, object, string]>([
  ['webhook list', { account: '0001/1' }, 'Account not found'],
  ['webhook pause', { webhook: 5, reason }, 'Webhook not found'],
  ['webhook resume', { webhook: 5, reason }, 'Webhook not found'],
  ['webhook pause', { webhook: 0, reason }, 'Validation error'],
  ['webhook pause', { webhook: 5 }, 'Validation error'],
])('the command `%s` with %j is refused', async (action, more, message) => {
  expect(await ana.ask(action, more)).toMatchObject({ worked: false, message });
});

test('a deleted webhook is not found by operators', async () => {
  const { caller, id } = await openCase();
  await caller.call('DELETE', `/api/webhooks/${id}`);

  expect(await ana.ask('webhook pause', { webhook: id, reason })).toEqual(refused('Webhook not found'));
});

test('an operator sees the rights that every policy gives by default, except those removed from the policy', async () => {
  const { caller, account, deps } = await openCase();
  const { client_id: client } = caller.tenant;
  const rightsShown = async () => (await ana.ask('client show', { client })).policies[0].rights;
  expect(await rightsShown()).toEqual(['CREATE', 'APPROVE', 'REFUND', 'WEBHOOK']);

  const set = { client, account, permissions: ['CREATE'], without: ['REFUND'] };
  expect(await ana.ask('policy set', set, deps)).toEqual({
    worked: true,
    client_id: client,
    account,
    permissions: ['CREATE'],
    rights: ['CREATE', 'WEBHOOK'],
    lost_approvals: [],
    complete: true,
  });
  expect(await rightsShown()).toEqual(['CREATE', 'WEBHOOK']);
  const by = await openCaller(sendInProcess(used.stack), caller.tenant);
  expect((await by.call('GET', `/api/webhooks?${new URLSearchParams(by.source)}`)).status).toBe(200);

  await ana.ask('policy set', { client, account, permissions: [] }, deps);
  expect(await rightsShown()).toEqual(['REFUND', 'WEBHOOK']);
  const company = caller.tenant.company_id;
  const wanted = { company, permissions: [], without: ['REFUND', 'WEBHOOK'], accounts: [account] };
  expect(await ana.ask('client open', wanted)).toMatchObject({ permissions: [], rights: [] });
  expect(await ana.ask('policy set', { ...set, without: ['CREATE'] })).toEqual(
    refused('Validation error', [{ field: 'without.0', message: 'must be REFUND or WEBHOOK' }]),
  );
});

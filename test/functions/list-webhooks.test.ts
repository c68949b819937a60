import { describe, expect, test } from 'vitest';
import { accountQuery, openCaller, sandbox, sourceOf, type Tenant } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { register } from '../support/webhooks.ts';

const used = useStack();
const url = 'https://receiver.example.com/';

describe('the list of an account’s webhooks', () => {
  test('the list is an empty array before the first webhook', async () => {
    const caller = await used.newCaller();

    expect(await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`)).toMatchObject({
      status: 200,
      body: [],
    });
  });

  test('the list is complete and oldest first, under both prefixes and with a slash at the end', async () => {
    const caller = await used.newCaller({ accounts: 2 });
    const ids: number[] = [];
    for (let count = 0; count < 12; count++) ids.push((await register(caller, `${url}${count}`)).id);
    const query = accountQuery(caller.source);

    for (const path of ['/api/webhooks', '/api/webhooks/', '/v3/accounts/api/webhooks/']) {
      const listed = await caller.call('GET', `${path}?${query}`);
      expect(listed.body.map(({ id }: { id: number }) => id)).toEqual(ids);
    }
    const other = accountQuery(sourceOf(caller.tenant, 1));
    expect((await caller.call('GET', `/v3/accounts/api/webhooks?${other}`)).body).toEqual([]);
  });

  test('the list can be filtered by id, by type, and by both', async () => {
    const caller = await used.newCaller();
    const types = ['ALL', 'CASHOUT', 'INTERNAL APPROVE', 'CASHOUT'];
    const ids: number[] = [];
    for (const type of types) ids.push((await register(caller, url, type)).id);
    const list = async (filter: string) => {
      const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source, filter)}`);
      return listed.body.map(({ id }: { id: number }) => ids.indexOf(id));
    };

    expect(await list('&type_webhook=CASHOUT')).toEqual([1, 3]);
    expect(await list('&type_webhook=INTERNAL%20APPROVE')).toEqual([2]);
    expect(await list('&type_webhook=INTERNAL+APPROVE')).toEqual([2]);
    expect(await list(`&webhook_id=${ids[3]}`)).toEqual([3]);
    expect(await list(`&webhook_id=${ids[3]}&type_webhook=CASHOUT`)).toEqual([3]);
    expect(await list(`&webhook_id=${ids[0]}&type_webhook=CASHOUT`)).toEqual([]);
    expect(await list('&webhook_id=5')).toEqual([]);
    expect(await list('&type_webhook=CASHIN')).toEqual([]);
  });
});

describe('a wrong request for the list', () => {
  test.each([
    ['source_account_number', '?source_account_branch_identifier=0001'],
    ['source_account_branch_identifier', '?source_account_number=1'],
    ['webhook_id', '?source_account_branch_identifier=0001&source_account_number=1&webhook_id=x'],
    ['type_webhook', '?source_account_branch_identifier=0001&source_account_number=1&type_webhook=cashout'],
    [
      'webhook_id',
      '?source_account_branch_identifier=0001&source_account_number=1&webhook_id=1&webhook_id=2',
    ],
  ])('the list of webhooks is refused for an invalid %s: %s', async (field, query) => {
    const answer = await (await used.newCaller()).call('GET', `/api/webhooks${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  test('the list of webhooks is refused in the documented order of checks', async () => {
    const caller = await used.newCaller();
    const query = accountQuery(caller.source);
    const path = `/api/webhooks?${query}`;
    const withoutPolicy = await sandbox(used.send, '/sandbox/clients', {
      company_id: caller.tenant.company_id,
      accounts: [],
    });
    const strangers = [await used.newCaller(), await openCaller(used.send, withoutPolicy.body as Tenant)];

    expect((await used.send({ method: 'GET', path })).status).toBe(401);
    expect((await caller.get(path)).status).toBe(401);
    const badHmac = { authorization: `Bearer ${caller.token}`, hmac: '0'.repeat(64) };
    expect(await used.send({ method: 'GET', path, headers: badHmac })).toMatchObject({
      status: 400,
      body: { worked: false, detail: 'HMAC invalid', message: 'HMAC invalid', data: null },
    });
    for (const stranger of strangers) {
      expect(await stranger.call('GET', path)).toMatchObject({
        status: 400,
        body: { message: 'Account not found' },
      });
    }
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);
    expect(await caller.call('GET', path)).toMatchObject({
      status: 400,
      body: { message: 'Account is closed' },
    });
    expect((await strangers[0]?.call('GET', path))?.body.message).toBe('Account not found');
  });

  test('a path below the list of webhooks gives a 404', async () => {
    const caller = await used.newCaller();

    for (const path of ['/api/webhooks/5', '/api/webhooks//', '/v3/accounts/api/webhooks/x/y']) {
      expect(await caller.call('GET', path)).toMatchObject({ status: 404, body: { message: 'Not found' } });
    }
  });
});

import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientKey } from '../../lib/platform/keys.ts';
import { type Caller, openCaller, sandbox, sendInProcess, signed, type Tenant } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { createMany } from '../support/decide-many.ts';
import { openColleague } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
let creator: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
  creator = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });
});

const asked = () =>
  JSON.stringify({ ...caller.source, amount: 1, key: 'fulano@example.com', tag: 'ação 42' });

async function post(
  body: string | Buffer,
  hmac: string,
  { path = '/create-cashout', by = caller, base64 = false } = {},
) {
  const headers = { authorization: `Bearer ${by.token}`, hmac };
  const { status, body: answer } = await used.send({ method: 'POST', path, headers, body, base64 });
  return [status, answer.message] as const;
}
const sign = (body: string | Buffer) => signed(caller.tenant.hmac_secret, body);
const right = [200, undefined];
const wrong = [400, 'HMAC invalid'];

const flip = (bytes: Buffer, bit: number) => {
  const changed = Buffer.from(bytes);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
};

describe('the hmac signature', () => {
  test('a changed bit in the body or in the signature makes the signature invalid', async () => {
    const body = Buffer.from(asked());
    const hmac = sign(body);
    expect(await post(body, hmac)).toEqual(right);

    await fc.assert(
      fc.asyncProperty(fc.nat(body.length * 8 - 1), fc.nat(255), async (inBody, inHmac) => {
        expect(await post(flip(body, inBody), hmac, { base64: true })).toEqual(wrong);
        expect(await post(body, flip(Buffer.from(hmac, 'hex'), inHmac).toString('hex'))).toEqual(wrong);
      }),
      { numRuns: 60 },
    );
  });

  test('the signature covers the decoded bytes of a base64 body, and may be in upper case', async () => {
    const body = asked();

    expect(await post(body, sign(body), { base64: true })).toEqual(right);
    expect(await post(body, sign(body).toUpperCase())).toEqual(right);
    expect(await post(body, sign(Buffer.from(body).toString('base64')), { base64: true })).toEqual(wrong);
  });

  test.each<[string, (body: string) => string]>([
    ['a blank', () => ' '],
    ['without its first digit', (body) => sign(body).slice(1)],
    ['with an additional digit', (body) => `${sign(body)}0`],
    ['with a line break at its end', (body) => `${sign(body)}\n`],
    ['two signatures', (body) => `${sign(body)}, ${sign(body)}`],
    ['of the body in another form of Unicode', (body) => sign(body.normalize('NFD'))],
    ['of the body with a byte order mark', (body) => sign(`\uFEFF${body}`)],
    ['under an empty secret', (body) => signed('', body)],
    ['under the client secret', (body) => signed(caller.tenant.client_secret, body)],
    ['under a colleague’s secret', (body) => signed(creator.tenant.hmac_secret, body)],
  ])('the signature is refused: %s', async (_, hmac) => {
    expect(await post(asked(), hmac(asked()))).toEqual(wrong);
  });

  test('the signature is checked before the body is parsed: a body that is not JSON or text gives a 422 only if signed', async () => {
    for (const body of [Buffer.from('{'), Buffer.from([0x7b, 0xff, 0x7d])]) {
      expect(await post(body, '0'.repeat(64), { base64: true })).toEqual(wrong);
      expect(await post(body, sign(body), { base64: true })).toEqual([422, 'Validation error']);
    }
  });
});

describe('a captured request that an attacker sends again', () => {
  test('a captured create does not approve when it is sent to an approving path, which requires a different permission', async () => {
    const body = asked();
    const hmac = signed(creator.tenant.hmac_secret, body);

    expect(await post(body, hmac, { by: creator })).toEqual(right);
    for (const path of ['/create-cashout-self-approve', '/approve-cashout']) {
      const [status] = await post(body, hmac, { by: creator, path });
      expect([401, 422]).toContain(status);
    }
    expect(await post(body, hmac, { by: creator, path: '/create-cashout-self-approve' })).toEqual([
      401,
      'Unauthorized',
    ]);
  });

  test('a captured request with an idempotency key moves no further money, on the same path or a different path', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = JSON.parse(asked()) as object;
    const first = await caller.post('/create-cashout', body, headers);

    const again = await caller.post('/create-cashout', body, headers);
    const elsewhere = await caller.post('/create-cashout-self-approve', body, headers);

    expect(again.body).toMatchObject({ id: first.body.id });
    expect(elsewhere.status).toBe(409);
  });

  test('a captured approval finds the transaction already approved when it is sent to the other approval path', async () => {
    const { id } = (await caller.post('/create-cashout', JSON.parse(asked()))).body;
    await caller.post('/approve-cashout', { id });

    expect(await caller.post('/approve-cashout-manual', { id })).toMatchObject({
      status: 400,
      body: { message: 'Transaction in wrong status' },
    });
  });

  test('a captured preflight is no approval, although it has the id of a cashout that its sender read', async () => {
    const { id } = (await caller.post('/create-cashout', JSON.parse(asked()))).body;
    const sent = { ...JSON.parse(asked()), id, preflight: true };
    expect((await caller.post('/v3/cashouts/preflight', sent)).status).toBe(200);

    expect(await caller.post('/approve-cashout', sent)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'preflight', message: 'belongs to a preflight' }] },
    });
  });

  test('a list of cashouts to reject, each with a reason of its own, is not a valid list of cashouts to approve', async () => {
    const [one] = await createMany(used.stack, caller, 1);
    const sent = { cashouts: [{ ...one, reason: 'Wrong supplier' }] };
    expect((await caller.post('/v3/cashouts/reject-many', sent)).status).toBe(422);

    expect(await caller.post('/v3/cashouts/approve-many', sent)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'cashouts.0', message: 'has an unknown field' }] },
    });
  });

  test('a captured request is refused with the token of a different client', async () => {
    expect(await post(asked(), sign(asked()), { by: creator })).toEqual(wrong);
  });
});

describe('a rotation of secrets', () => {
  test('during a rotation by means of a second client, both secrets are valid until the first is revoked, and retries pay once', async () => {
    let time = Date.now();
    const deps = used.stack.with({ now: () => new Date(time) });
    const send = sendInProcess(used.stack, deps);
    const { company_id } = caller.tenant;
    const old = await openCaller(
      send,
      (await sandbox(send, '/sandbox/clients', { company_id })).body as Tenant,
    );
    const fresh = await openCaller(
      send,
      (await sandbox(send, '/sandbox/clients', { company_id })).body as Tenant,
    );
    const headers = { 'idempotency-key': randomUUID() };
    const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };

    const first = await old.post('/create-cashout', body, headers);
    expect(await fresh.post('/create-cashout', body, headers)).toMatchObject({
      status: 200,
      body: { id: first.body.id },
    });

    await revoke(old.tenant.client_id);
    time += 60_001;
    expect((await old.post('/create-cashout', body, headers)).status).toBe(401);
    expect((await fresh.post('/create-cashout', body, headers)).status).toBe(200);
    await expect(openCaller(send, old.tenant)).rejects.toThrow('invalid_client');
  });

  async function revoke(clientId: string) {
    await openClient().send(
      new UpdateCommand({
        TableName: used.stack.config.ACCOUNTS_TABLE,
        Key: clientKey(clientId),
        UpdateExpression: 'SET active = :no',
        ExpressionAttributeValues: { ':no': false },
      }),
    );
  }
});

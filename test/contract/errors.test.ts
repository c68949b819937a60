// The contract's table of errors, row by row. Each test causes the condition at every endpoint that the row names, and
// compares the whole answer.

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from '../bad-input/scene.ts';
import { type Answer, accountQuery, type Caller, signed } from '../support/api.ts';
import { chargeBack, path, payQrCode } from '../support/chargebacks.ts';
import { openColleague, putPolicy } from '../support/holdings.ts';
import { useStack } from '../support/use-stack.ts';
import { creates } from './requests.ts';

const used = useStack();
let scene: Scene;
let owner: Caller;
/** The policy of this caller on the account exists, but is not active. */
let suspended: Caller;
beforeAll(async () => {
  scene = await openScene(used.stack);
  owner = scene.callers.owner;
  suspended = await openColleague(used.stack, owner.tenant, { accounts: [] });
  await putPolicy(used.stack, suspended.tenant, owner.source, false);
});

/** Checks the format of an error. Only a 422 also has its fields: docs/integrators.md, Errors. */
function expectError({ status, body }: Answer, wanted: number, message: string): void {
  const fields = wanted === 422 ? { errors: expect.any(Array) } : {};
  const says = { 401: expect.stringMatching(/./), 409: expect.stringContaining(message) };
  // The detail of a 401 says what is missing or wrong, and that of a 409 what differs. The message is the contract's.
  const detail = says[wanted as keyof typeof says] ?? message;
  expect([status, body]).toEqual([wanted, { worked: false, detail, message, data: null, ...fields }]);
}

const keyed = () => creates(owner.source).filter(([, { key }]) => key !== undefined);
const approvals = (): [string, object][] =>
  ['/approve-cashout', '/approve-cashout-manual'].map((approve) => [approve, { id: scene.newCashout }]);
const cashoutCalls = (): [string, object][] => [...creates(owner.source), ...approvals()];
const each = <Item>(items: Item[], ask: (item: Item) => Promise<Answer>) => Promise.all(items.map(ask));

/** Sends each cashout call with changed headers. The value undefined removes a header. */
const withHeaders = (change: Record<string, string | undefined>) =>
  each(cashoutCalls(), ([where, content]) => {
    const body = JSON.stringify(content);
    const right = { authorization: `Bearer ${owner.token}`, hmac: signed(owner.tenant.hmac_secret, body) };
    const headers = Object.entries({ ...right, ...change }).filter(([, value]) => value !== undefined);
    return used.send({ method: 'POST', path: where, headers: Object.fromEntries(headers) as never, body });
  });

const list = (by: Caller, source = owner.source, more = '') =>
  by.call('GET', `/api/webhooks?${accountQuery(source, more)}`);
const remove = (by: Caller, id: number) => by.call('DELETE', `/api/webhooks/${id}`);
const status = (by: Caller, query: string) => by.get(`${path}status${query}`);

type Row = [row: string, bring: () => Promise<Answer[]>];

const rows: Row[] = [
  [
    'create cashout (all four) | 400 | Account not found',
    () =>
      each(creates(owner.source), ([where, body]) =>
        owner.post(where, { ...body, source_account_number: '999999999' }),
      ),
  ],
  [
    'create by PIX key (create-cashout, create-cashout-self-approve) | 400 | Invalid Pix Key',
    async () =>
      (
        await Promise.all(
          ['nonsense', '12345678901'].map((key) =>
            each(keyed(), ([where, body]) => owner.post(where, { ...body, key })),
          ),
        )
      ).flat(),
  ],
  [
    'cashout create and approve | 401 | Unauthorized',
    async () => [
      ...(await withHeaders({ authorization: undefined })),
      ...(await withHeaders({ authorization: `Bearer ${owner.token}x` })),
      ...(await withHeaders({ hmac: undefined })),
    ],
  ],
  [
    'cashout create | 422 | Validation error',
    async () => [
      ...(await each(creates(owner.source), ([where, body]) =>
        owner.post(where, { ...body, amount: undefined }),
      )),
      ...(await each(creates(owner.source), ([where, body]) =>
        owner.post(where, { ...body, amount: 'ten' }),
      )),
    ],
  ],
  [
    'approve | 400 | Transaction not found',
    () => each(approvals(), ([where]) => owner.post(where, { id: 5 })),
  ],
  [
    'approve | 400 | Transaction in wrong status',
    async () =>
      (
        await Promise.all(
          Object.values(scene.ended).map((id) => each(approvals(), ([where]) => owner.post(where, { id }))),
        )
      ).flat(),
  ],
  ['approve | 422 | Validation error', () => each(approvals(), ([where]) => owner.post(where, { id: 'x' }))],
  ['cashout endpoints | 400 | HMAC invalid', () => withHeaders({ hmac: '0'.repeat(64) })],
  [
    'create with idempotency key | 409 | Idempotency key already used with a different request',
    () =>
      each(creates(owner.source), async ([where, body]) => {
        const key = { 'idempotency-key': randomUUID() };
        expect((await owner.post(where, body, key)).status).toBe(200);
        return owner.post(where, { ...body, amount: 1 }, key);
      }),
  ],
  ['list webhooks | 400 | Company not found', async () => [await list(scene.callers.orphan)]],
  [
    'list webhooks | 400 | Account not found',
    async () => [
      await list(owner, { ...owner.source, source_account_number: '999999999' }),
      await list(scene.callers.stranger),
      await list(scene.callers.outsider),
      await list(suspended),
    ],
  ],
  [
    'list webhooks | 400 | Account is closed',
    async () => [await list(scene.callers.former, scene.callers.former.source)],
  ],
  [
    'list webhooks | 422 | Validation error',
    async () => [
      await owner.call('GET', '/api/webhooks'),
      await owner.call('GET', '/api/webhooks?source_account_branch_identifier=0001'),
      await list(owner, { ...owner.source, source_account_branch_identifier: 'x' }),
      await list(owner, owner.source, '&webhook_id=x'),
    ],
  ],
  [
    'delete webhook | 400 | Company not found',
    async () => [await remove(scene.callers.orphan, scene.webhook)],
  ],
  [
    'delete webhook | 400 | Account is closed',
    async () => [await remove(scene.callers.former, scene.former.webhook)],
  ],
  [
    'delete webhook | 404 | Webhook not found',
    async () => [
      await remove(owner, 5),
      await remove(scene.callers.stranger, scene.webhook),
      await remove(scene.callers.outsider, scene.webhook),
      await remove(suspended, scene.webhook),
    ],
  ],
  [
    'request chargeback | 400 | QR Code not found',
    async () => [
      await chargeBack(owner, 5, 1),
      await chargeBack(scene.callers.stranger, scene.qrCodes.paid, 1),
      await chargeBack(suspended, scene.qrCodes.paid, 1),
    ],
  ],
  [
    'request chargeback | 400 | QR Code is not paid',
    async () => [await chargeBack(owner, scene.qrCodes.unpaid, 1)],
  ],
  [
    'request chargeback | 400 | There is a refund in processing',
    async () => [await chargeBack(owner, scene.qrCodes.pending, 1)],
  ],
  [
    'request chargeback | 400 | Amount is greater than the value of the QR Code',
    async () => [
      await chargeBack(owner, scene.qrCodes.paid, '100.01'),
      await chargeBack(owner, scene.qrCodes.spent, '0.01'),
    ],
  ],
  [
    'request chargeback | 400 | Cannot process chargeback for closed account',
    async () => [await chargeBack(scene.callers.former, scene.former.qrCode, 1)],
  ],
  [
    "chargeback status | 400 | Either 'id' or 'end_to_end_id' parameter is required",
    async () => [await status(owner, '')],
  ],
  [
    "chargeback status | 400 | Only one parameter should be provided: 'id' or 'end_to_end_id'",
    async () => [await status(owner, `?id=${scene.chargeback}&end_to_end_id=D5`)],
  ],
  [
    'chargeback status | 400 | Chargeback not found',
    async () => [
      await status(owner, '?id=5'),
      await status(owner, '?end_to_end_id=D5'),
      await status(scene.callers.stranger, `?id=${scene.chargeback}`),
      await status(suspended, `?id=${scene.chargeback}`),
    ],
  ],
];

describe('the table of errors', () => {
  test.each(rows)('%s', async (row, bring) => {
    const [, code, message = ''] = row.split(' | ');

    const answers = await bring();

    expect(answers).not.toEqual([]);
    for (const answer of answers) expectError(answer, Number(code), message);
  });

  test('request chargeback | 400 | <bank error descriptor>', async () => {
    const { qr_code_id } = await payQrCode(used.stack, owner, { payer: { name: 'ag13@sandbox.pix' } });

    const answer = await chargeBack(owner, qr_code_id, 1);

    expectError(answer, 400, 'AG13 - Devolução de devolução não permitida');
  });

  test.each<[string, () => Promise<Answer>, () => Promise<Answer>]>([
    [
      'request chargeback | 401 / 422 | Unauthorized / Validation error',
      () => used.send({ method: 'POST', path, headers: { authorization: 'Bearer x' }, body: '{}' }),
      () => chargeBack(owner, scene.qrCodes.paid, '1.001'),
    ],
    [
      'chargeback status | 401 / 422 | Unauthorized / Validation error',
      () => used.send({ method: 'GET', path: `${path}status?id=5`, headers: { authorization: 'Bearer x' } }),
      () => status(owner, '?id=x'),
    ],
  ])('%s', async (_, withBadToken, withBadField) => {
    expectError(await withBadToken(), 401, 'Unauthorized');
    expectError(await withBadField(), 422, 'Validation error');
  });
});

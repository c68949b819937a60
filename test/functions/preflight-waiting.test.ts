import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { errorBody, type RefusalCode } from '../../lib/base/errors.ts';
import { completeCpf } from '../../lib/base/tax-id.ts';
import { approvedPayee } from '../../lib/cashout/approved-ahead.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { contentDigest } from '../../lib/cashout/content-digest.ts';
import { cashoutEvents } from '../../lib/cashout/events.ts';
import type { PayeeShown } from '../../lib/cashout/looks.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import { closeAccount } from '../../lib/operating/close-account.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { toAccountRef } from '../../lib/sandbox/schemas.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { openColleague } from '../support/holdings.ts';
import { balanceOf } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { LOOKUPS_CAPACITY: '100', LOOKUPS_PER_MINUTE: '2' } });

const key = 'fulano@example.com';
/** The owner that the sandbox generates for the key. */
const payee = {
  recipient_instution: '60701190',
  recipient_instution_name: 'ITAÚ UNIBANCO S.A.',
  recipient_account_id: '85740925',
  recipient_branch_id: '0001',
  recipient_legal_id: '***.740.925-**',
  recipient_name: 'Carla Dias',
  recipient_account_type: 'CONTA_CORRENTE',
};
const create = async (caller: Caller, more: object = {}, path = '/create-cashout'): Promise<number> =>
  (await caller.post(path, { ...caller.source, amount: 10, key, ...more })).body.id;
const look = (caller: Caller, id: number) => caller.get(`/v3/cashouts/${id}/preflight`);
const approve = (caller: Caller, id: number, more: object = {}) =>
  caller.post('/approve-cashout', { id, ...more });
const messageOf = (code: RefusalCode) => errorBody(code).body.message;
const depsWith = (network: Partial<PixNetwork>): Deps => ({
  ...used.stack.deps,
  network: { ...used.stack.deps.network, ...network },
});
const at = (caller: Caller, network: Partial<PixNetwork>) =>
  openCaller(sendInProcess(used.stack, depsWith(network)), caller.tenant);
const notAsked = {
  resolveKey: () => {
    throw new Error('the directory was asked');
  },
};
const ownedBy = (legalId: string | undefined): Partial<PixNetwork> => ({
  resolveKey: async (asked) => {
    const found = await used.stack.deps.network.resolveKey(asked);
    if (found.kind !== 'found') return found;
    const { legalId: _, ...recipient } = found.recipient;
    return { ...found, recipient: legalId ? { ...recipient, legalId } : recipient };
  },
});

/** Opens a creator, and a colleague who may only approve. */
async function openDesk() {
  const maker = await used.newCaller();
  const open = () => openColleague(used.stack, maker.tenant, { permissions: ['APPROVE'] });
  return { maker, bruno: await open(), carla: await open() };
}

describe('a caller who may approve a cashout', () => {
  test('an approver sees the payee of the cashout and the findings against it', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker);

    const { status, body } = await look(bruno, id);

    expect([status, body]).toMatchObject([
      200,
      { id, status: 'NEW', payee, owner_known: true, allowed: true, reasons: [], approvals: [] },
    ]);
    await setRules(used.stack, maker, { limit: { limit: 'per_transfer', amount: '5.00' } });
    expect((await look(bruno, id)).body).toMatchObject({
      allowed: false,
      reasons: ['Rule: limit per transfer'],
    });
  });

  test('the directory is queried once, however many approvers look at the payee', async () => {
    const { maker, bruno, carla } = await openDesk();
    const id = await create(maker);
    const first = await look(bruno, id);

    expect(await look(await at(carla, notAsked), id)).toMatchObject({ status: 200, body: first.body });
    const { entries } = (await maker.get(`/v3/cashouts/${id}/timeline`)).body;
    expect(entries.at(-1)).toMatchObject({ what: 'payee_shown', by: bruno.tenant.user_id });
  });

  test('each approver sees the finding that the payee’s account in this institution is closed', async () => {
    const [{ maker, bruno, carla }, closing] = [await openDesk(), await used.newCaller({ balance: '0' })];
    const id = await create(maker, { key: closing.tenant.accounts[0]?.pix_key });
    await look(bruno, id);
    await closeAccount(used.stack.deps, toAccountRef(closing.source));

    for (const caller of [bruno, carla])
      expect((await look(caller, id)).body).toMatchObject({
        allowed: false,
        reasons: ['AC07 - Conta do recebedor encerrada'],
      });
  });

  test('an approver sees the bank details of the cashout, marked as having an unknown owner', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker, { ...bankDetails, key: undefined }, '/create-cashout-manual');

    const { body } = await look(await at(bruno, notAsked), id);

    expect(body).toMatchObject({
      payee: { recipient_name: 'Fulana de Tal', recipient_account_id: '45678-9' },
      owner_known: false,
    });
  });

  test('an approver sees a payee with an unknown owner if the network does not name the owner', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker);

    const { body } = await look(await at(bruno, ownedBy(undefined)), id);

    expect(body).toMatchObject({ payee: { recipient_legal_id: null }, owner_known: false });
    await approve(bruno, id, { content_digest: body.content_digest });
    await takeStep(used.stack.deps, id);
    expect((await maker.get(`/v3/cashouts/${id}`)).body.status).toBe('SUCCESS');
  });

  test('an approver sees the note that the directory did not answer, and nothing is stored', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker);
    const silent = await at(bruno, { resolveKey: async () => ({ kind: 'unknown' }) });

    expect((await look(silent, id)).body).toMatchObject({
      payee: null,
      owner_known: null,
      reasons: ['Pix directory gave no answer'],
    });
    expect((await look(bruno, id)).body).toMatchObject({ payee });
  });

  test('the look-up by an approver is refused once the cashout has been decided', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker);
    await approve(bruno, id);

    expect(await look(bruno, id)).toMatchObject({
      status: 400,
      body: { message: messageOf('transaction_in_wrong_status') },
    });
  });

  test('an approver is not blocked by wrong keys, which are charged to the creator of the cashout', async () => {
    const { maker, bruno } = await openDesk();
    const unknown = { resolveKey: async () => ({ kind: 'not_found' }) as const };
    const ids = [];
    for (let count = 0; count < 6; count++) ids.push(await create(maker, { key: `${count}@example.com` }));
    const statuses = [];
    const guessing = await at(bruno, unknown);
    const reasons = [];
    for (const id of ids) {
      const { status, body } = await look(guessing, id);
      statuses.push(status);
      reasons.push(body.reasons);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(reasons.slice(4)).toEqual([['Pix key not found'], ['Too many look-ups of payees']]);
    const good = await create(maker);
    expect((await look(bruno, good)).body).toMatchObject({ payee });
    expect((await look(guessing, ids[0] as number)).body.reasons).toEqual(['Pix key not found']);
  });
});

describe('the payee of a cashout that waits for approval', () => {
  test('the payee is not shown to callers who may only create, nor to other companies', async () => {
    const { maker } = await openDesk();
    const ana = await openColleague(used.stack, maker.tenant, { permissions: ['CREATE'] });
    const id = await create(maker);

    expect((await look(ana, id)).status).toBe(401);
    expect(await look(await used.newCaller(), id)).toMatchObject({
      status: 400,
      body: { message: messageOf('transaction_not_found') },
    });
    expect((await used.stack.deps.cashouts.get(id))?.payeeShown).toBeUndefined();
  });
});

describe('the digest of a cashout', () => {
  test('the digest does not disclose the masked part of a CPF, and covers everything that is shown', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker);
    const { content_digest: digest } = (await look(bruno, id)).body;
    const row = (await used.stack.deps.cashouts.get(id)) as Cashout;
    const shown = row.payeeShown as PayeeShown;
    const withRecipient = (change: object) =>
      contentDigest({ ...row, payeeShown: { ...shown, recipient: { ...shown.recipient, ...change } } });

    expect(withRecipient({})).toBe(digest);
    expect(withRecipient({ legalId: completeCpf('111740925') })).toBe(digest);
    expect(withRecipient({ legalId: completeCpf('985740926') })).not.toBe(digest);
    expect(withRecipient({ name: 'Carla Diaz' })).not.toBe(digest);
  });

  test('an approver’s look-up changes neither the first event, nor a replay, nor the digest for callers who may not approve', async () => {
    const { maker, bruno } = await openDesk();
    await setRules(used.stack, maker, { 'own-approval': { up_to: '0' } });
    const ana = await openColleague(used.stack, maker.tenant, { permissions: ['CREATE'] });
    const idempotencyKey = { 'idempotency-key': randomUUID() };
    const body = { ...maker.source, amount: 10, key };
    const { id } = (await maker.post('/create-cashout', body, idempotencyKey)).body;
    const rowOf = async () => (await used.stack.deps.cashouts.get(id)) as Cashout;
    const told = async () => [
      cashoutEvents(await rowOf(), 'created'),
      (await maker.post('/create-cashout', body, idempotencyKey)).body,
      (await ana.get('/v3/cashouts')).body.results,
    ];
    const before = await told();

    await look(bruno, id);

    expect(await told()).toEqual(before);
  });
});

test('a scheduled cashout that waits for a new approval does not show a different owner than its first approval named', async () => {
  const { maker, bruno } = await openDesk();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const id = await create(maker, { scheduled_for: tomorrow }, '/create-cashout-self-approve');
  await takeStep(used.stack.deps, id);
  await recordPendingEvents(used.stack.deps, id);
  const row = (await used.stack.deps.cashouts.get(id)) as Cashout;
  const expiresAt = tomorrow;
  const { postponedAt, dueAt } = { postponedAt: row.createdAt, dueAt: row.createdAt };
  const requires = { needed: 1, ownCounts: false };
  const sent = { postponedAt, expiresAt, dueAt, requires, approvals: [] };
  expect(await used.stack.deps.cashouts.sendBack(row, sent)).toMatchObject({ moved: true });

  const { body } = await look(await at(bruno, ownedBy('52998224725')), id);

  const refused = { payee: null, reasons: [expect.stringMatching(/^BE01/)] };
  expect(body).toMatchObject({ allowed: false, ...refused });
  expect((await used.stack.deps.cashouts.get(id))?.payeeShown).toBeUndefined();
  expect((await look(await at(bruno, notAsked), id)).body).toMatchObject(refused);
});

describe('after an approver has seen the payee,', () => {
  test('the cashout is not paid to a different owner of the key', async () => {
    const { maker, bruno } = await openDesk();
    const id = await create(maker);
    const { body } = await look(bruno, id);
    await approve(bruno, id, { content_digest: body.content_digest });

    await takeStep(depsWith(ownedBy('52998224725')), id);

    expect((await maker.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'ERROR',
      new_erro_descriptor: 'BE01',
    });
    const { availableCents, heldCents } = await balanceOf(used.stack, maker.tenant);
    expect([availableCents, heldCents]).toEqual([1_000_000, 0]);
  });

  test('the digest with the payee and the digest of the request alone are both valid, and a different digest is refused', async () => {
    const { maker, bruno, carla } = await openDesk();
    const [one, two, three] = [await create(maker), await create(maker), await create(maker)];
    const { results } = (await bruno.get('/v3/cashouts')).body;
    const listed = (id: number) => results.find((row: { id: number }) => row.id === id).content_digest;
    const shown = (await look(carla, one)).body.content_digest;
    await look(carla, two);
    await look(carla, three);

    expect(shown).not.toBe(listed(one));
    expect((await approve(bruno, one, { content_digest: shown })).status).toBe(200);
    expect((await approve(bruno, two, { content_digest: listed(two) })).status).toBe(200);
    expect((await approve(bruno, three, { content_digest: shown })).body.message).toBe(
      messageOf('content_differs'),
    );
  });

  test.each(['shown first', 'approved first'])(
    'a scheduled cashout is not paid to a different owner of the key: %s',
    async (order) => {
      const { maker, bruno, carla } = await openDesk();
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      const id = await create(maker, { scheduled_for: tomorrow });
      const { deps } = used.stack;
      const beside: Deps['cashouts']['approve'] = async (...call) => {
        await look(carla, id);
        return deps.cashouts.approve(...call);
      };
      const cashouts = order === 'shown first' ? deps.cashouts : { ...deps.cashouts, approve: beside };
      if (order === 'shown first') await look(carla, id);
      const racing = sendInProcess(used.stack, { ...deps, cashouts });
      await approve(await openCaller(racing, bruno.tenant), id);

      const ported = ownedBy('52998224725');
      await takeStep(depsWith(ported), id);

      const row = (await deps.cashouts.get(id)) as Cashout;
      expect(approvedPayee(row).ownerLegalId).toBe(row.payeeShown?.recipient.legalId);
      expect(row.owner?.legalId).not.toBe('52998224725');
    },
  );

  test('a scheduled cashout whose owner was not named is still looked up after its approval', async () => {
    const { maker, bruno } = await openDesk();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const id = await create(maker, { scheduled_for: tomorrow });
    await look(await at(bruno, ownedBy(undefined)), id);

    await approve(bruno, id);

    expect((await used.stack.deps.cashouts.get(id))?.verifies).toBe(true);
  });

  test('a scheduled cashout whose owner was named is not looked up again before its day', async () => {
    const { maker, bruno } = await openDesk();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const id = await create(maker, { scheduled_for: tomorrow });
    await look(bruno, id);

    await approve(bruno, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({
      status: 'NEW',
      approvedBy: bruno.tenant.user_id,
    });
    expect((await used.stack.deps.cashouts.get(id))?.verifies).toBeUndefined();
  });
});

test('if an approval and a look-up are concurrent, the approval is stored and the look-up stores nothing', async () => {
  const { maker, bruno, carla } = await openDesk();
  const id = await create(maker);
  const during: Partial<PixNetwork> = {
    resolveKey: async (asked) => {
      await approve(carla, id);
      return used.stack.deps.network.resolveKey(asked);
    },
  };

  const late = await look(await at(bruno, during), id);

  expect([late.status, late.body.message]).toEqual([400, messageOf('transaction_in_wrong_status')]);
  const row = await used.stack.deps.cashouts.get(id);
  expect([row?.status, row?.payeeShown]).toEqual(['PROCESSING', undefined]);
});

// Creates one of each resource that may belong to an account, and ids of the same form that belong to nobody.

import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Policy } from '../../lib/account/policy.ts';
import { runBatch } from '../../lib/batch/run-batch.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { contentDigest } from '../../lib/cashout/content-digest.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { policyKey } from '../../lib/platform/keys.ts';
import { type Caller, openCaller, sandbox, sendInProcess, type Tenant } from './api.ts';
import { chargeBack, payQrCode } from './chargebacks.ts';
import { openClient } from './clients.ts';
import { sandboxAtOnce } from './med-cases.ts';
import { openRecovery } from './recoveries.ts';
import type { Stack } from './stack.ts';
import { createCashout, heldQueues, register } from './webhooks.ts';

/** More reais than any account has. */
export const unaffordable = 9_999_999;

export type Holdings = ReturnType<typeof nobodysHoldings>;

/**
 * Creates the resources on the caller's first account: all of them, or only some.
 * @param wanted the names of the resources to create; the others get ids that belong to nobody
 */
export async function openHoldings(stack: Stack, caller: Caller, wanted?: Set<string>): Promise<Holdings> {
  const its = { ...nobodysHoldings(stack), account: caller.source };
  const wants = (...names: (keyof Holdings)[]) => !wanted || names.some((name) => wanted.has(name));
  if (wants('webhook', 'delivery'))
    its.webhook = (await register(caller, 'https://receiver.example.com/')).id;
  if (wants('delivery')) {
    await createCashout(stack, caller, heldQueues(stack).queues);
    const [latest] = await stack.deps.deliveries.list(its.webhook, Number.MAX_SAFE_INTEGER, 1);
    its.delivery = latest?.sequence ?? 0;
  }
  if (wants('cashout', 'digest', 'idempotencyKey')) {
    const content = { ...caller.source, amount: 1, key: 'fulano@example.com' };
    const headers = { 'idempotency-key': its.idempotencyKey };
    its.cashout = (await caller.post('/create-cashout', content, headers)).body.id;
    its.digest = contentDigest((await stack.deps.cashouts.get(its.cashout)) as Cashout);
  }
  if (wants('paidCashout')) {
    const content = { ...caller.source, amount: 1, key: 'fulano@example.com' };
    its.paidCashout = (await caller.post('/create-cashout-self-approve', content)).body.id;
    await takeStep(stack.deps, its.paidCashout);
  }
  if (wants('recoveredCashout')) {
    const content = { ...caller.source, amount: 1, key: 'fulano@example.com' };
    its.recoveredCashout = (await caller.post('/create-cashout-self-approve', content)).body.id;
    await takeStep(stack.deps, its.recoveredCashout);
    await openRecovery(stack, caller, its.recoveredCashout);
  }
  if (wants('chargeback', 'refundId', 'medCase')) {
    const { qr_code_id } = await payQrCode(stack, caller);
    const { body } = await chargeBack(caller, qr_code_id, 1);
    its.chargeback = body.id;
    its.refundId = body.end_to_end_id;
    const medCase = await sandboxAtOnce(stack)('POST', '/sandbox/med-cases', { qr_code_id });
    its.medCase = medCase.body.id;
  }
  if (wants('export')) {
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const path = `/v3/account-statements/${branch}/${number}/exports`;
    its.export = (await caller.post(path, { month: '2026-10', format: 'csv' })).body.id;
  }
  if (wants('batch', 'batchDigest')) {
    const body = await openBatch(stack, caller, 1);
    its.batch = body.id;
    its.batchDigest = body.content_digest;
  }
  if (wants('pausedBatch')) its.pausedBatch = await openPaused(stack, caller);
  if (wants('finishedBatch')) {
    const id = await openPaused(stack, caller);
    await caller.post(`/v3/batches/${id}/stop`, { id, reason: 'Wrong month' });
    await runBatch(stack.deps, id);
    its.finishedBatch = id;
  }
  if (wants('qrCode')) its.qrCode = (await payQrCode(stack, caller)).qr_code_id;
  return its;
}

/** Creates a batch of one line that waits for its approval. */
async function openBatch(stack: Stack, caller: Caller, amount: number) {
  const lines = [{ line_id: 'one', amount, key: 'fulano@example.com' }];
  const content = { ...caller.source, total_lines: 1, total_amount: amount, lines };
  const { body } = await caller.post('/v3/batches', content, { 'idempotency-key': randomUUID() });
  await runBatch(stack.deps, body.id);
  return body;
}

async function openPaused(stack: Stack, caller: Caller): Promise<string> {
  const { id, content_digest } = await openBatch(stack, caller, unaffordable);
  await caller.post(`/v3/batches/${id}/approve`, { id, content_digest });
  await runBatch(stack.deps, id);
  return id;
}

/** Returns the names of the resources that some calls use. */
export function namesIn(stack: Stack, calls: (its: Holdings) => unknown): Set<string> {
  const names = new Set<string>();
  const get = (its: Holdings, name: string) => {
    names.add(name);
    return its[name as keyof Holdings];
  };
  calls(new Proxy(nobodysHoldings(stack), { get }) as Holdings);
  return names;
}

/** Returns ids to which nothing belongs. */
export function nobodysHoldings(stack: Stack) {
  const { ids } = stack.deps;
  return {
    account: { source_account_branch_identifier: '0001', source_account_number: ids.digits(9) },
    idempotencyKey: randomUUID(),
    cashout: ids.cashoutId(),
    /** The digest of the cashout's content. */
    digest: '0'.repeat(64),
    paidCashout: ids.cashoutId(),
    recoveredCashout: ids.cashoutId(),
    qrCode: ids.cashoutId(),
    chargeback: ids.cashoutId(),
    refundId: `D99999010202611201200${ids.endToEndSuffix()}`,
    webhook: ids.webhookId(),
    delivery: 1,
    medCase: randomUUID() as string,
    medCaseAt: '2999-01-01T00:00:00.000Z',
    export: randomUUID().replaceAll('-', ''),
    batch: randomUUID().replaceAll('-', ''),
    batchDigest: '0'.repeat(64),
    /** This batch is paused because the account lacks money. */
    pausedBatch: randomUUID().replaceAll('-', ''),
    /** The only line of this batch was not paid. */
    finishedBatch: randomUUID().replaceAll('-', ''),
  };
}

type Rights = { permissions?: string[]; without?: string[]; audience?: string; accounts?: object[] };

/** Opens another client and user of a company. */
export async function openColleague(
  stack: Stack,
  { company_id }: Tenant,
  rights: Rights = {},
): Promise<Caller> {
  const send = sendInProcess(stack);
  const { body } = await sandbox(send, '/sandbox/clients', { company_id, ...rights });
  return openCaller(send, body as Tenant);
}

/**
 * Gives a user a policy that the sandbox would not give: an inactive policy, for example, or one on another user's
 * account.
 */
export async function putPolicy(
  stack: Stack,
  { user_id, company_id }: Tenant,
  account: Holdings['account'],
  active: boolean,
  permissions: Policy['permissions'] = ['CREATE', 'APPROVE'],
) {
  const policy: Policy = {
    userId: user_id,
    companyId: company_id,
    branch: account.source_account_branch_identifier,
    number: account.source_account_number,
    permissions,
    active,
  };
  const Item = { ...policy, ...policyKey(user_id, policy) };
  await openClient().send(new PutCommand({ TableName: stack.config.ACCOUNTS_TABLE, Item }));
}

// The data that the bad input is sent to: a company with one resource of every kind that a request could change, one
// caller with each kind of rights, and a caller of a different company.

import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { generateSync } from 'otplib';
import type { CashoutStatus } from '../../lib/cashout/cashout.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { companyKey } from '../../lib/platform/keys.ts';
import { pauseWebhook } from '../../lib/webhook/pause-webhook.ts';
import { type Caller, openCaller, openTenant, sandbox, sendInProcess, type Tenant } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { openClient } from '../support/clients.ts';
import { openHoldings } from '../support/holdings.ts';
import { sandboxAtOnce } from '../support/med-cases.ts';
import type { Stack } from '../support/stack.ts';
import { createCashout, heldQueues, register } from '../support/webhooks.ts';

export type Scene = Awaited<ReturnType<typeof openScene>>;
export type Standing = keyof Scene['callers'];

/** Every request that takes a PIX key gets this key, and this CPF where one belongs. Neither may appear in a log. */
export const plantedKey = 'fulano@example.com';
export const plantedCpf = '12345678909';

const startedAt = Date.now();
/** This clock stands ten seconds into a time step of the one-time codes, so no code expires during the tests. */
export const clock = () => new Date(Math.floor(startedAt / 30_000) * 30_000 + 10_000);

export async function openScene(stack: Stack) {
  const send = sendInProcess(stack);
  const newCaller = async (body: object = {}) => openCaller(send, await openTenant(send, body));
  const owner = await newCaller({ accounts: 2 });
  const { company_id } = owner.tenant;
  const colleague = async (body: object) =>
    openCaller(send, (await sandbox(send, '/sandbox/clients', { company_id, ...body })).body as Tenant);
  const callers = {
    owner,
    creator: await colleague({ permissions: ['CREATE'] }),
    approver: await colleague({ permissions: ['APPROVE'] }),
    outsider: await colleague({ accounts: [] }),
    web: await colleague({ audience: 'web' }),
    webCreator: await colleague({ audience: 'web', permissions: ['CREATE'] }),
    stranger: await newCaller(),
    orphan: await newCaller(),
    former: await newCaller(),
    spare: await newCaller(),
  };
  await openClient().send(
    new DeleteCommand({
      TableName: stack.config.ACCOUNTS_TABLE,
      Key: companyKey(callers.orphan.tenant.company_id),
    }),
  );
  const former = await openFormer(stack, callers.former);
  return {
    stack,
    callers,
    former,
    ...(await openCashouts(stack, owner)),
    ...(await openWebhooks(stack, owner)),
    exported: await openExport(stack, owner),
    batches: await openHoldings(
      stack,
      owner,
      new Set(['batch', 'pausedBatch', 'finishedBatch', 'recoveredCashout']),
    ),
    ...(await openQrCodes(stack, owner, callers.stranger)),
    /** Returns the current one-time code of the web caller. */
    mfaCode: () => mfaCode(callers.web.tenant),
    wrongMfaCode: () => String((Number(mfaCode(callers.web.tenant)) + 7) % 1_000_000).padStart(6, '0'),
  };
}

const mfaCode = ({ mfa_secret: secret }: Tenant) =>
  generateSync({ secret, epoch: Math.floor(clock().getTime() / 1000) });

/** Creates a cashout in each status, one with a known idempotency key, and one without an answer of the network. */
async function openCashouts(stack: Stack, owner: Caller) {
  const body = { ...owner.source, amount: 10, key: plantedKey };
  const usedKey = randomUUID();
  const { id } = (await owner.post('/create-cashout', body, { 'idempotency-key': usedKey })).body;
  const row = await stack.deps.cashouts.get(id);
  if (!row) throw new Error('no cashout');
  const { idempotencyKey: _, ...bare } = row;
  const inStatus = async (status: CashoutStatus) => {
    const copy = { ...bare, id: stack.deps.ids.cashoutId(), status };
    await stack.deps.cashouts.insert(copy);
    return copy.id;
  };
  const open = await owner.post('/create-cashout-self-approve', { ...body, key: 'unknown@sandbox.pix' });
  await takeStep(stack.deps, open.body.id);
  await takeStep(stack.deps, open.body.id);
  return {
    usedKey,
    newCashout: id as number,
    secondCashout: await inStatus('NEW'),
    thirdCashout: await inStatus('NEW'),
    openCashout: open.body.id as number,
    ended: {
      PROCESSING: await inStatus('PROCESSING'),
      SUCCESS: await inStatus('SUCCESS'),
      ERROR: await inStatus('ERROR'),
      CANCELLED: await inStatus('CANCELLED'),
      REFUNDED: await inStatus('REFUNDED'),
    },
  };
}

/** Creates a webhook with a delivery, one that the tests delete, and one that is paused. */
async function openWebhooks(stack: Stack, owner: Caller) {
  const url = 'https://receiver.example.com/';
  const tokens = { authorization_token: 'planted-authorization', x_functions_key: 'planted-functions-key' };
  const webhooks = [
    await register(owner, url, 'ALL', tokens),
    await register(owner, url),
    await register(owner, url),
  ] as const;
  await createCashout(stack, owner, heldQueues(stack).queues);
  const [{ id: webhook }, { id: doomedWebhook }, { id: pausedWebhook }] = webhooks;
  const { body } = await owner.call('GET', `/api/webhooks/${webhook}/deliveries`);
  const ref = await stack.deps.webhooks.find(pausedWebhook);
  const paused = ref && (await stack.deps.webhooks.get(ref));
  if (!paused) throw new Error('no webhook');
  await pauseWebhook({ ...stack.deps, queues: heldQueues(stack).queues }, paused, 'gone', 'scene');
  return {
    webhook,
    doomedWebhook,
    pausedWebhook,
    delivery: body.results[0].id as number,
    webhookSecrets: webhooks.map(({ secret }) => secret),
  };
}

/** Requests an export that no worker makes. */
async function openExport(stack: Stack, owner: Caller): Promise<string> {
  const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
  const path = `/v3/account-statements/${branch}/${number}/exports`;
  await owner.post(path, { month: '2026-09', format: 'csv' });
  const [row] = await stack.deps.exports.list({ branch, number });
  if (!row) throw new Error('no export');
  return row.id;
}

/** Creates a QR code in each status, and a MED case about the payment of one. */
async function openQrCodes(stack: Stack, owner: Caller, stranger: Caller) {
  const { body: unpaid } = await sandbox(sendInProcess(stack), '/sandbox/qr-codes', {
    ...owner.source,
    amount: 100,
  });
  const paid = await payQrCode(stack, owner);
  const pending = await payQrCode(stack, owner, { payer: { name: 'unknown@sandbox.pix' } });
  const chargeback = (await chargeBack(owner, pending.qr_code_id, 10)).body.id as number;
  const { source_account_branch_identifier: branch, source_account_number: number } = stranger.source;
  const spent = await payQrCode(stack, owner, { payer: { branch, number } });
  await chargeBack(owner, spent.qr_code_id, 100);
  const { body: med } = await sandboxAtOnce(stack)('POST', '/sandbox/med-cases', {
    qr_code_id: paid.qr_code_id,
  });
  return {
    chargeback,
    medCase: med.id as string,
    paidEndToEndId: paid.end_to_end_id,
    qrCodes: {
      unpaid: unpaid.qr_code_id as number,
      paid: paid.qr_code_id,
      pending: pending.qr_code_id,
      spent: spent.qr_code_id,
    },
  };
}

/** Closes the account of a caller, with resources that were open at that time. */
async function openFormer(stack: Stack, former: Caller) {
  const { id: webhook } = await register(former, 'https://receiver.example.com/');
  const { qr_code_id: qrCode } = await payQrCode(stack, former);
  const usedKey = randomUUID();
  const body = { ...former.source, amount: 10, key: plantedKey };
  await former.post('/create-cashout', body, { 'idempotency-key': usedKey });
  await sandbox(sendInProcess(stack), '/sandbox/accounts/close', former.source);
  return { webhook, qrCode, usedKey };
}

// One of each thing that may belong to an account, and things of the same look that belong to nobody.

import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Policy } from '../../lib/access.ts';
import { policyKey } from '../../lib/stores/keys.ts';
import { type Caller, openCaller, sandbox, sendInProcess, type Tenant } from './api.ts';
import { chargeBack, payQrCode } from './chargebacks.ts';
import { openClient } from './clients.ts';
import { sandboxAtOnce } from './med-cases.ts';
import type { Stack } from './stack.ts';
import { createCashout, heldQueues, register } from './webhooks.ts';

export type Holdings = Awaited<ReturnType<typeof openHoldings>>;

/** Everything at once, on the caller's first account. */
export async function openHoldings(stack: Stack, caller: Caller) {
  const idempotencyKey = randomUUID();
  const { queues } = heldQueues(stack);
  const webhook = await register(caller, 'https://receiver.example.com/');
  await createCashout(stack, caller, queues);
  const cashout = await caller.post(
    '/create-cashout',
    { ...caller.source, amount: 1, key: 'fulano@example.com' },
    { 'idempotency-key': idempotencyKey },
  );
  const charged = await payQrCode(stack, caller);
  const chargeback = await chargeBack(caller, charged.qr_code_id, 1);
  const medCase = await sandboxAtOnce(stack)('POST', '/sandbox/med-cases', {
    qr_code_id: charged.qr_code_id,
  });
  return {
    account: caller.source,
    idempotencyKey,
    cashout: cashout.body.id as number,
    qrCode: (await payQrCode(stack, caller)).qr_code_id,
    chargeback: chargeback.body.id as number,
    refundId: chargeback.body.end_to_end_id as string,
    webhook: webhook.id,
    delivery: (await stack.deps.deliveries.list(webhook.id, Number.MAX_SAFE_INTEGER, 1))[0]?.sequence ?? 0,
    medCase: medCase.body.id as string,
    medCaseAt: '2999-01-01T00:00:00.000Z',
  };
}

/** Ids that nothing has. */
export function nobodysHoldings(stack: Stack): Holdings {
  const { ids } = stack.deps;
  return {
    account: { source_account_branch_identifier: '0001', source_account_number: ids.digits(9) },
    idempotencyKey: randomUUID(),
    cashout: ids.cashoutId(),
    qrCode: ids.cashoutId(),
    chargeback: ids.cashoutId(),
    refundId: `D99999010202611201200${ids.endToEndSuffix()}`,
    webhook: ids.webhookId(),
    delivery: 1,
    medCase: randomUUID(),
    medCaseAt: '2999-01-01T00:00:00.000Z',
  };
}

type Rights = { permissions?: string[]; audience?: string; accounts?: object[] };

/** Another client and user of a company. */
export async function openColleague(
  stack: Stack,
  { company_id }: Tenant,
  rights: Rights = {},
): Promise<Caller> {
  const send = sendInProcess(stack);
  const { body } = await sandbox(send, '/sandbox/clients', { company_id, ...rights });
  return openCaller(send, body as Tenant);
}

/** Gives a user a policy that the sandbox would not: inactive, say, or on somebody else's account. */
export async function putPolicy(
  stack: Stack,
  { user_id, company_id }: Tenant,
  account: Holdings['account'],
  active: boolean,
) {
  const policy: Policy = {
    userId: user_id,
    companyId: company_id,
    branch: account.source_account_branch_identifier,
    number: account.source_account_number,
    permissions: ['CREATE', 'APPROVE'],
    active,
  };
  const Item = { ...policy, ...policyKey(user_id, policy) };
  await openClient().send(new PutCommand({ TableName: stack.config.ACCOUNTS_TABLE, Item }));
}

// Rows as version 0.1.0 stored them. They must never be changed, so they lack fields that were added later.

import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { keyedCashoutId } from '../../lib/cashout/idempotency.ts';
import { openPartitionOf } from '../../lib/cashout/open-partition.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openCaller, openTenant } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';
import stored from './stored-rows.json' with { type: 'json' };

const used = useStack();

describe.each(stored)('a cashout stored by version 0.1.0 at $path', ({ path, body, row }) => {
  test('a stored cashout is replayed under its idempotency key, and then settles', async () => {
    const { stack, send } = used;
    const tenant = await openTenant(send, { balance: '1000.00' });
    const caller = await openCaller(send, tenant);
    const identity = {
      companyId: tenant.company_id,
      account: {
        branch: caller.source.source_account_branch_identifier,
        number: caller.source.source_account_number,
      },
      idempotencyKey: randomUUID(),
    };
    const id = keyedCashoutId(identity, 0);
    const open = { openAccount: openPartitionOf(identity.account, id) };
    await openClient().send(
      new PutCommand({ TableName: stack.config.CASHOUTS_TABLE, Item: { ...row, ...identity, ...open, id } }),
    );

    const headers = { 'idempotency-key': identity.idempotencyKey };
    const replay = await caller.post(path, { ...caller.source, ...body }, headers);
    if (row.status === 'NEW') await caller.post('/approve-cashout', { id });
    await takeStep(stack.deps, id);

    expect(replay).toMatchObject({ status: 200, body: { id, status: row.status } });
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect((await stack.deps.cashouts.get(id)) as Cashout).toMatchObject({ status: 'SUCCESS' });
  });
});

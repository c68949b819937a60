import { describe, expect, test } from 'vitest';
import { allows, permissionsOf } from '../../infra/permissions.ts';
import { sandbox } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

describe('a call that serverless.yml does not allow', () => {
  const used = useStack({
    change: ({ functions }) => {
      if (functions.sandbox?.may) functions.sandbox.may.put = ['Statement', 'QrCodes', 'Markers'];
    },
  });

  test('the call fails with AccessDenied, as it would under IAM', async () => {
    expect(await sandbox(used.send, '/sandbox/tenants')).toMatchObject({ status: 500 });
    expect(used.stack.lines.join()).toContain('AccessDeniedException');
  });
});

describe('a function whose role may not read the callers’ secrets', () => {
  const used = useStack({
    change: ({ functions }) => {
      if (functions.listStatement?.may) functions.listStatement.may.open = ['Callback'];
    },
  });

  test('the function answers 500, and other functions still answer', async () => {
    const caller = await used.newCaller();
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const days = 'start=2026-01-01&end=2099-12-31';

    expect((await caller.get(`/v3/account-statements/${branch}/${number}?${days}`)).status).toBe(500);
    expect((await caller.get(`/v3/cashouts/1`)).status).toBe(400);
  });
});

describe('a permission for parts of a table', () => {
  const rights = permissionsOf({ read: ['Rights'] });
  const call = { action: 'dynamodb:BatchGetItem', resource: 'AccountsTable' };
  const attributes = ['pk', 'sk', 'active', 'frozenAt', 'permissions', 'without'];

  test('the permission allows reads only of the given keys and attributes', () => {
    const keys = ['CLIENT#1', 'USER#2'];

    expect(allows(rights, { ...call, keys, attributes })).toBe(true);
    expect(allows(rights, { ...call, keys, attributes: [...attributes, 'sealedHmacSecret'] })).toBe(false);
    expect(allows(rights, { ...call, keys })).toBe(false);
    expect(allows(rights, { ...call, keys: [...keys, 'ACCOUNT#0001#1'], attributes })).toBe(false);
    expect(allows(rights, { ...call, keys, attributes, action: 'dynamodb:UpdateItem' })).toBe(false);
  });

  test('a permission without a list of attributes allows calls for complete rows of its keys', () => {
    const users = permissionsOf({ update: ['Users'] });
    const update = { action: 'dynamodb:UpdateItem', resource: 'AccountsTable' };

    expect(allows(users, { ...update, keys: ['USER#2'] })).toBe(true);
    expect(allows(users, { ...update, keys: ['CLIENT#2'] })).toBe(false);
  });
});

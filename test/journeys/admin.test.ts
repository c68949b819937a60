// An on-call person opens a company, operates it and stops its payouts, using only the command `npm run admin`.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdminAt, serveLambda } from '../support/admin.ts';
import { type Caller, ended, openCaller, openWorld, type Tenant, until, type World } from '../support/api.ts';

let world: World;
let lambda: { url: string; close: () => void };
beforeAll(async () => {
  world = await openWorld();
  lambda = world.stack ? await serveLambda(world.stack) : { url: inject('lambdaUrl'), close: () => {} };
});
afterAll(async () => {
  lambda.close();
  await world.close();
});

const admin = (...options: string[]) => runAdminAt(lambda.url, ...options, '--by', 'ana');
async function adminJson(...options: string[]) {
  const { code, printed } = await admin(...options, '--json');
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\{/)]);
  return JSON.parse(printed);
}

test('an operator onboards a company, rotates its client’s secrets and stops its payouts, and the audit has every action', async () => {
  const company = (await adminJson('company', 'open', '--name', 'Padaria')).company_id;
  const holder = ['--company', company, '--holder', 'Padaria Ltda', '--legal-id', '11222333000181'];
  const { account } = await adminJson('account', 'open', ...holder);
  const rights = ['--permissions', 'CREATE,APPROVE', '--accounts', account];
  const opened = await adminJson('client', 'open', '--company', company, ...rights);
  const [source_account_branch_identifier, source_account_number] = account.split('/');
  const source = { source_account_branch_identifier, source_account_number };
  const tenant = { ...opened, accounts: [{ ...source, balance: 0, pix_key: '' }] } as Tenant;

  const fresh = await adminJson('client', 'rotate', opened.client_id, '--hours', '2');
  const caller = await openCaller(world.send, { ...tenant, client_secret: fresh.client_secret });
  const pay = async (by: Caller) => {
    const body = { ...source, amount: 1, key: 'fulano@example.com' };
    const created = await by.post('/create-cashout-self-approve', body);
    expect(created.status).toBe(200);
    return (await ended(by, created.body.id)).body.erro_descriptor;
  };
  // The old secret is still valid besides the new one.
  expect(await pay(caller)).toBe('Insufficient funds');

  const frozen = await admin('freeze', 'account', account, '--reason', 'INC-1');
  expect(frozen).toMatchObject({ code: 0, printed: expect.stringMatching(/^frozen +yes$/m) });
  expect(await pay(caller)).toBe('Operation blocked');
  const thaw = () => admin('thaw', 'account', account, '--reason', 'INC-1 is over');
  expect(await thaw()).toEqual({
    code: 0,
    printed: 'Stage: local\nfrozen      no\nwas_frozen  yes\naccounts    1\n',
  });
  expect(await thaw()).toEqual({
    code: 0,
    printed:
      'Stage: local\nfrozen      no\nwas_frozen  no\naccounts    1\n\nThere was nothing to thaw: this account itself was not frozen.\n' +
      'Another freeze may stop its payouts: npm run admin -- account show ID lists it under frozen_by.\n',
  });
  expect(await pay(caller)).toBe('Insufficient funds');

  const shown = await admin('account', 'show', account);
  expect(shown.printed).toMatch(/^holder +Padaria Ltda$/m);
  const { printed } = await admin('audit', 'account', account);
  for (const line of [/thaw +done +reason=INC-1 is over/, /freeze +done +reason=INC-1/, /account open +done/])
    expect(printed).toMatch(line);
  await until(
    () => admin('account', 'close', account),
    ({ code }) => code === 0,
  );
});

test('a refused operator command prints a message and sets the exit code', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';

  expect(await admin('client', 'show', nobody)).toEqual({
    code: 1,
    printed: 'Stage: local\nRefused: Client not found\n',
  });
  expect(await admin('freeze', 'company', 'padaria', '--reason', 'x')).toEqual({
    code: 2,
    printed: 'Stage: local\nRefused: Validation error\n  target.id must be a UUID\n',
  });
  expect(await admin('client', 'rotate', nobody, '--hours', 'soon')).toMatchObject({
    code: 2,
    printed: expect.stringContaining('It must be a whole number.'),
  });
});

// The command line and the desk read the same text as the same value, or both refuse it.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Change, callOf, changeNamed } from '../../lib/desk/change-forms.ts';
import { readCall } from '../../lib/desk/propose.ts';
import { runAdminAt, serveLambda } from '../support/admin.ts';
import type { Stack } from '../support/stack.ts';

let asked: (Record<string, unknown> & { action: string }) | undefined;
const invoke = async (_: string, input: typeof asked) => {
  asked = input;
  return { worked: true };
};
let lambda: Awaited<ReturnType<typeof serveLambda>>;
beforeAll(async () => {
  lambda = await serveLambda({ invoke } as unknown as Stack);
});
afterAll(() => lambda.close());

/** Returns the call as the service reads it; undefined if the command or the service refuses it. */
async function ofCommand(words: readonly string[]): Promise<unknown> {
  asked = undefined;
  await runAdminAt(lambda.url, ...words);
  return asked && asCall({ ...(asked as object), action: (asked as { action: string }).action });
}
function ofDesk(action: Change, form: Record<string, string>): unknown {
  const change = changeNamed(action);
  return change && asCall(callOf(change, new URLSearchParams(form)));
}
function asCall(call: Parameters<typeof readCall>[0]): unknown {
  const { data } = readCall(call);
  return data && { ...data, by: '' };
}

const account = '0001/123456789';
const id = '3b9a0000-0000-4000-8000-000000000000';
const evidence = { document: 'Ticket 4711', reason: 'INC-44' };

type Case = readonly [
  change: Change,
  field: string,
  words: (text: string) => string[],
  more: Record<string, string>,
  read: readonly string[],
  refused: readonly string[],
];
const numbers = ['1e3', '0x10', '1.0', '+5', '-1', '', 'x', '9'.repeat(17)];
const cases: readonly Case[] = [
  [
    'rule approvals',
    'bands',
    (text) => ['rule', 'approvals', account, '--from', text],
    { account },
    ['10000.00=2', '10000=2 20000=3'],
    [
      '10000.00=2=9',
      '10000.00',
      '=2',
      '10000.00=',
      '10000.00=x',
      '10000.00=0x2',
      '10000.00=2.0',
      '10000.00=+2',
    ],
  ],
  [
    'rule expiry',
    'hours',
    (text) => ['rule', 'expiry', account, '--hours', text],
    { account },
    ['48', '048'],
    numbers.filter((text) => text !== ''),
  ],
  [
    'rule duplicates',
    'rule',
    (text) => ['rule', 'duplicates', account, '--within-hours', text, '--action', 'hold'],
    { account, rule_action: 'hold' },
    ['24'],
    numbers.filter((text) => text !== ''),
  ],
  [
    'webhook resume',
    'webhook',
    (text) => ['webhook', 'resume', '--id', text, '--reason', 'over'],
    { reason: 'over' },
    ['7292262688376'],
    numbers,
  ],
  [
    'chargeback fail',
    'chargeback',
    (text) => ['chargeback', 'fail', text, '--document', evidence.document, '--reason', evidence.reason],
    evidence,
    ['1234567890123456'],
    numbers.filter((text) => text !== '-1'),
  ],
  [
    'policy set',
    'permissions',
    (text) => ['policy', 'set', '--client', id, '--account', account, '--permissions', text],
    { client: id, account },
    ['CREATE,APPROVE', 'CREATE, APPROVE', 'CREATE,CREATE', ' CREATE', ''],
    ['CREATE;APPROVE', 'create'],
  ],
  [
    'client open',
    'accounts',
    (text) => ['client', 'open', '--company', id, '--permissions', 'CREATE', '--accounts', text],
    { company: id, audience: 'api', permissions: 'CREATE' },
    [account, `${account},0001/2`, `${account} 0001/2`],
    [`${account};0001/2`],
  ],
];

test.each(cases)(
  '%s: command and desk read %s the same way',
  async (change, field, words, more, read, refused) => {
    for (const text of [...read, ...refused]) {
      const [command, desk] = [await ofCommand(words(text)), ofDesk(change, { ...more, [field]: text })];
      expect([text, command]).toEqual([text, desk]);
      expect([text, command !== undefined]).toEqual([text, read.includes(text)]);
    }
  },
);

test('a repeated option adds bands and accounts, and replaces permissions', async () => {
  const bands = ['--from', '10=2', '--from', '20=3'];
  expect(await ofCommand(['rule', 'approvals', account, ...bands])).toEqual(
    ofDesk('rule approvals', { account, bands: '10=2\n20=3' }),
  );
  const permissions = ['--permissions', 'CREATE', '--permissions', 'APPROVE'];
  const accounts = ['--accounts', account, '0001/2', '--accounts', '0001/3'];
  expect(await ofCommand(['client', 'open', '--company', id, ...permissions, ...accounts])).toMatchObject({
    permissions: ['APPROVE'],
    accounts: [account, '0001/2', '0001/3'],
  });
});

test('an empty band does not end the rule', async () => {
  expect(await ofCommand(['rule', 'approvals', account, '--from', ''])).toBeUndefined();
});

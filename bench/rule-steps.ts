// Measures what the rules of an account add to the cost of each step of a cashout. The rules are measured one after
// another, each on its own account.

import { randomUUID } from 'node:crypto';

type Client = { post<Body>(path: string, content: object, key?: string): Promise<{ body: Body }> };
export type RuleStage = {
  /** The fields that name the account whose rules are set. */
  source: Record<string, string | undefined>;
  client: Client;
  /** A second user of the company. */
  colleague: Client;
  /** Sets a rule, found by the name of its action. */
  setRule(action: string, more: object): Promise<unknown>;
  complete(id: number): Promise<unknown>;
  step<Result>(name: string, run: () => Promise<Result>): Promise<Result>;
};

const rules: [string, string, object][] = [
  ['expiry alone', 'rule expiry', { hours: 48 }],
  ['a limit per day', 'rule limit', { limit: 'per_day', amount: '5000.00' }],
  ['and for a new payee', 'rule limit', { limit: 'new_payee', amount: '5000.00' }],
  ['and a list of payees', 'rule payees', { payees: 'listed' }],
  ['and duplicates told', 'rule duplicates', { rule: { within_hours: 24, action: 'tell' } }],
  ['and two approvals', 'rule approvals', { bands: [{ from: '0.01', needed: 2 }] }],
];

export async function measureRules(stage: RuleStage): Promise<void> {
  const { source, client, colleague, step } = stage;
  const approve = (by: Client, id: number) => by.post('/approve-cashout', { id });
  await stage.setRule('payee add', { key: 'fulano@example.com' });
  let amount = 1;
  for (const [name, action, more] of rules) {
    await stage.setRule(action, more);
    const body = { ...source, amount: amount++, key: 'fulano@example.com' };
    const create = () => client.post<{ id: number }>('/create-cashout', body, randomUUID());
    const { id } = (await step(`${name}: create`, create)).body;
    if (action === 'rule approvals') await step('the first of two approvals', () => approve(colleague, id));
    await step(`${name}: approve`, () => approve(client, id));
    await step(`${name}: complete`, () => stage.complete(id));
  }
}

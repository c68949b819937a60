// npm run measure -- calls: measures the cost of each step of a cashout on the embedded engine. It counts DynamoDB
// calls, sequential round trips, and consumed units, including index writes. "Cold" means the first request of a
// container.

import { randomUUID } from 'node:crypto';
import type { Queues } from '../lib/app/queues.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import { recordPendingEvents } from '../lib/cashout/record-pending-events.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { openClient } from './api-client.ts';
import { countingClient } from './count-calls.ts';
import { measureRules } from './rule-steps.ts';
import { openStage, type Stage, type Tenant } from './stage.ts';

let messages = 0;
const queues: Queues = {
  send: async () => void messages++,
  sendEvent: async () => void messages++,
  sendAccountEvent: async () => void messages++,
  sendDelivery: async () => void messages++,
  sendExport: async () => void messages++,
  sendBatch: async () => void messages++,
  sendDeliveries: async (all) => {
    messages += all.length;
  },
  offerPages: async () => {
    messages++;
    return { unsent: [] };
  },
  offer: async (_, rows) => {
    messages += rows.length;
    return { unsent: [] };
  },
  sendAll: async (_, ids) => {
    messages += ids.length;
  },
};
const head = ['step', 'container', 'calls', 'round trips', 'read units', 'write units', 'messages', 'which'];

const stage = await openStage('measure');
try {
  console.log(markdownTable(head, await measure(stage, await stage.openTenant({ accounts: 2 }))));
} finally {
  await stage.close();
}

async function measure(stage: Stage, tenant: Tenant): Promise<string[][]> {
  const { source_account_branch_identifier, source_account_number } = tenant.accounts[0] ?? {};
  const source = { source_account_branch_identifier, source_account_number };
  const given = JSON.parse(JSON.stringify(source)) as Record<string, string>;
  const place = `${source_account_branch_identifier}/${source_account_number}`;
  const body = { ...source, amount: 10, key: 'fulano@example.com' };
  const statement = `/v3/account-statements/${place}?start=2020-01-01&end=2099-12-31`;
  const rows: string[][] = [];
  let { counted, deps, client } = await container();

  /**
   * Creates new dependencies, as in a new container, and counts all their DynamoDB calls. The token is issued before,
   * so its calls are not counted.
   */
  async function container() {
    const counted = countingClient();
    const deps = stage.with({ client: counted.client, queues });
    return { counted, deps, client: await openClient(stage, tenant, deps) };
  }

  async function step<Result>(name: string, run: () => Promise<Result>, isCold = false): Promise<Result> {
    if (isCold) ({ counted, deps, client } = await container());
    counted.take();
    messages = 0;
    const result = await run();
    const { calls, hops, reads, writes } = counted.take();
    const figures = [calls.length, hops, reads, writes, messages].map(String);
    rows.push([name, isCold ? 'cold' : 'warm', ...figures, calls.join(' ')]);
    return result;
  }
  const create = (key: string) => client.post<{ id: number }>('/create-cashout', body, key);
  const selfApprove = () => client.post('/create-cashout-self-approve', body, randomUUID());

  const key = randomUUID();
  await step('create', () => create(randomUUID()), true);
  const created = await step('create', () => create(key));
  await step('create, replay', () => create(key));
  await step('create, 409', () => client.post('/create-cashout', { ...body, amount: 11 }, key));
  await step('create without a key', () => client.post('/create-cashout', body));
  await step('self-approve', selfApprove, true);
  await step('self-approve', selfApprove);
  await step('approve', () => client.post('/approve-cashout', { id: created.body.id }));
  const message = messageOf(created.body.id);
  await step('complete, network included', () => stage.invoke('completeTransfer', message, deps));
  await step('complete, again', () => stage.invoke('completeTransfer', message, deps));
  await step('record three events', () => stage.invoke('fanOutWebhooks', message, deps));
  await step('look-up', () => client.get(`/v3/cashouts/${created.body.id}`));
  await step('timeline', () => client.get(`/v3/cashouts/${created.body.id}/timeline`));
  await step('receipt', () => client.get(`/v3/cashouts/${created.body.id}/receipt`));
  const waiting = await create(randomUUID());
  const path = `/v3/cashouts/${waiting.body.id}/reject`;
  const other = await create(randomUUID());
  await recordPendingEvents(deps, other.body.id);
  const row = (await deps.cashouts.get(other.body.id)) as Cashout;
  await step('leave the index of open work', () => deps.cashouts.leave({ ...row, dueAt: row.dueAt ?? '' }));
  await step('approve one that has left', () => client.post('/approve-cashout', { id: other.body.id }));
  await step('reject', () => client.post(path, { id: waiting.body.id, reason: 'Wrong supplier' }));
  await step('record its two events', () => recordPendingEvents(deps, waiting.body.id));
  await step('list of cashouts', () => client.get('/v3/cashouts'));
  await step('list of cashouts, one account', () => client.get(`/v3/cashouts?${new URLSearchParams(given)}`));
  await step('list of NEW ones', () => client.get('/v3/cashouts?awaiting=approval'));
  await step('balance', () => client.get(`/v3/accounts/${place}/balance`));
  await step('accounts', () => client.get('/v3/accounts'));
  await step('statement page', () => client.get(statement), true);
  await step('statement page', () => client.get(statement));
  await step('resume, nothing due', () => stage.invoke('resumeStalled', {}, deps));
  await step('reconcile, all new', () => stage.invoke('reconcile', {}, deps));
  await step('reconcile, nothing new', () => stage.invoke('reconcile', {}, deps));
  const [, second] = tenant.accounts;
  const ruled = {
    source_account_branch_identifier: second?.source_account_branch_identifier,
    source_account_number: second?.source_account_number,
  };
  const account = `${ruled.source_account_branch_identifier}/${ruled.source_account_number}`;
  await measureRules({
    source: ruled,
    client,
    colleague: await openClient(stage, await openColleague(stage, tenant), deps),
    setRule: (action, more) => stage.invoke('administer', { action, by: 'bench', account, ...more }),
    complete: (id) => stage.invoke('completeTransfer', messageOf(id), deps),
    step: (name, run) => step(name, run),
  });
  return rows;
}

/** Opens a second client of the company, for another user. */
async function openColleague(stage: Stage, tenant: Tenant): Promise<Tenant> {
  const headers = { 'x-sandbox-key': 'local' };
  const body = JSON.stringify({ company_id: tenant.company_id, permissions: ['CREATE', 'APPROVE'] });
  const opened = await stage.send({ method: 'POST', path: '/sandbox/clients', headers, body });
  return { ...tenant, ...(opened.body as Partial<Tenant>) };
}

function messageOf(id: number) {
  return { Records: [{ messageId: '1', body: JSON.stringify({ version: 1, ids: [id] }) }] };
}

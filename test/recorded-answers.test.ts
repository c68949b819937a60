// The examples of the OpenAPI document are recorded answers of the service. Each test calls an operation and compares
// its answer with lib/openapi/recorded-answers.json, except for values that change with each run. `vitest -u` records
// the answers again.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { runBatch } from '../lib/batch/run-batch.ts';
import { applyNetworkEvent } from '../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../lib/network/event.ts';
import { endpoints } from '../lib/openapi/document.ts';
import { takeStep } from '../lib/payout/take-step.ts';
import { root } from '../local/service.ts';
import {
  type Answer,
  accountQuery,
  openCaller,
  openTenant,
  sandbox,
  sendInProcess,
  signed,
  sourceOf,
  type Tenant,
} from './support/api.ts';
import { bankDetails } from './support/bank-details.ts';
import { fixed, givenKey } from './support/fixed-values.ts';
import { type Holdings, nobodysHoldings, openHoldings, unaffordable } from './support/holdings.ts';
import { sandboxAtOnce } from './support/med-cases.ts';
import { openRecovery } from './support/recoveries.ts';
import { ask } from './support/route-calls.ts';
import { callerRoutes, plainRoute } from './support/routes.ts';
import { useStack } from './support/use-stack.ts';
import { fanOutOf, tell } from './support/webhooks.ts';

const file = join(root, 'lib/openapi/recorded-answers.json');
const now = new Date('2026-11-21T15:04:05.123Z');
const used = useStack({ now: () => now, settings: { OUTBOUND_LOOPBACK: 'refuse' } });

const payroll = endpoints.find(({ name }) => name === 'createBatch')?.example ?? {};
const bank = { ...bankDetails, recipient_instution: '60701190' };

test('the answer of each operation equals its example in the OpenAPI document', async () => {
  const { stack, send } = used;
  const recorded: Record<string, unknown> = {};
  const record = async (name: string, asked: Promise<Answer>): Promise<Answer['body']> => {
    const answer = await asked;
    expect(answer, name).toMatchObject({ status: 200 });
    recorded[name] = fixed(answer.body);
    return answer.body;
  };
  /** Sends a request to the sandbox network, and applies the resulting events before the next request. */
  const applied = async (asked: (atOnce: typeof send) => Promise<Answer>): Promise<Answer> => {
    const events: unknown[] = [];
    const queues = { ...stack.deps.queues, sendEvent: async (event: object) => void events.push(event) };
    const answer = await asked(sendInProcess(stack, { ...stack.deps, queues }));
    for (const event of events) await applyNetworkEvent(stack.deps, networkEvent.parse(event));
    return answer;
  };
  const completed = async (id: number) => {
    await takeStep(stack.deps, id);
    await tell(stack.deps, id);
  };

  const tenant: Tenant = await record('openTenant', sandbox(send, '/sandbox/tenants', { accounts: 2 }));
  const { company_id } = tenant;
  const opened = await record(
    'openClient',
    sandbox(send, '/sandbox/clients', { company_id, audience: 'web' }),
  );
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: tenant.client_id,
    client_secret: tenant.client_secret,
  });
  await record('issueToken', send({ method: 'POST', path: '/oauth2/token', body: String(form) }));
  await record('getJwks', send({ method: 'GET', path: '/.well-known/jwks.json' }));

  const caller = await openCaller(send, tenant);
  const account = caller.source;
  const query = accountQuery(account);
  const byKey = { ...account, amount: 123.45, key: 'fulano@example.com', tag: 'invoice 42' };

  const webhook = await record(
    'createWebhook',
    caller.post('/api/webhooks', {
      ...account,
      url: 'https://receiver.example.com/pix',
      type_webhook: 'ALL',
    }),
  );
  const { id } = await record(
    'createCashout',
    caller.post('/create-cashout', byKey, { 'idempotency-key': givenKey }),
  );
  await record('approveCashout', caller.post('/approve-cashout', { id }));
  await completed(id);
  await record('getCashout', caller.get(`/v3/cashouts/${id}`));
  await record('getTimeline', caller.get(`/v3/cashouts/${id}/timeline`));
  const receipt = await record('getReceipt', caller.get(`/v3/cashouts/${id}/receipt`));
  await record(
    'showReceipt',
    send({ method: 'GET', path: `/receipts/${receipt.code}`, headers: { accept: 'application/json' } }),
  );
  await record('listCashouts', caller.get(`/v3/cashouts?${query}`));
  const wrong = await caller.post('/create-cashout', { ...byKey, key: '+5511987654321' });
  await record('preflightWaiting', caller.get(`/v3/cashouts/${wrong.body.id}/preflight`));
  await record(
    'rejectCashout',
    caller.post(`/v3/cashouts/${wrong.body.id}/reject`, {
      id: wrong.body.id,
      reason: 'Wrong supplier',
    }),
  );
  const two = await Promise.all([4, 5].map((amount) => caller.post('/create-cashout', { ...byKey, amount })));
  const waiting = (await caller.get('/v3/cashouts?awaiting=approval')).body.results as Answer['body'][];
  const seen = two.map(({ body }) => waiting.find((one) => one.id === body.id));
  const [approving, rejecting] = seen.map(({ id, content_digest }) => [{ id, content_digest }]);
  await record('approveMany', caller.post('/v3/cashouts/approve-many', { cashouts: approving }));
  await record(
    'rejectMany',
    caller.post('/v3/cashouts/reject-many', { cashouts: rejecting, reason: 'Wrong supplier' }),
  );
  await record('preflightCashout', caller.post('/v3/cashouts/preflight', byKey));
  await record('createCashoutSelfApprove', caller.post('/create-cashout-self-approve', byKey));
  const manual = await record(
    'createCashoutManual',
    caller.post('/create-cashout-manual', { ...account, ...bank, amount: '50.00' }),
  );
  await record('approveCashoutManual', caller.post('/approve-cashout-manual', { id: manual.id }));
  await record(
    'createCashoutManualSelfApprove',
    caller.post('/create-cashoutmanual-self-approve', { ...account, ...bank, amount: '50.00' }),
  );
  const web = await openCaller(send, opened as Tenant);
  const mfa_code = generateSync({ secret: opened.mfa_secret, epoch: Math.floor(now.getTime() / 1000) });
  await record(
    'createManualTransfer',
    web.post('/create-manual-transfer', { ...account, ...bank, amount: '50.00', mfa_code }),
  );

  const code = await record('rehearseQrCode', sandbox(send, '/sandbox/qr-codes', { ...account, amount: 50 }));
  const { copy_and_paste, qr_code_id } = code;
  const [, second] = tenant.accounts;
  if (!second) throw new Error('no second account');
  const { source_account_branch_identifier, source_account_number } = second;
  await record(
    'createCopyAndPasteTransfer',
    caller.post('/create-copy-and-paste-transfer', {
      source_account_branch_identifier,
      source_account_number,
      copy_and_paste,
    }),
  );
  const payment = await record(
    'rehearsePixIn',
    applied((atOnce) => sandbox(atOnce, '/sandbox/pix-in', { ...account, qr_code_id, amount: 50 })),
  );
  const back = await record(
    'requestChargeback',
    caller.post('/v2/finance/chargebacks-pix-copy-and-paste/', {
      qr_code_id: payment.qr_code_id,
      information: 'Pedido 42 devolvido',
      amount: '10.00',
    }),
  );
  await record(
    'getChargeback',
    caller.get(`/v2/finance/chargebacks-pix-copy-and-paste/status?id=${back.id}`),
  );
  const reports = sandboxAtOnce(stack);
  const report = await record('rehearseMedCase', reports('POST', '/sandbox/med-cases', { qr_code_id }));
  await record('listMedCases', caller.get('/v3/meds/'));
  await record('getMedCase', caller.get(`/v3/meds/${report.id}`));
  const defence = { position: 'contest', text: 'O produto foi entregue em 20/11' };
  await record('defendMedCase', caller.post(`/v3/meds/${report.id}/defence`, defence));
  await record(
    'rehearseMedProgress',
    reports('PUT', `/sandbox/med-cases/${report.id}`, { infraction_report_status: 'ACKNOWLEDGED' }),
  );
  await record(
    'rehearseReturn',
    applied((atOnce) =>
      sandbox(atOnce, '/sandbox/returns', { end_to_end_id: payment.end_to_end_id, amount: '5.00' }),
    ),
  );
  await record('rehearseRefund', sandbox(send, '/sandbox/refunds', { transaction_id: id }));
  const statement = `/v3/account-statements/${Object.values(account).join('/')}`;
  await record('listStatement', caller.get(`${statement}?start=2020-01-01&end=2099-12-31&limit=2`));
  const exported = await record(
    'createExport',
    caller.post(`${statement}/exports`, { month: '2026-10', format: 'csv', locale: 'pt-BR' }),
  );
  await record('getExport', caller.get(`${statement}/exports/${exported.id}`));
  await record('listExports', caller.get(`${statement}/exports`));
  await record('listEvents', caller.get(`/v3/events?${query}`));

  const path = `/api/webhooks/${webhook.id}`;
  await record('listWebhooks', caller.call('GET', `/api/webhooks?${query}`));
  const tried = await record('testWebhook', caller.call('POST', `${path}/test`));
  await record('redeliverWebhook', caller.call('POST', `${path}/deliveries/${tried.delivery_id}/redeliver`));
  await fanOutOf(caller, stack.deps);
  await record('listDeliveries', caller.call('GET', `${path}/deliveries`));
  await record('updateWebhook', caller.call('PUT', path, { type_webhook: 'CASHOUT' }));
  await record('deleteWebhook', caller.call('DELETE', path));
  await record(
    'diagnoseHmac',
    send({
      method: 'POST',
      path: '/v3/doctor/hmac',
      headers: { authorization: `Bearer ${caller.token}`, hmac: signed(tenant.hmac_secret, '{"id": 42}') },
      body: '{"id":42}',
    }),
  );

  const notices = JSON.stringify({
    pix: [
      {
        endToEndId: 'E6070119020261121150400000000001',
        valor: '50.00',
        horario: '2026-11-21T15:04:05.123Z',
        chave: tenant.accounts[0]?.pix_key,
      },
    ],
  });
  const hmac = signed('local-network-callback', notices);
  await record(
    'receiveNetworkPix',
    send({ method: 'POST', path: '/network/pix', headers: { hmac }, body: notices }),
  );
  const open = await caller.post('/create-cashout-self-approve', { ...byKey, key: 'unknown@sandbox.pix' });
  await completed(open.body.id);
  await record('tellNetwork', sandbox(send, `/sandbox/network/${open.body.id}`, { outcome: 'settled' }));
  const other = await openTenant(send);
  await record(
    'rehearseRules',
    sandbox(send, '/sandbox/rules', {
      ...sourceOf(other),
      limits: { per_day: '20000.00' },
      own_approval_up_to: 0,
    }),
  );
  const [closing] = other.accounts;
  await record('closeAccount', sandbox(send, '/sandbox/accounts/close', closing));

  const batch = await record(
    'createBatch',
    caller.post('/v3/batches', { ...payroll, ...account }, { 'idempotency-key': givenKey }),
  );
  await runBatch(stack.deps, batch.id);
  const shown = await record('getBatch', caller.get(`/v3/batches/${batch.id}`));
  await record('listBatches', caller.get(`/v3/batches?${query}`));
  await record('listBatchLines', caller.get(`/v3/batches/${batch.id}/lines`));
  const { content_digest } = shown;
  await record(
    'approveBatch',
    caller.post(`/v3/batches/${batch.id}/approve`, { id: batch.id, content_digest }),
  );
  await record(
    'stopBatch',
    caller.post(`/v3/batches/${batch.id}/stop`, { id: batch.id, reason: 'Wrong month' }),
  );
  const { pausedBatch, finishedBatch } = await openHoldings(
    stack,
    caller,
    new Set(['pausedBatch', 'finishedBatch']),
  );
  await record(
    'retryBatch',
    caller.post(
      `/v3/batches/${finishedBatch}/retry`,
      { id: finishedBatch, total_lines: 1, total_amount: unaffordable },
      { 'idempotency-key': randomUUID() },
    ),
  );
  await record('resumeBatch', caller.post(`/v3/batches/${pausedBatch}/resume`, { id: pausedBatch }));

  // The answers of all other operations are recorded with the requests that callerRoutes declares for them.
  await openRecovery(stack, caller, id);
  const [cashout, paidCashout, recoveredCashout] = [id, id, id] as number[];
  const its = { ...nobodysHoldings(stack), account, cashout, paidCashout, recoveredCashout } as Holdings;
  for (const { name, route } of endpoints.filter((endpoint) => !(endpoint.name in recorded)))
    for (const call of callerRoutes[plainRoute(route)]?.calls(its) ?? [])
      await record(name, ask(send, plainRoute(route), caller, call));

  expect(Object.keys(recorded).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  const inOrder = Object.fromEntries(Object.entries(recorded).sort(([one], [two]) => (one < two ? -1 : 1)));
  await expect(`${JSON.stringify(inOrder, null, 2)}\n`).toMatchFileSnapshot(file);
});

import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { reported, sandboxAtOnce } from '../support/med-cases.ts';
import { useStack } from '../support/use-stack.ts';
import { fanOutOf, register } from '../support/webhooks.ts';

const used = useStack();
const apply = (event: ReturnType<typeof reported>, deps = used.stack.deps) => applyNetworkEvent(deps, event);

test('a new MED case is WAITING, with its OPEN report, the reason RETURN_REQUEST and its payment', async () => {
  const caller = await used.newCaller();
  const payer = { name: 'Maria Silva', legal_id: '12345678909', ispb: '60701190' };
  const payment = await payQrCode(used.stack, caller, { payer });
  const sandbox = sandboxAtOnce(used.stack);

  const { id } = (await sandbox('POST', '/sandbox/med-cases', { qr_code_id: payment.qr_code_id })).body;
  const { status, body } = await caller.get(`/v3/meds/${id}`);

  expect(status).toBe(200);
  const created = body.infraction_report_creation_datetime;
  expect(body).toEqual({
    worked: true,
    id,
    status: 'WAITING',
    reason: 'RETURN_REQUEST',
    next_duty: 'ANALYSE',
    deadline: new Date(Date.parse(created) + 7 * 86_400_000).toISOString(),
    infraction_report_id: id,
    infraction_report_status: 'OPEN',
    infraction_report_creation_datetime: expect.any(String),
    infraction_report_last_modified_datetime: created,
    infraction_report_situation_type: 'SCAM',
    infraction_report_details: 'Transferência contestada pelo pagador',
    infraction_report_amount: 100,
    transaction_depth: null,
    funds_recovery_id: null,
    analysis_result: null,
    analysis_details: null,
    fraud_type: null,
    analysis_deadline: new Date(Date.parse(created) + 7 * 86_400_000).toISOString(),
    analysis_datetime: null,
    reporter_participant: '60701190',
    refund_id: null,
    refund_status: null,
    refund_creation_datetime: null,
    refund_amount: null,
    refund_effective_amount: null,
    refund_rejection_reason: null,
    refund_end_to_end_id: null,
    blocked_amount: 0,
    refunded_amount: 0,
    returns: [],
    end_to_end_id: payment.end_to_end_id,
    transaction_id: payment.transaction_id,
    transaction_amount: 100,
    transaction_datetime: expect.any(String),
    qr_code_id: payment.qr_code_id,
    defence: null,
    payer_name: 'Maria Silva',
    payer_legal_id: '***.456.789-**',
    account_branch_identifier: caller.source.source_account_branch_identifier,
    account_number: caller.source.source_account_number,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const { worked, ...listed } = body;
  expect((await caller.get('/v3/meds/')).body.results).toEqual([listed]);
  expect(worked).toBe(true);
});

test('in the sandbox, a MED case goes from report to refund, and shows the next duty and its deadline at each step', async () => {
  const caller = await used.newCaller();
  const { end_to_end_id } = await payQrCode(used.stack, caller);
  const sandbox = sandboxAtOnce(used.stack);
  const recovery = { transaction_depth: 0, funds_recovery_id: '5f0c1d6e-2b0b-4c5c-8f53-6d8b7a4e9a10' };
  const { id } = (await sandbox('POST', '/sandbox/med-cases', { end_to_end_id, ...recovery })).body;
  const look = async () => (await caller.get(`/v3/meds/${id}`)).body;
  const after = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString();
  const opened = await look();

  expect(opened).toMatchObject({ ...recovery, next_duty: 'ANALYSE', deadline: opened.analysis_deadline });

  const agreed = {
    infraction_report_status: 'CLOSED',
    analysis_result: 'AGREED',
    fraud_type: 'SCAMMER_ACCOUNT',
  };
  await sandbox('PUT', `/sandbox/med-cases/${id}`, agreed);
  const closed = await look();
  expect(closed).toMatchObject({
    ...recovery,
    ...agreed,
    analysis_datetime: closed.infraction_report_last_modified_datetime,
    next_duty: 'REQUEST_REFUND',
    deadline: after(closed.analysis_datetime, 72),
  });

  await sandbox('PUT', `/sandbox/med-cases/${id}`, { refund_amount: 60, transaction_depth: 2 });
  const requested = await look();
  expect(requested).toMatchObject({
    transaction_depth: 2,
    analysis_datetime: closed.analysis_datetime,
    refund_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    refund_status: 'OPEN',
    refund_creation_datetime: requested.infraction_report_last_modified_datetime,
    refund_amount: 60,
    next_duty: 'EXECUTE_REFUND',
    deadline: after(requested.refund_creation_datetime, 6),
  });

  const sent = {
    refund_status: 'CLOSED',
    refund_effective_amount: 40,
    refund_rejection_reason: 'NO_BALANCE',
    refund_end_to_end_id: 'D99999010202611211200abcdefghijk',
  };
  await sandbox('PUT', `/sandbox/med-cases/${id}`, sent);
  expect(await look()).toMatchObject({
    ...sent,
    refund_id: requested.refund_id,
    refund_creation_datetime: requested.refund_creation_datetime,
    refund_amount: 60,
    next_duty: null,
    deadline: null,
    // The PSP's report itself moves no money here.
    refunded_amount: 0,
    returns: [],
  });
});

test('a report whose new fields cannot be parsed is accepted without these fields', async () => {
  const caller = await used.newCaller();
  const { end_to_end_id } = await payQrCode(used.stack, caller);
  const id = `report-${caller.tenant.company_id}`;
  const wrong = {
    transactionDepth: '2',
    fundsRecoveryId: 5,
    analysedAt: 'yesterday',
    analysisDueAt: '',
    refund: { id: '', status: 7, amountCents: 1.5, sentCents: -1, rejectionReason: null, requestedAt: 0 },
    unheardOf: { of: 'it' },
  };
  const notice = {
    ...reported(end_to_end_id, { id }),
    report: { ...reported(end_to_end_id, { id }).report, ...wrong },
  };

  await apply(networkEvent.parse(notice) as ReturnType<typeof reported>);
  await apply(
    networkEvent.parse(
      reported(end_to_end_id, {
        id,
        modifiedAt: '2026-11-20T12:00:01.000Z',
        refund: 'none' as never,
      }),
    ) as ReturnType<typeof reported>,
  );

  expect((await caller.get(`/v3/meds/${id}`)).body).toMatchObject({
    id,
    infraction_report_last_modified_datetime: '2026-11-20T12:00:01.000Z',
    transaction_depth: null,
    funds_recovery_id: null,
    analysis_datetime: null,
    refund_id: null,
    refund_status: null,
    next_duty: 'ANALYSE',
    deadline: '2026-11-27T12:00:00.000Z',
  });
});

describe('a MED case', () => {
  test.each([
    [{ infraction_report_status: 'ACKNOWLEDGED' }, 'WAITING', 'med.changed'],
    [{ infraction_report_status: 'ACKNOWLEDGED', analysis_result: 'PENDING' }, 'IN_ANALYSIS', 'med.changed'],
    [{ infraction_report_status: 'CLOSED', analysis_result: 'AGREED' }, 'ACCEPTED', 'med.closed'],
    [{ infraction_report_status: 'CLOSED', analysis_result: 'DISAGREED' }, 'REJECTED', 'med.closed'],
    [{ infraction_report_status: 'CANCELLED' }, 'CANCELLED', 'med.closed'],
  ])('after a change to %j, a MED case is %s and has sent the event %s', async (change, status, type) => {
    const caller = await used.newCaller();
    const { end_to_end_id } = await payQrCode(used.stack, caller);
    const sandbox = sandboxAtOnce(used.stack);
    const { id } = (await sandbox('POST', '/sandbox/med-cases', { end_to_end_id })).body;

    await sandbox('PUT', `/sandbox/med-cases/${id}`, change);

    expect((await caller.get(`/v3/meds/${id}`)).body).toMatchObject({ status, ...change });
    expect((await caller.get('/v3/meds/?status=WAITING')).body.results).toHaveLength(
      status === 'WAITING' ? 1 : 0,
    );
    const events = (await eventsOf(used.stack, caller.tenant)).map(({ body }) => JSON.parse(body));
    expect(events.slice(1).map((event) => [event.type, event.types, event.data.status])).toEqual([
      ['med.opened', ['INTEGRATION'], 'WAITING'],
      [type, ['INTEGRATION'], status],
    ]);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a MED case shows its latest report, whatever the order and number of notices', async () => {
    const caller = await used.newCaller();
    const { end_to_end_id } = await payQrCode(used.stack, caller);
    const id = `report-${caller.tenant.company_id}`;
    const [opened, acknowledged, closed] = (
      [
        ['OPEN', 0],
        ['ACKNOWLEDGED', 1],
        ['CLOSED', 2],
      ] as const
    ).map(([status, minute]) =>
      reported(end_to_end_id, { id, status, modifiedAt: `2026-11-20T12:0${minute}:00.000Z` }),
    ) as [ReturnType<typeof reported>, ReturnType<typeof reported>, ReturnType<typeof reported>];

    await apply(opened);
    await Promise.all([closed, acknowledged, opened, closed].map((event) => apply(event)));
    await apply(acknowledged);

    expect((await caller.get(`/v3/meds/${id}`)).body.infraction_report_status).toBe('CLOSED');
    expect((await caller.get('/v3/meds/')).body.results).toHaveLength(1);
    const ids = (await eventsOf(used.stack, caller.tenant)).map((event) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a MED case is listed once, whatever the precision and time zone of its times', async () => {
    const caller = await used.newCaller();
    const { end_to_end_id } = await payQrCode(used.stack, caller);
    const id = `report-${caller.tenant.company_id}`;
    const notice = (change: object) =>
      apply(networkEvent.parse(reported(end_to_end_id, { id, ...change })) as ReturnType<typeof reported>);

    await notice({ createdAt: '2026-11-20T12:00:00Z', modifiedAt: '2026-11-20T12:00:00Z' });
    await notice({
      createdAt: '2026-11-20T09:00:00-03:00',
      modifiedAt: '2026-11-20T12:00:00.500Z',
      status: 'CANCELLED',
    });
    await notice({ createdAt: '2026-11-20T12:00:01Z', modifiedAt: '2026-11-20T12:00:02Z', status: 'CLOSED' });

    expect((await caller.get('/v3/meds/')).body.results).toMatchObject([
      { id, status: 'REJECTED', infraction_report_creation_datetime: '2026-11-20T12:00:00.000Z' },
    ]);
    for (const status of ['WAITING', 'CANCELLED']) {
      expect((await caller.get(`/v3/meds/?status=${status}`)).body.results).toEqual([]);
    }
  });

  test('each report has its event, even if the second report arrives before the first report’s event is recorded', async () => {
    const caller = await used.newCaller();
    const { end_to_end_id } = await payQrCode(used.stack, caller);
    const id = `report-${caller.tenant.company_id}`;
    for (let call = 1; call < 8; call++) {
      const { client, died } = dyingAt(call, 'after');
      const first = apply(reported(end_to_end_id, { id }), used.stack.with({ client }));
      await Promise.race([first.catch(() => {}), died]);
    }
    await apply(reported(end_to_end_id, { id, modifiedAt: '2026-11-20T12:00:01.000Z', status: 'CLOSED' }));
    await apply(reported(end_to_end_id, { id }));

    const types = (await eventsOf(used.stack, caller.tenant)).map(({ type }) => type);
    expect(types.sort()).toEqual(['cashin.received', 'med.closed', 'med.opened']);
  });

  test('the event of each report is delivered, even if a newer report arrives while the event is being recorded', async () => {
    const caller = await used.newCaller();
    const { end_to_end_id } = await payQrCode(used.stack, caller);
    const webhook = await register(caller, 'https://hooks.example.com/med', 'INTEGRATION');
    const [modifiedAt, laterAt] = ['2099-12-01T12:00:00.000Z', '2099-12-01T12:00:01.000Z'] as const;
    const ids: string[] = [];
    for (let call = 1; call < 10; call++) {
      const id = `report-${caller.tenant.company_id}-${call}`;
      const first = reported(end_to_end_id, { id, createdAt: modifiedAt, modifiedAt });
      const { client, died } = dyingAt(call, 'after');
      await Promise.race([apply(first, used.stack.with({ client })).catch(() => {}), died]);

      await apply(
        reported(end_to_end_id, { id, createdAt: modifiedAt, modifiedAt: laterAt, status: 'CLOSED' }),
      );
      await apply(first);

      expect((await caller.get(`/v3/meds/${id}`)).body.infraction_report_status).toBe('CLOSED');
      ids.push(...[modifiedAt, laterAt].map((at) => `med-${id}-${Date.parse(at)}`));
    }

    await fanOutOf(caller, used.stack.deps);
    const { results } = (await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries?limit=50`)).body;
    expect(results.map((delivery: { event_id: string }) => delivery.event_id).sort()).toEqual(ids.sort());
  });

  test('a MED case whose payment is unknown is parked, and opens an incident after a hundred tries', async () => {
    const parked: number[] = [];
    const sendEvent = async (event: object) => void parked.push((event as { parked: number }).parked);
    const deps = { ...used.stack.deps, queues: { ...used.stack.deps.queues, sendEvent } };

    await apply(reported('E-nobody'), deps);
    await apply({ ...reported('E-nobody'), parked: 100 }, deps);

    expect(parked).toEqual([1]);
    expect(used.stack.lines.join()).toContain('network event cannot be applied');
  });

  test('a MED case of another company and an unknown MED case are both not found', async () => {
    const caller = await used.newCaller();
    const { end_to_end_id } = await payQrCode(used.stack, caller);
    const { id } = (await sandboxAtOnce(used.stack)('POST', '/sandbox/med-cases', { end_to_end_id })).body;
    const stranger = await used.newCaller();

    for (const path of [`/v3/meds/${id}`, '/v3/meds/5', `/v3/meds/${'x'.repeat(64)}`]) {
      expect(await stranger.get(path)).toMatchObject({ status: 404, body: { message: 'MED not found' } });
    }
    expect((await caller.get(`/v3/meds/${'x'.repeat(65)}`)).status).toBe(422);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { openPspStack, type PspStack } from '../psp/psp-stack.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess, signed } from '../support/api.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

let one: PspStack;
let send: Send;
beforeAll(async () => {
  one = await openPspStack();
  send = sendInProcess(one.stack);
});
afterAll(() => one.close());

/** The time is half past, because only the runs in the first minutes of an hour look for returns. */
const halfPast = new Date('2026-11-21T15:30:00.000Z');
const onTheHour = new Date('2026-11-21T16:00:04.000Z');

/** Runs the scheduled poll, and applies what it queues. */
async function run(at = halfPast): Promise<unknown> {
  const events: NetworkEvent[] = [];
  const sendEvent = async (event: NetworkEvent) => void events.push(event);
  const deps = { ...one.stack.deps, now: () => at, queues: { ...one.stack.deps.queues, sendEvent } };
  const result = await one.stack.invoke('pollNetwork', {}, deps);
  for (const event of events) await applyNetworkEvent(one.stack.deps, networkEvent.parse(event));
  return result;
}

const minutesAgo = (minutes: number) => new Date(halfPast.getTime() - minutes * 60_000).toISOString();
const paid = ({ tenant }: Caller, index: number, minutes = 1) => ({
  endToEndId: `E60701190202611211200${tenant.company_id.slice(0, 8)}${String(index).padStart(3, '0')}`,
  valor: '1.00',
  horario: minutesAgo(minutes),
  chave: tenant.accounts[0]?.pix_key,
});

describe('the scheduled poll of the PSP', () => {
  test('the poll credits each recent payment once, over all pages of the PSP’s list', {
    tags: 'dear',
  }, async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = Array.from({ length: 120 }, (_, index) => paid(caller, index));
    one.lists.pix.push(paid(caller, 500, 30), { endToEndId: 'not one', horario: minutesAgo(1) });

    expect(await run()).toEqual({ payments: 120, reports: 0 });
    await run();

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 1_012_000 });
  });

  test('the poll opens a MED case for a report, and updates the case when the report has changed', async () => {
    const caller = await openCaller(send, await openTenant(send));
    const payment = paid(caller, 1);
    one.lists.pix = [payment];
    const row = {
      idInfracao: `infracao-${caller.tenant.company_id}`,
      endToEndId: payment.endToEndId,
      status: 'ABERTA',
      razao: 'solicitacao de devolucao',
      tipoSituacao: 'golpe',
      valor: '1.00',
      criadoEm: '2026-11-21T12:00:00.000Z',
      atualizadoEm: '2026-11-21T12:00:00.000Z',
    };
    one.lists.infracoes = [row, { ...row, idInfracao: 'x', status: 'NOVA' }, 5];
    expect(await run()).toEqual({ payments: 1, reports: 1 });
    await run();
    expect((await caller.get('/v3/meds/')).body.results).toMatchObject([
      {
        id: row.idInfracao,
        status: 'WAITING',
        reason: 'RETURN_REQUEST',
        infraction_report_status: 'OPEN',
        infraction_report_situation_type: 'SCAM',
        end_to_end_id: payment.endToEndId,
      },
    ]);

    one.lists.infracoes = [{ ...row, status: 'ACEITA', atualizadoEm: '2026-11-21T13:00:00.000Z' }];
    await run();

    expect((await caller.get(`/v3/meds/${row.idInfracao}`)).body).toMatchObject({
      status: 'ACCEPTED',
      analysis_result: 'AGREED',
    });
  });

  test('the poll checks hourly for returns of payments from the last ninety days', async () => {
    const caller = await openCaller(send, await openTenant(send));
    const old = { ...paid(caller, 1, 80 * 24 * 60), valor: '30.00' };
    const returned = { id: 'MED1', rtrId: 'D1', valor: '30.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' };
    one.lists.pix = [{ ...old, devolucoes: [returned] }];

    expect(await run()).toMatchObject({ payments: 0 });
    expect(await balanceOf(one.stack, caller.tenant)).toMatchObject({ seq: 1 });
    await run(onTheHour);
    await run(onTheHour);

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  const aReport = (caller: Caller, index: number, change: object = {}) => ({
    idInfracao: `infracao-${caller.tenant.company_id.slice(0, 8)}-${index}`,
    endToEndId: paid(caller, index).endToEndId,
    status: 'ABERTA',
    valor: '1.00',
    criadoEm: '2026-11-21T12:00:00Z',
    atualizadoEm: '2026-11-21T12:00:00Z',
    ...change,
  });

  test('the poll reads the reports of every page', async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = Array.from({ length: 23 }, (_, index) => paid(caller, index));
    await run();
    one.lists.infracoes = one.lists.pix.map((_, index) => aReport(caller, index));

    expect(await run()).toEqual({ payments: 23, reports: 23 });

    expect((await caller.get('/v3/meds/?limit=50')).body.results).toHaveLength(23);
  });

  test('the poll uses the first page if the PSP does not return the second page, and logs the failure', async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = Array.from({ length: 12 }, (_, index) => paid(caller, index));
    await run();
    one.lists.infracoes = one.lists.pix.map((_, index) => aReport(caller, index));
    const [lines, counted] = [one.stack.lines.length, one.stack.counted.length];
    one.psp.faults.push('none', 'none', 'not JSON');

    expect(await run()).toEqual({ payments: 12, reports: 10 });

    expect(one.stack.lines.slice(lines).join()).toContain('reports of the pages 2 to');
    expect(one.stack.counted.slice(counted)).toContainEqual(['NetworkItemsSkipped', 1]);
  });

  test('the poll sets the due time and the end of the analysis to the values reported by the PSP', async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = [paid(caller, 1)];
    const dadosAnalise = { abertura: '2026-11-21T12:00:00Z', prazoFinalizacao: '2026-11-26T12:00:00Z' };
    one.lists.infracoes = [aReport(caller, 1, { dadosAnalise })];
    await run();
    await run();
    const { id } = (await caller.get('/v3/meds/')).body.results[0];

    expect((await caller.get(`/v3/meds/${id}`)).body).toMatchObject({
      next_duty: 'ANALYSE',
      deadline: '2026-11-26T12:00:00.000Z',
      analysis_deadline: '2026-11-28T12:00:00.000Z',
    });

    const ended = { dadosAnalise: { ...dadosAnalise, finalizacao: '2026-11-24T08:00:00Z' } };
    const closed = { status: 'ACEITA', atualizadoEm: '2026-11-24T09:30:00Z' };
    one.lists.infracoes = [aReport(caller, 1, { ...closed, ...ended })];
    await run();

    expect((await caller.get(`/v3/meds/${id}`)).body).toMatchObject({
      analysis_datetime: '2026-11-24T08:00:00.000Z',
      next_duty: 'REQUEST_REFUND',
      deadline: '2026-11-27T08:00:00.000Z',
    });

    one.lists.infracoes = [
      aReport(caller, 1, { atualizadoEm: '2026-11-24T09:31:00Z', dadosAnalise: 'none' }),
    ];
    await run();
    expect((await caller.get(`/v3/meds/${id}`)).body).toMatchObject({
      status: 'WAITING',
      analysis_datetime: null,
    });
  });

  test('the poll skips unreadable reports, and logs them once per run with their unknown statuses', async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = [paid(caller, 1)];
    await run();
    const strange = ['NOVA', 'NOVA', 'EM_RECURSO', `x`.repeat(500), 'Maria Silva 123.456.789-09'];
    one.lists.infracoes = [
      aReport(caller, 1),
      5,
      ...strange.map((status, index) => aReport(caller, index + 2, { status })),
    ];
    const [lines, counted] = [one.stack.lines.length, one.stack.counted.length];

    expect(await run()).toEqual({ payments: 1, reports: 1 });

    const said = one.stack.lines.slice(lines).filter((line) => line.includes('unreadable PSP items skipped'));
    expect(said.map((line) => JSON.parse(line))).toMatchObject([
      { outcome: 'unreadable reports, with the unknown status EM_RECURSO, NOVA', count: 6 },
    ]);
    expect(one.stack.counted.slice(counted)).toContainEqual(['NetworkItemsSkipped', 6]);
  });

  test('the poll processes the other payments and reports if the look-up of one payment fails', async () => {
    const caller = await openCaller(send, await openTenant(send));
    const { chave: _, ...keyless } = paid(caller, 2);
    one.lists.pix = [keyless, paid(caller, 1)];
    one.psp.faults.push('none', '503 before');

    expect(await run()).toEqual({ payments: 2, reports: 1 });

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_100 });
    expect(one.stack.lines.join()).toContain('listed payment not processed');
    await run();
    expect(await one.stack.deps.waitingPayments.find(keyless.endToEndId)).toBeDefined();
  });

  test('the poll processes the payments even if the reports cannot be read, and logs the failure', async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = [paid(caller, 1)];
    one.psp.faults.push('none', 'not JSON');

    expect(await run()).toEqual({ payments: 1, reports: 0 });
    expect(one.stack.lines.join()).toContain('listing at the network failed');
    expect(await run()).toEqual({ payments: 1, reports: 1 });
  });
});

describe('a callback of a PSP that can be polled', () => {
  const tell = async (...pix: object[]) => {
    const events: NetworkEvent[] = [];
    const queues = {
      ...one.stack.deps.queues,
      sendEvent: async (event: NetworkEvent) => void events.push(event),
    };
    const body = JSON.stringify({ pix });
    const headers = { hmac: signed('local-network-callback', body) };
    const call = { method: 'POST', path: '/network/pix', headers, body };
    const answer = await sendInProcess(one.stack, { ...one.stack.deps, queues })(call);
    for (const event of events) await applyNetworkEvent(one.stack.deps, networkEvent.parse(event));
    return answer.status;
  };

  test('the callback moves the money that the PSP reports in a look-up, and not what the callback says', async () => {
    const caller = await openCaller(send, await openTenant(send));
    const payment = paid(caller, 1);
    one.lists.pix = [payment];

    expect(await tell({ ...payment, valor: '9999.00' }, { ...paid(caller, 2), valor: '9999.00' })).toBe(200);

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_100 });
    expect(one.stack.lines.join()).toContain('callback for a payment that the PSP does not know');
  });

  test('the callback is refused if the PSP does not answer, so that the PSP sends the callback again', async () => {
    const caller = await openCaller(send, await openTenant(send));
    one.lists.pix = [paid(caller, 1)];
    one.psp.faults.push('503 before');

    expect(await tell(paid(caller, 1))).toBe(503);
    expect(await tell(paid(caller, 1))).toBe(200);

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_100 });
  });
});

describe('without a PSP,', () => {
  const used = useStack();

  test('the poll sends no request', async () => {
    expect(await used.stack.invoke('pollNetwork', {})).toEqual({ payments: 0, reports: 0 });
  });
});

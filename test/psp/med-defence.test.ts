// A company's defence goes to Efí over HTTPS, once, whatever fails on the way.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NetworkEvent } from '../../lib/network/event.ts';
import { answerOf } from '../../tools/psp-documents.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess } from '../support/api.ts';
import { eventsOf } from '../support/ledger.ts';
import type { PspFault } from './psp-server.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
let send: Send;
let now = new Date('2026-11-21T15:30:00.000Z');
beforeAll(async () => {
  one = await openPspStack(() => now);
  send = sendInProcess(one.stack);
});
afterAll(() => one.close());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

/** Runs the scheduled poll, and applies what it queues. */
async function poll(): Promise<void> {
  const events: NetworkEvent[] = [];
  const sendEvent = async (event: NetworkEvent) => void events.push(event);
  const queues = { ...one.stack.deps.queues, sendEvent };
  await one.stack.invoke('pollNetwork', {}, { ...one.stack.deps, queues });
  for (const [index, event] of events.entries()) {
    const Records = [{ messageId: String(index), body: JSON.stringify(event) }];
    expect(await one.stack.invoke('applyNetworkEvent', { Records })).toEqual({ batchItemFailures: [] });
  }
}

type Row = Record<string, unknown>;
/** Has the PSP list a report about a payment to a new company, and polls it. */
async function newScene(change: object = {}): Promise<{ caller: Caller; id: string; row: Row }> {
  const caller = await openCaller(send, await openTenant(send));
  const { company_id: company, accounts } = caller.tenant;
  const at = new Date(now.getTime() - 60_000).toISOString();
  const endToEndId = `E60701190202611211200${company.slice(0, 8)}001`;
  one.lists.pix = [{ endToEndId, valor: '1.00', horario: at, chave: accounts[0]?.pix_key }];
  const row = {
    idInfracao: company,
    endToEndId,
    status: 'ABERTA',
    valor: '1.00',
    criadoEm: at,
    atualizadoEm: at,
    dadosAnalise: { prazoFinalizacao: new Date(now.getTime() + 3 * 86_400_000).toISOString() },
    ...change,
  };
  one.lists.infracoes = [row];
  await poll();
  one.psp.seen.splice(0);
  return { caller, id: company, row };
}

const contest = { position: 'contest', text: 'Foi entregue\nem 20/11' };
const defend = ({ caller, id }: { caller: Caller; id: string }, body: object = contest) =>
  caller.post(`/v3/meds/${id}/defence`, body);
const shown = async ({ caller, id }: { caller: Caller; id: string }) =>
  (await caller.get(`/v3/meds/${id}`)).body.defence;
const sent = () => one.psp.seen.filter(({ path }) => path.endsWith('/defesa'));

test('a defence reaches Efí with its words, is SENT, and the list of Efí changes nothing about it', async () => {
  const scene = await newScene();
  const { status, body } = await defend(scene);

  const by = expect.any(String);
  const expected = { ...contest, state: 'SENT', at: now.toISOString(), by, refusal: null };
  expect([status, body.defence]).toEqual([200, expected]);
  expect(sent().map((request) => [request.method, request.path, request.body])).toEqual([
    ['POST', `/v2/gn/infracoes/${scene.id}/defesa`, { analise: 'rejeitado', justificativa: contest.text }],
  ]);
  later(5);
  await poll();
  await defend(scene);
  expect(await shown(scene)).toEqual(expected);
  expect(sent()).toHaveLength(1);
  const events = await eventsOf(one.stack, scene.caller.tenant);
  const told = events.filter(({ id }) => id === `med-${scene.id}-defence-sent`);
  expect(told.map(({ type, body: text }) => [type, JSON.parse(text).data.defence])).toEqual([
    ['med.changed', expected],
  ]);
});

test('a defence that accepts the report reaches Efí as aceito', async () => {
  const scene = await newScene();
  await defend(scene, { position: 'accept', text: 'Devolvam' });
  expect(sent()[0]?.body).toEqual({ analise: 'aceito', justificativa: 'Devolvam' });
});

test.each<[PspFault, number]>([
  ['drop before', 2],
  ['drop after', 1],
  ['503 before', 2],
  ['503 after', 1],
  ['not JSON', 1],
])('after the fault %s the defence is PENDING, and the next poll ends it', async (fault, requests) => {
  const scene = await newScene();
  one.psp.faults.push(fault);
  const { status, body } = await defend(scene);
  expect([status, body.defence.state]).toEqual([200, 'PENDING']);
  later(5);
  await poll();
  expect(await shown(scene)).toMatchObject({ ...contest, state: 'SENT' });
  later(5);
  await poll();
  expect(sent().length).toBeLessThanOrEqual(requests);
  expect(scene.row.defesa).toBe(contest.text);
});

test('a defence whose answer was lost, and that the list does not show yet, is SENT when Efí has it already', async () => {
  const scene = await newScene();
  one.psp.faults.push('drop after');
  await defend(scene);
  const listed = structuredClone(scene.row);
  const { dadosAnalise, defesa: _defesa, ...rest } = listed as { dadosAnalise: Row; defesa: unknown };
  const { recebimentoDefesa: _at, ...times } = dadosAnalise;
  later(5);
  // The list is older than the defence.
  one.own.refuses = ({ method, path }) =>
    method === 'GET' && path.startsWith('/v2/gn/infracoes')
      ? { status: 200, body: { infracoes: [{ ...rest, dadosAnalise: times }] } }
      : undefined;
  await poll();
  delete one.own.refuses;
  expect(sent()).toHaveLength(2);
  expect(await shown(scene)).toMatchObject({ state: 'SENT', refusal: null });
});

test.each([
  ['O prazo para defesa foi excedido.'],
  ['O documento da infração não é o mesmo utilizado na criação da defesa.'],
  ['A defesa para essa infração já foi criada.'],
])('the caller sees Efí’s words if Efí refuses the defence: %s', async (words) => {
  const scene = await newScene();
  one.own.refuses = ({ path }) => (path.endsWith('/defesa') ? answerOf('efi', 'defend', words) : undefined);
  const { status, body } = await defend(scene);
  delete one.own.refuses;
  expect([status, body.defence]).toMatchObject([200, { state: 'REFUSED', refusal: words }]);
  later(5);
  await poll();
  expect(sent()).toHaveLength(1);
});

test('a defence that somebody gave in Efí’s panel is shown, and another one is refused and not sent', async () => {
  const scene = await newScene({ defesa: 'Pelo painel' });
  expect(await shown(scene)).toMatchObject({ position: null, text: 'Pelo painel', state: 'SENT', by: null });
  expect(await defend(scene)).toMatchObject({
    status: 409,
    body: { message: 'MED has another defence already' },
  });
  expect(sent()).toEqual([]);
});

test('a defence in an otherwise unchanged row of Efí’s list is shown', async () => {
  const scene = await newScene();
  scene.row.defesa = 'Pelo painel';
  await poll();
  expect(await shown(scene)).toMatchObject({ text: 'Pelo painel', state: 'SENT' });
});

test('a defence that Efí refuses because of our permissions opens one incident, and is sent once it is permitted', async () => {
  const scene = await newScene();
  one.own.refuses = ({ path }) =>
    path.endsWith('/defesa') ? answerOf('efi', 'any', 'insufficient_scope') : undefined;
  expect((await defend(scene)).body.defence.state).toBe('PENDING');
  later(5);
  await poll();
  delete one.own.refuses;
  const incident = await one.stack.deps.incidents.get(`med-defence-${scene.id}`);
  expect(incident).toMatchObject({ kind: 'defence_by_hand', details: expect.stringContaining(scene.id) });
  later(5);
  await poll();
  expect(await shown(scene)).toMatchObject({ state: 'SENT' });
});

test.each([
  ['a closed report', { status: 'REJEITADA' }, 0, 'MED is closed or cancelled'],
  [
    'a report whose deadline at Efí has passed',
    {},
    4 * 1_440,
    'Deadline of the analysis of the MED has passed',
  ],
])('a defence about %s is refused, and nothing is sent', async (_, change, minutes, message) => {
  const scene = await newScene(change);
  later(minutes);
  const caller = await openCaller(send, scene.caller.tenant);
  expect(await defend({ ...scene, caller })).toMatchObject({ status: 400, body: { message } });
  expect(sent()).toEqual([]);
  expect(await shown({ ...scene, caller })).toBeNull();
});

test('a defence that did not arrive before Efí closed the report is REFUSED', async () => {
  const scene = await newScene();
  one.psp.faults.push('drop before');
  await defend(scene);
  later(5);
  Object.assign(scene.row, { status: 'ACEITA', atualizadoEm: now.toISOString() });
  await poll();
  expect(await shown(scene)).toMatchObject({ state: 'REFUSED', refusal: 'MED is closed or cancelled' });
  expect(sent().length).toBeLessThanOrEqual(1);
});

test('operators are told of a defence that Efí has not answered for an hour, and not before', async () => {
  const scene = await newScene();
  const incident = () => one.stack.deps.incidents.get(`med-defence-${scene.id}`);
  one.own.refuses = ({ path }) =>
    path.endsWith('/defesa') ? answerOf('efi', 'defend', 'Funcionalidade desabilitada') : undefined;
  await defend(scene);
  later(50);
  await poll();
  expect(await incident()).toBeUndefined();
  later(15);
  await poll();
  delete one.own.refuses;
  expect(await incident()).toMatchObject({ details: expect.stringContaining('no clear answer for an hour') });
  const caller = await openCaller(send, scene.caller.tenant);
  expect(await shown({ ...scene, caller })).toMatchObject({ state: 'PENDING' });
});

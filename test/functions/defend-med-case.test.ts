// POST /v3/meds/{id}/defence: who may defend, what is kept, and what happens at the same time.

import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { defendMedCase } from '../../lib/med-case/defend-med-case.ts';
import type { DefenceOutcome, SendDefence } from '../../lib/network/defence.ts';
import type { MedReported } from '../../lib/network/event.ts';
import { openOperator } from '../support/admin.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { dyingAt } from '../support/faults.ts';
import { openColleague } from '../support/holdings.ts';
import { eventsOf } from '../support/ledger.ts';
import { reported, sandboxAtOnce } from '../support/med-cases.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const contest = { position: 'contest', text: 'Foi entregue' };
const accept = { position: 'accept', text: 'Foi entregue' };

/** A PSP that takes one defence about each report. */
function openPsp(answer: (call: number) => DefenceOutcome | undefined = () => undefined) {
  const taken: string[] = [];
  let calls = 0;
  const defence: SendDefence = async ({ text }) => {
    calls += 1;
    const said = answer(calls);
    if (said) return said;
    if (taken.length > 0) return { kind: 'refused', text: 'Já foi criada', isKnown: true };
    taken.push(text);
    return { kind: 'sent' };
  };
  const at = (place: string) => (place === 'main' ? { defence } : undefined);
  const within = (deps: Deps, minutes = 0): Deps => ({
    ...deps,
    now: () => new Date(Date.now() + minutes * 60_000),
    network: { ...deps.network, at },
  });
  return { taken, calls: () => calls, within };
}

type Scene = { caller: Caller; endToEndId: string; id: string; at: string };
async function newScene(place = 'main'): Promise<Scene> {
  const caller = await used.newCaller();
  const { end_to_end_id: endToEndId } = await payQrCode(used.stack, caller);
  const scene = {
    caller,
    endToEndId,
    id: `report-${caller.tenant.company_id}`,
    at: new Date().toISOString(),
  };
  await report(scene, used.stack.deps, {}, place);
  return scene;
}

function report(
  { endToEndId, id, at }: Scene,
  deps: Deps,
  change: Partial<MedReported['report']> = {},
  place = 'main',
) {
  const event = reported(endToEndId, { id, createdAt: at, modifiedAt: at, ...change });
  return applyNetworkEvent(deps, place === 'none' ? event : { ...event, place });
}

/** Sends a defence to a service with these dependencies. */
async function defend({ caller, id }: Scene, deps: Deps, body: object = contest, by = caller) {
  const own = await openCaller(sendInProcess(used.stack, deps), by.tenant);
  return own.post(`/v3/meds/${id}/defence`, body);
}
const shown = async ({ caller, id }: Scene) => (await caller.get(`/v3/meds/${id}`)).body;

test('the sandbox takes a defence, and the case and its lists show it', async () => {
  const caller = await used.newCaller();
  const { qr_code_id } = await payQrCode(used.stack, caller);
  const { id } = (await sandboxAtOnce(used.stack)('POST', '/sandbox/med-cases', { qr_code_id })).body;

  const { status, body } = await caller.post(`/v3/meds/${id}/defence`, contest);

  const by = caller.tenant.user_id;
  expect([status, body]).toMatchObject([
    200,
    { worked: true, id, defence: { ...contest, state: 'SENT', by } },
  ]);
  expect((await caller.get('/v3/meds/?status=WAITING')).body.results).toMatchObject([
    { id, defence: body.defence },
  ]);
});

describe('a defence is refused, and nothing is sent,', () => {
  test('from somebody without REFUND, and from another company', async () => {
    const [scene, psp] = [await newScene(), openPsp()];
    const deps = psp.within(used.stack.deps);
    const colleague = await openColleague(used.stack, scene.caller.tenant, { without: ['REFUND'] });
    expect(await defend(scene, deps, contest, colleague)).toMatchObject({
      status: 401,
      body: { detail: 'The policy on the account does not permit REFUND' },
    });
    expect(await defend(scene, deps, contest, await used.newCaller())).toMatchObject({
      status: 404,
      body: { message: 'MED not found' },
    });
    expect([psp.calls(), (await shown(scene)).defence]).toEqual([0, null]);
  });

  test('if the case has another defence, also one that was refused', async () => {
    for (const answer of [undefined, { kind: 'refused', text: 'Fora do prazo' } as const]) {
      const [scene, psp] = [await newScene(), openPsp(() => answer)];
      const deps = psp.within(used.stack.deps);
      const first = await defend(scene, deps);
      expect(await defend(scene, deps, accept)).toMatchObject({ status: 409 });
      const again = await defend(scene, deps);
      expect([again.status, again.body.defence]).toEqual([200, first.body.defence]);
      expect(psp.calls()).toBe(1);
    }
  });

  test('if the case closes in between', async () => {
    const [scene, psp] = [await newScene(), openPsp()];
    const { deps } = used.stack;
    // The report is closed after the case was read for the first time.
    const get = deps.medCases.get;
    let reads = 0;
    const medCases = {
      ...deps.medCases,
      async get(id: string) {
        const read = await get(id);
        const modifiedAt = new Date(Date.parse(scene.at) + 1_000).toISOString();
        reads += 1;
        if (reads === 2) await report(scene, deps, { status: 'CLOSED', modifiedAt });
        return read;
      },
    };
    const { user_id: userId, client_id: clientId, company_id: companyId } = scene.caller.tenant;
    const identity = { userId, clientId, companyId, audience: 'api' } as const;
    const within = psp.within({ ...deps, medCases });
    const asked = { position: 'contest', text: 'Foi entregue' } as const;
    await expect(defendMedCase(within, identity, scene.id, asked)).rejects.toMatchObject({
      code: 'med_is_over',
    });
    expect([psp.calls(), (await shown(scene)).defence]).toEqual([0, null]);
  });
});

describe('at the same time', () => {
  test('two callers with different defences: one is sent, and the other gets a 409', async () => {
    const [scene, psp] = [await newScene(), openPsp()];
    const deps = psp.within(used.stack.deps);
    const answers = await Promise.all([contest, accept, contest].map((body) => defend(scene, deps, body)));
    const { defence } = await shown(scene);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status, body } of answers)
      if (status === 200) expect(body.defence.position).toBe(defence.position);
      else expect([status, body.message]).toEqual([409, 'MED has another defence already']);
    expect(psp.calls()).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])('a report and a defence do not lose each other (round %i)', async (round) => {
    const [scene, psp] = [await newScene(), openPsp()];
    const deps = psp.within(used.stack.deps);
    const modifiedAt = new Date(Date.parse(scene.at) + round).toISOString();
    const change = { status: 'ACKNOWLEDGED', analysisResult: 'PENDING', modifiedAt } as const;
    const [answer] = await Promise.all([defend(scene, deps), report(scene, deps, change)]);
    expect(answer.status).toBe(200);
    const body = await shown(scene);
    expect(body).toMatchObject({ status: 'IN_ANALYSIS', defence: { ...contest, state: 'SENT' } });
    const { worked: _worked, ...listed } = body;
    for (const query of ['', '?status=IN_ANALYSIS', '?infraction_report_status=ACKNOWLEDGED'])
      expect((await scene.caller.get(`/v3/meds/${query}`)).body.results).toEqual([listed]);
    expect((await scene.caller.get('/v3/meds/?status=WAITING')).body.results).toEqual([]);
  });
});

test('a run that stops at any write sends the defence once, after the next list or the same call', async () => {
  for (let call = 1; call < 16; call++) {
    const [scene, psp] = [await newScene(), openPsp()];
    const { client, died } = dyingAt(call, 'after');
    const first = defend(scene, psp.within(used.stack.with({ client })));
    await Promise.race([first.catch(() => {}), died]);

    const later = psp.within(used.stack.deps, 5);
    await report(scene, later);
    await defend(scene, psp.within(used.stack.deps));
    await report(scene, later);

    expect((await shown(scene)).defence).toMatchObject({ ...contest, state: 'SENT' });
    expect(psp.taken).toEqual([contest.text]);
    const ids = (await eventsOf(used.stack, scene.caller.tenant)).map(({ id }) => id);
    expect(ids.filter((id) => id.includes('-defence-'))).toEqual([`med-${scene.id}-defence-sent`]);
  }
});

describe('at a PSP without a call for defences', () => {
  test.each([['bcb'], ['none']])(
    'one incident tells operators, and its closing tells the company that the PSP has the defence (place: %s)',
    async (place) => {
      const [scene, psp] = [await newScene(place), openPsp()];
      const deps = psp.within(used.stack.deps);
      expect((await defend(scene, deps)).body.defence).toMatchObject({ ...contest, state: 'BY_HAND' });
      await defend(scene, deps);
      const incident = `med-defence-${scene.id}`;
      expect(await used.stack.deps.incidents.get(incident)).toMatchObject({
        kind: 'defence_by_hand',
        details: expect.stringContaining(scene.id),
      });

      const ana = openOperator(used.stack);
      await ana.ask('incident close', { incident, note: 'given in the panel' });

      expect((await shown(scene)).defence).toMatchObject({ ...contest, state: 'SENT' });
      expect(psp.calls()).toBe(0);
    },
  );

  test('a case of an older row, which names no account, is sent to the account whose list has it since', async () => {
    const [scene, psp] = [await newScene('none'), openPsp()];
    const deps = psp.within(used.stack.deps);
    await report(scene, deps);
    expect((await defend(scene, deps)).body.defence).toMatchObject({ ...contest, state: 'SENT' });
  });

  test('a defence whose account is no longer in the settings is given by hand', async () => {
    const [scene, psp] = [await newScene(), openPsp(() => ({ kind: 'unknown' }))];
    expect((await defend(scene, psp.within(used.stack.deps))).body.defence.state).toBe('PENDING');
    const later = { ...used.stack.deps, now: () => new Date(Date.now() + 300_000) };
    await report(scene, later);
    expect((await shown(scene)).defence).toMatchObject({ ...contest, state: 'BY_HAND' });
    expect(await used.stack.deps.incidents.get(`med-defence-${scene.id}`)).toBeDefined();
  });

  test('the incident does not contain the text of the defence', async () => {
    const scene = await newScene('bcb');
    await defend(scene, used.stack.deps);
    const { details } = (await used.stack.deps.incidents.get(`med-defence-${scene.id}`)) ?? {};
    expect(details).not.toContain(contest.text);
  });
});

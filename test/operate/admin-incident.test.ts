import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Incident } from '../../lib/incident/incident-store.ts';
import { type Ran, runAdminAt, serveLambda } from '../support/admin.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let lambda: Awaited<ReturnType<typeof serveLambda>>;
beforeAll(async () => {
  lambda = await serveLambda(used.stack);
});
afterAll(() => lambda.close());

const admin = (...words: string[]): Promise<Ran> => runAdminAt(lambda.url, ...words, '--by', 'ana');
const stage = 'Stage: local\n';

const openIncident = (id: string, hour: string, more: Partial<Incident> = {}) =>
  used.stack.deps.incidents.insert({
    id,
    at: `2026-11-20T${hour}:00:00.000Z`,
    kind: 'unresolved_payment',
    details: 'no outcome',
    ...more,
  });

test('an operator finds, reads and closes an incident, and a second close reports that it was already closed', async () => {
  expect(await admin('incident', 'list')).toEqual({
    code: 0,
    printed: `${stage}total      0\nincidents  -\n`,
  });
  await openIncident('cashout-17-timeout', '09', { cashoutId: 17, account: { branch: '0001', number: '5' } });
  await openIncident('chargeback-18-elsewhere', '10', { chargebackId: 18 });

  expect(await admin('incident', 'list')).toEqual({
    code: 0,
    printed: `${stage}total      2

incidents
  id                       at                        kind                cashout_id  chargeback_id  account  taken_by  details
  chargeback-18-elsewhere  2026-11-20T10:00:00.000Z  unresolved_payment  -           18             -        -         no outcome
  cashout-17-timeout       2026-11-20T09:00:00.000Z  unresolved_payment  17          -              0001/5   -         no outcome
`,
  });
  expect((await admin('incident', 'list', '--limit', '1')).printed).toMatch(
    /\nOnly the newest 1 of 2 are shown: --limit shows more, up to 1000\.\n$/,
  );
  expect((await admin('incident', 'show', 'cashout-17-timeout')).printed).toMatch(
    /^runbook +docs\/runbook.md, section IncidentOpened$/m,
  );

  const close = () => admin('incident', 'close', 'cashout-17-timeout', '--note', 'INC-44: paid back');
  expect(await close()).toMatchObject({ code: 0, printed: expect.stringMatching(/^closed_by +ana$/m) });
  expect(await close()).toEqual({
    code: 1,
    printed: `${stage}Refused: Incident is closed already: "incident show" tells who closed it, and why\n`,
  });
  expect((await admin('incident', 'list', '--all')).printed).toMatch(/cashout-17-timeout .* ana$/m);
  expect((await admin('audit', 'incident', 'cashout-17-timeout')).printed).toMatch(
    /ana +incident close +done .*note=INC-44: paid back/,
  );
  expect(JSON.parse((await admin('incident', 'list', '--json')).printed.replace(stage, ''))).toMatchObject({
    total: 1,
    incidents: [{ id: 'chargeback-18-elsewhere' }],
  });
});

test('a close of an incident without a note, or a list with an invalid limit, is refused before it is sent', async () => {
  expect(await admin('incident', 'close', 'cashout-17-timeout')).toMatchObject({ code: 2 });
  expect(await admin('incident', 'list', '--limit', 'many')).toMatchObject({ code: 2 });
});

test('the clients of a company are printed as a table or as JSON', async () => {
  const json = async (...words: string[]) =>
    JSON.parse((await admin(...words, '--json')).printed.replace(stage, ''));
  const { company_id } = await json('company', 'open', '--name', 'Padaria');
  const { client_id, user_id } = await json('client', 'open', '--company', company_id, '--permissions', '');

  expect(
    (await admin('client', 'list', '--company', company_id)).printed,
  ).toBe(`${stage}company_id  ${company_id}

clients
  client_id${' '.repeat(27)}  user_id${' '.repeat(29)}  user_name  audience  active  frozen_since  accounts
  ${client_id}  ${user_id}  -          api       yes     -             0
`);
  expect(await json('client', 'list', '--company', company_id)).toMatchObject({ clients: [{ client_id }] });
});

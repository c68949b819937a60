import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Incident } from '../../lib/incident/incident-store.ts';
import type { PaymentReceived } from '../../lib/network/event.ts';
import { type Operator, openOperator, refused } from '../support/admin.ts';
import { shortPages } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

const time = expect.stringMatching(/^\d{4}-.*Z$/);
const note = 'INC-44: the PSP has paid it back';

/** Stores an incident that only this test uses, opened at an hour of a fixed day. */
async function openIncident(hour: number, more: Partial<Incident> = {}): Promise<string> {
  const id = `return-${randomUUID()}`;
  const at = `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const incident: Incident = { id, at, kind: 'network_event_not_applied', details: 'unreadable', ...more };
  expect(await used.stack.deps.incidents.insert(incident)).toBe(true);
  return id;
}

type Listed = { total: number; incidents: Record<string, unknown>[] };
const list = (more: object = {}, deps = used.stack.deps): Promise<Listed> =>
  ana.ask('incident list', more, deps);

/** Returns the incidents with these ids, in the order of the list. */
const ofThese = ({ incidents }: Listed, ...ids: string[]) =>
  incidents.filter(({ id }) => ids.includes(id as string));

test('the list of open incidents is sorted newest first, and shows each incident’s subject and shortened details', async () => {
  const account = { branch: '0001', number: '202875067' };
  const older = await openIncident(9, { kind: 'other_amount_paid', cashoutId: 17, account });
  const newer = await openIncident(11, {
    kind: 'unresolved_payment',
    chargebackId: 18,
    details: '💸'.repeat(81),
  });

  expect(ofThese(await list(), older, newer)).toEqual([
    {
      id: newer,
      at: '2026-11-20T11:00:00.000Z',
      kind: 'unresolved_payment',
      cashout_id: null,
      chargeback_id: 18,
      account: null,
      taken_by: null,
      details: `${'💸'.repeat(79)}…`,
    },
    {
      id: older,
      at: '2026-11-20T09:00:00.000Z',
      kind: 'other_amount_paid',
      cashout_id: 17,
      chargeback_id: null,
      account: '0001/202875067',
      taken_by: null,
      details: 'unreadable',
    },
  ]);
});

test('the list of all incidents also has the closed incidents, with who closed each of them and when', async () => {
  const [open, closed] = [await openIncident(9), await openIncident(10)];
  await ana.ask('incident close', { incident: closed, note });

  expect(ofThese(await list(), open, closed)).toMatchObject([{ id: open }]);
  expect(ofThese(await list({ all: true }), open, closed)).toMatchObject([
    { id: closed, closed_at: time, closed_by: 'ana' },
    { id: open, closed_at: null, closed_by: null },
  ]);
});

test('a limited list has the newest incidents of all table pages, and the number of all incidents', async () => {
  for (const hour of [1, 2, 3]) await openIncident(hour);
  const newest = await openIncident(23);
  const all = await list();

  const short = await list({ limit: 1 }, used.stack.with(shortPages(2)));

  expect(short).toMatchObject({ total: all.incidents.length, incidents: [{ id: newest }] });
  expect(short.incidents).toHaveLength(1);
  expect(short.total).toBeGreaterThan(3);
});

test('the command `incident show` prints the complete notice and the runbook section of the incident', async () => {
  const event: PaymentReceived = {
    version: 1,
    kind: 'payment_received',
    amountCents: 11_000,
    account: { branch: '0001', number: '1' },
    endToEndId: 'E6070119020261121150400000000001',
    transactionId: 5321870098812345,
    at: '2026-11-20T08:59:00.000Z',
    payer: { name: '[blanked]', ispb: '60701190' },
  };
  const details = 'a payment to a key that nobody has, in many more words than fit into a list';
  const incident = await openIncident(9, { kind: 'unassigned_payment', details, event });

  expect(await ana.ask('incident show', { incident })).toEqual({
    worked: true,
    incident,
    at: '2026-11-20T09:00:00.000Z',
    kind: 'unassigned_payment',
    cashout_id: null,
    chargeback_id: null,
    account: null,
    details,
    taken_at: null,
    taken_by: null,
    closed_at: null,
    closed_by: null,
    note: null,
    notice: event,
    blanked_at: null,
    runbook: 'docs/runbook.md, section PaymentUnassigned',
  });
});

test('an incident is assigned to the operator who took it last, and a closed incident cannot be taken', async () => {
  const incident = await openIncident(9);
  const bia = openOperator(used.stack, 'bia');

  expect(await ana.ask('incident take', { incident })).toEqual({
    worked: true,
    incident,
    taken_at: time,
    taken_by: 'ana',
  });
  await bia.ask('incident take', { incident });
  expect(await ana.ask('incident show', { incident })).toMatchObject({ taken_by: 'bia' });
  await bia.ask('incident close', { incident, note });
  expect(await ana.ask('incident take', { incident })).toMatchObject({ worked: false });
  expect(await ana.ask('incident take', { incident: 'nothing' })).toMatchObject({ worked: false });
});

test('an incident can be closed only once: a second close is refused and changes nothing', async () => {
  const incident = await openIncident(9);

  const closed = await ana.ask('incident close', { incident, note });
  const again = await openOperator(used.stack, 'bia').ask('incident close', { incident, note: 'mine' });

  expect(closed).toEqual({ worked: true, incident, closed_at: time, closed_by: 'ana', note });
  expect(again).toEqual(refused('Incident is closed already: "incident show" tells who closed it, and why'));
  expect(await ana.ask('incident show', { incident })).toMatchObject({
    closed_at: closed.closed_at,
    closed_by: 'ana',
    note,
  });
});

test('an unknown incident can be neither shown nor closed', async () => {
  const incident = `return-${randomUUID()}`;

  expect(await ana.ask('incident show', { incident })).toEqual(refused('Incident not found'));
  expect(await ana.ask('incident close', { incident, note })).toEqual(refused('Incident not found'));
});

test.each([
  ['without a note', {}, 'note', 'is required'],
  ['with an empty note', { note: ' ' }, 'note', 'must not be empty'],
  ['without an id', { incident: '', note }, 'incident', 'must not be empty'],
])('closing an incident %s is refused', async (_, more, field, message) => {
  const asked = { incident: 'return-1', ...more };

  expect((await ana.ask('incident close', asked)).errors).toEqual([{ field, message }]);
});

test('the audit of an incident names who read and closed the incident, and the audit of the service names who listed incidents', async () => {
  const incident = await openIncident(9);
  await ana.ask('incident show', { incident });
  await ana.ask('incident close', { incident, note });
  await ana.ask('incident list', { limit: 3 });
  const audit = async (kind: string, id: string): Promise<object[]> =>
    (await ana.ask('audit show', { subject: { kind, id } })).entries;

  const own = (await audit('incident', incident)).filter(
    (entry) => 'state' in entry && entry.state === 'done',
  );
  expect(own).toHaveLength(2);
  expect(own).toContainEqual(
    expect.objectContaining({ by: 'ana', action: 'incident close', details: { incident, note } }),
  );
  expect(own).toContainEqual(expect.objectContaining({ by: 'ana', action: 'incident show' }));
  expect(await audit('service', 'incidents')).toContainEqual(
    expect.objectContaining({ by: 'ana', action: 'incident list', details: { all: false, limit: 3 } }),
  );
});

test('the list of a company’s clients shows the number of accounts on which each client has rights', async () => {
  const company = (await ana.ask('company open', { name: 'Padaria' })).company_id;
  const holder = { company, holder: 'Padaria Ltda', legal_id: '11222333000181' };
  const accounts = [
    (await ana.ask('account open', holder)).account,
    (await ana.ask('account open', holder)).account,
  ];
  const open = (more: object) => ana.ask('client open', { company, permissions: ['CREATE'], ...more });
  const paying = await open({ accounts });
  const closed = await open({ audience: 'web' });
  await ana.ask('client close', { client: closed.client_id });
  await ana.ask('policy end', { client: paying.client_id, account: accounts[0] });
  await ana.freeze('client', paying.client_id);

  const { clients, ...more } = await ana.ask('client list', { company });

  expect(more).toEqual({ worked: true, company_id: company });
  expect(clients).toHaveLength(2);
  expect(clients).toContainEqual({
    client_id: paying.client_id,
    user_id: paying.user_id,
    user_name: null,
    audience: 'api',
    active: true,
    frozen_since: time,
    accounts: 1,
  });
  expect(clients).toContainEqual({
    client_id: closed.client_id,
    user_id: closed.user_id,
    user_name: null,
    audience: 'web',
    active: false,
    frozen_since: null,
    accounts: 0,
  });
});

test('the list of clients of an unknown company is refused', async () => {
  expect(await ana.ask('client list', { company: randomUUID() })).toEqual(refused('Company not found'));
});

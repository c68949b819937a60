import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Incident } from '../../lib/incident/incident-store.ts';
import { losingAnswers } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

const closing = (closedBy: string) => ({
  closedAt: '2026-11-21T15:04:00.000Z',
  closedBy,
  note: `INC-7, ${closedBy}: the PSP has paid it back`,
});

async function openIncident() {
  const { incidents } = used.stack.deps;
  const incident: Incident = {
    id: `return-${randomUUID()}`,
    at: '2026-11-20T10:00:00.000Z',
    kind: 'network_event_not_applied',
    details: 'the notice names no cashout',
  };
  expect(await incidents.insert(incident)).toBe(true);
  return { incidents, incident, id: incident.id };
}

test('one of four concurrent closes of an incident succeeds, and the other three report that the incident is already closed', async () => {
  const { incidents, id } = await openIncident();
  const names = ['ana', 'bia', 'caio', 'davi'];

  const results = await Promise.all(names.map((name) => incidents.close(id, closing(name))));

  const winner = names[results.indexOf('closed')] as string;
  expect([...results].sort()).toEqual(['closed', ...Array(3).fill('closed_before')]);
  expect(await incidents.get(id)).toMatchObject(closing(winner));
});

test('a close of an incident is not reported as already closed if the answer to its write was lost', async () => {
  const { id } = await openIncident();
  const { client, lost } = losingAnswers('UpdateItem');

  const result = await used.stack.with({ client }).incidents.close(id, closing('ana'));

  expect([lost(), result]).toEqual([1, 'closed']);
});

test('an incident written again after it was closed stays closed, and does not count as a new incident', async () => {
  const { incidents, incident, id } = await openIncident();
  await incidents.close(id, closing('ana'));

  expect(await incidents.insert({ ...incident, at: '2026-11-30T10:00:00.000Z' })).toBe(false);

  expect(await incidents.get(id)).toMatchObject({ ...incident, ...closing('ana') });
});

test('closing an unknown incident writes nothing', async () => {
  const { incidents } = used.stack.deps;
  const id = `return-${randomUUID()}`;

  expect(await incidents.close(id, closing('ana'))).toBe('not_found');
  expect(await incidents.get(id)).toBe(undefined);
});

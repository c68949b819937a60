// Bad input gets the contract's refusal, which names the field, and changes nothing. The numbers are from the catalogue
// of bad input (B) and the security checklist (S).

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sendInProcess } from '../support/api.ts';
import { notingWrites } from '../support/faults.ts';
import { type HttpDoor, isWithinHeaderLimit, openHttpDoor } from '../support/http-door.ts';
import { useStack } from '../support/use-stack.ts';
import { toCall } from './ask.ts';
import { clock, openScene, type Scene } from './scene.ts';
import { routeTables, tables } from './tables.ts';
import { dump, expectTellsNothing, withKeptMessages } from './traces.ts';

const used = useStack({ now: clock, settings: { OUTBOUND_LOOPBACK: 'refuse' } });
let scene: Scene;
let world: ReturnType<typeof withKeptMessages> & { written: string[] };
let rows: string[];
let door: HttpDoor;
beforeAll(async () => {
  scene = await openScene(used.stack);
  const { client, written } = notingWrites();
  world = { ...withKeptMessages(used.stack, client), written };
  door = await openHttpDoor(used.stack, world.deps);
  rows = await dump(used.stack);
});
afterAll(() => door.close());

describe.each(tables)('$route refuses', (table) => {
  test.each(table.rows)('%s: %s', async (_, __, change, refusal) => {
    const call = toCall(scene, table, typeof change === 'function' ? change(scene) : change);

    for (const send of [sendInProcess(used.stack, world.deps), door.send]) {
      const lines = used.stack.lines.length;
      const answer = await send(call);

      if (send === door.send && !isWithinHeaderLimit(call)) expect(answer.status).toBe(431);
      else expect({ status: answer.status, body: answer.body }).toEqual(refusal);
      expect([world.written.splice(0), world.takeMessages()]).toEqual([[], []]);
      expectTellsNothing(scene, call, answer, used.stack.lines.slice(lines));
    }
  });

  // Each case above counts its writes. This test compares the rows themselves.
  test('all requests of its bad input cases without changing a row of any table', async () => {
    expect(await dump(used.stack)).toEqual(rows);
  });
});

// These tests come last, because they change rows.
test.each(routeTables)('$route accepts the valid request that its cases are based on', async (table) => {
  const answer = await sendInProcess(used.stack, world.deps)(toCall(scene, table, {}));

  expect([answer.status, answer.body.message]).toEqual([200, answer.body.message]);
});

describe('the table of bad input', () => {
  const cases = tables.flatMap((table) => table.rows);

  test('the table has at least 150 cases with unique names', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    for (const table of tables) {
      const names = table.rows.map(([number, what]) => `${number}: ${what}`);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });

  test('the table covers every HTTP function that takes input', () => {
    const functions = Object.entries(inject('service').functions).map(([name, { events = [] }]) => ({
      name,
      routes: events.flatMap(({ httpApi }) => (httpApi ? [httpApi] : [])),
    }));
    const tabled = routeTables.map(({ route }) => route);
    const missing = functions.filter(
      ({ routes }) => routes.length > 0 && !routes.some((route) => tabled.includes(route as string)),
    );

    expect(missing.map(({ name }) => name)).toEqual([
      ...['getJwks', 'getOpenapi'],
      // These functions process forms of browsers. Their own tests have the bad input.
      ...[
        'console',
        'consoleSignIn',
        'consoleAct',
        'consoleFiles',
        'consoleWebhooks',
        'consoleBatches',
        'desk',
        'sandboxConsole',
        'consoleMoneyBack',
      ],
      ...['getDocs', 'notFound'],
    ]);
  });
});

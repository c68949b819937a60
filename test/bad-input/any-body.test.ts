import fc from 'fast-check';
import { describe, test } from 'vitest';
import { bytes, changedFields, changedWithin, damaged, json } from './arbitrary.ts';
import { toCall } from './ask.ts';
import { type Ask, useWatch } from './safety.ts';
import { routeTables } from './tables.ts';

const watched = useWatch({ settings: { OUTBOUND_LOOPBACK: 'refuse' } });
const ask: Ask = (table, change) => watched.ask(table, change);

// The routes for tests and redeliveries are left out, because they ignore the body.
const withBody = routeTables.filter(({ route }) => /^(POST|PUT) (?!.*\/(?:test|redeliver)$)/.test(route));
const withFields = withBody.filter(({ route }) => !route.endsWith('/token'));

describe.each(withBody)('$route', (table) => {
  test('the route is safe with any JSON body', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (body) => await watched.askBoth(table, { body })),
      { numRuns: 20 },
    );
  });

  test('the route is safe with any bytes as its body', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => await watched.askBoth(table, { body })),
      { numRuns: 15 },
    );
  });

  test('the route is safe with the damaged bytes of a valid body', async () => {
    const whole = String(toCall(watched.scene, table, {}).body ?? '{}');
    await fc.assert(
      fc.asyncProperty(damaged(whole), async (body) => void (await ask(table, { body }))),
      { numRuns: 30 },
    );
  });
});

describe.each(withFields)('$route', (table) => {
  test('the route is safe with a valid body in which any field has been changed', async () => {
    const names = Object.keys(table.request(watched.scene).fields ?? {});
    await fc.assert(
      fc.asyncProperty(changedFields(names), async (change) => void (await ask(table, change))),
      { numRuns: 50 },
    );
  });

  test('the route is safe with a valid body that has any value at any place', async () => {
    const whole = String(toCall(watched.scene, table, {}).body);
    await fc.assert(
      fc.asyncProperty(changedWithin(whole), async (body) => void (await ask(table, { body }))),
      { numRuns: 40 },
    );
  });
});

import fc from 'fast-check';
import { describe, test } from 'vitest';
import { changedHeaders, changedQuery, segment } from './arbitrary.ts';
import { type Ask, useWatch } from './safety.ts';
import { routeTables } from './tables.ts';

const watched = useWatch({ settings: { OUTBOUND_LOOPBACK: 'refuse' } });
const ask: Ask = (table, change) => watched.ask(table, change);

const runs = { numRuns: 40 };
const queryNames: Record<string, string[]> = {
  'GET /v3/account-statements/{branch}/{number}': [
    'limit',
    'cursor_id',
    'cursor_datetime',
    'cursor_direction',
  ],
  'GET /v3/{proxy+}': [
    'filter_start_date',
    'filter_end_date',
    'status',
    'reason',
    'infraction_report_status',
    'limit',
    'id',
    'dt',
    'direction',
  ],
  'GET /api/webhooks': ['webhook_id', 'type_webhook'],
  'GET /api/webhooks/{webhook_id}/deliveries': ['before', 'limit'],
  'GET /v3/events': ['after', 'limit'],
  'GET /v2/finance/chargebacks-pix-copy-and-paste/status': ['end_to_end_id'],
};

describe.each(routeTables.filter(({ route }) => route.startsWith('GET ')))('$route', (table) => {
  test('the route is safe with any query', async () => {
    const names = [
      ...Object.keys(table.request(watched.scene).query ?? {}),
      ...(queryNames[table.route] ?? []),
    ];
    await fc.assert(
      fc.asyncProperty(changedQuery(names), async (change) => void (await ask(table, change))),
      runs,
    );
  });
});

describe.each(routeTables.filter(({ route }) => /\{\w+\}/.test(route)))('$route', (table) => {
  test('the route is safe with any text in its path', async () => {
    const names = table.route.match(/\{\w+\}/g) ?? [];
    const path = fc
      .tuple(...names.map(() => segment))
      .map((segments) =>
        segments.reduce((route, one) => route.replace(/\{\w+\}/, () => one), pathOf(table.route)),
      );
    await fc.assert(
      fc.asyncProperty(path, async (changed) => void (await ask(table, { path: changed }))),
      runs,
    );
  });
});

describe.each(routeTables)('$route', (table) => {
  test('the route is safe with any headers', async () => {
    await fc.assert(
      fc.asyncProperty(changedHeaders, async (change) => void (await ask(table, change))),
      { numRuns: 20 },
    );
  });
});

const pathOf = (route: string) => route.split(' ')[1] ?? '';

import fc from 'fast-check';
import { beforeAll, describe, test } from 'vitest';
import { useStack } from '../support/use-stack.ts';
import { changedHeaders, changedQuery, segment } from './arbitrary.ts';
import { watch } from './safety.ts';
import { clock, openScene, type Scene } from './scene.ts';
import { routeTables } from './tables.ts';

const used = useStack({ now: clock, settings: { OUTBOUND_LOOPBACK: 'refuse' } });
let scene: Scene;
let ask: ReturnType<typeof watch>;
beforeAll(async () => {
  scene = await openScene(used.stack);
  ask = watch(scene);
});

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

describe.each(routeTables.filter(({ route }) => route.startsWith('GET ')))('$route is safe with', (table) => {
  test('any query', async () => {
    const names = [...Object.keys(table.request(scene).query ?? {}), ...(queryNames[table.route] ?? [])];
    await fc.assert(
      fc.asyncProperty(changedQuery(names), async (change) => void (await ask(table, change))),
      runs,
    );
  });
});

describe.each(routeTables.filter(({ route }) => /\{\w+\}/.test(route)))('$route is safe with', (table) => {
  test('anything in its path', async () => {
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

describe.each(routeTables)('$route is safe with', (table) => {
  test('any headers', async () => {
    await fc.assert(
      fc.asyncProperty(changedHeaders, async (change) => void (await ask(table, change))),
      { numRuns: 20 },
    );
  });
});

const pathOf = (route: string) => route.split(' ')[1] ?? '';

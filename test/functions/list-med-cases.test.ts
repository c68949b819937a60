import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import type { MedReported } from '../../lib/network/event.ts';
import { type Caller, openCaller, sandbox, sourceOf, type Tenant } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { reported } from '../support/med-cases.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

/** Stores a case about a payment of the caller, reported at a minute of 20 November. */
async function open(
  caller: Caller,
  minute: number,
  report: Partial<MedReported['report']> = {},
): Promise<string> {
  const { end_to_end_id } = await payQrCode(used.stack, caller, { amount: 1 });
  const at = `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
  const id = randomUUID();
  const times = { createdAt: at, modifiedAt: at };
  await applyNetworkEvent(
    used.stack.deps,
    reported(end_to_end_id, { id, ...times, amountCents: 100, ...report }),
  );
  return id;
}

const list = async (caller: Caller, query = '') => (await caller.get(`/v3/meds/${query}`)).body;
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);
const follow = (url: string) => url.replace('https://api.example.com', '');

describe('the list of MED cases', () => {
  test('the list is empty before the first case', async () => {
    const answer = await (await used.newCaller()).get('/v3/meds/');

    expect([answer.status, answer.body]).toEqual([
      200,
      { worked: true, next: null, previous: null, results: [] },
    ]);
  });

  test('the list is sorted by newest report and then by id, over all of the caller’s accounts and no others', async () => {
    const caller = await used.newCaller({ accounts: 2 });
    const second = { ...caller, source: sourceOf(caller.tenant, 1) };
    await open(await used.newCaller(), 9);
    const first = [await open(caller, 1), await open(second, 2), await open(caller, 3)];
    const same = [await open(caller, 4), await open(second, 4)].sort().reverse();

    const expected = [...same, ...first.reverse()];
    expect(idsOf(await list(caller))).toEqual(expected);
    expect(idsOf((await caller.get('/v3/meds')).body)).toEqual(expected);
    const client = await sandbox(used.send, '/sandbox/clients', {
      company_id: caller.tenant.company_id,
      accounts: [caller.source],
    });
    const narrower = await openCaller(used.send, client.body as Tenant);
    expect(idsOf(await list(narrower))).toHaveLength(3);
  });

  test('the list is paged both ways without gaps, over several accounts and equal times, while cases are added', async () => {
    const caller = await used.newCaller({ accounts: 2 });
    const second = { ...caller, source: sourceOf(caller.tenant, 1) };
    for (let minute = 0; minute < 9; minute++) await open(minute % 3 ? caller : second, minute >> 1);
    const all = idsOf(await list(caller));

    const pages: { next: string | null; previous: string | null; results: { id: string }[] }[] = [];
    let path: string | null = '/v3/meds/?limit=2&reason=RETURN_REQUEST';
    while (path) {
      const page: (typeof pages)[number] = (await caller.get(path)).body;
      pages.push(page);
      await open(caller, 59);
      path = page.next && follow(page.next);
    }
    expect(pages.flatMap(idsOf)).toEqual(all);
    expect(pages[0]?.previous).toBeNull();
    expect(pages.at(-1)?.next).toBeNull();

    const back = [];
    for (let page = pages.at(-1); page?.previous && back.length < 8; ) {
      page = (await caller.get(follow(page.previous))).body;
      back.unshift(...idsOf(page as never));
    }
    expect(back).toEqual(all.slice(0, 8));
  });

  test('the list has no page before its first page and none after its last page, whatever the cursor', async () => {
    const caller = await used.newCaller();
    const ids = [await open(caller, 1), await open(caller, 2)].reverse();
    const ask = async (query: string) => {
      const { previous, results, next } = await list(caller, `?id=x&${query}`);
      return [previous, idsOf({ results }), next];
    };

    expect(await ask('dt=2999-01-01&direction=next')).toEqual([null, ids, null]);
    expect(await ask('dt=2000-01-01&direction=previous')).toEqual([null, ids, null]);
    const [, , next] = await ask('dt=2999-01-01&direction=next&limit=1');
    expect((await caller.get(follow(next))).body).toMatchObject({
      previous: expect.any(String),
      results: [{ id: ids[1] }],
      next: null,
    });
  });

  test('the list accepts a cursor that has only the id of a case', async () => {
    const caller = await used.newCaller({ accounts: 2 });
    const second = { ...caller, source: sourceOf(caller.tenant, 1) };
    const ids = [await open(caller, 1), await open(second, 2), await open(caller, 2), await open(second, 5)];
    const { results } = await list(caller);
    const page = async (query: string) => idsOf(await list(caller, `?limit=2&${query}`));

    expect(idsOf({ results }).sort()).toEqual(ids.sort());
    for (const { id, infraction_report_creation_datetime: at } of results) {
      for (const direction of ['next', 'previous']) {
        const cursor = `id=${id}&direction=${direction}`;
        expect([cursor, await page(cursor)]).toEqual([cursor, await page(`${cursor}&dt=${at}`)]);
      }
    }
  });

  test('the list accepts a cursor with only a time, and ignores a direction without a time', async () => {
    const caller = await used.newCaller();
    for (const minute of [1, 2, 2, 3]) await open(caller, minute);
    const [newest, , , oldest] = (await list(caller)).results;
    const whole = await list(caller);

    expect(idsOf(await list(caller, '?dt=2026-11-20T12:02:00Z'))).toEqual([oldest.id]);
    expect(idsOf(await list(caller, '?dt=2026-11-20T12:02:00Z&direction=previous'))).toEqual([newest.id]);
    for (const direction of ['next', 'previous'])
      expect(await list(caller, `?direction=${direction}`)).toEqual(whole);
  });

  test('the list can be filtered by status, by reason and by infraction_report_status, alone and together', async () => {
    const caller = await used.newCaller();
    const open1 = await open(caller, 1);
    const cancelled = await open(caller, 2, { reason: 'RETURN_CANCELLED' });
    const closed = await open(caller, 3, { status: 'CLOSED', analysisResult: 'AGREED' });
    const ask = async (query: string) => idsOf(await list(caller, query));

    expect(await ask('?status=WAITING')).toEqual([cancelled, open1]);
    expect(await ask('?reason=RETURN_REQUEST')).toEqual([closed, open1]);
    expect(await ask('?infraction_report_status=OPEN')).toEqual([cancelled, open1]);
    expect(await ask('?status=WAITING&reason=RETURN_REQUEST&infraction_report_status=OPEN')).toEqual([open1]);
    expect(await ask('?status=ACCEPTED&reason=RETURN_REQUEST')).toEqual([closed]);
    expect(await ask('?status=ACCEPTED&infraction_report_status=OPEN')).toEqual([]);
    expect(await ask('?status=NONSENSE')).toEqual([]);
    expect(await ask('?status=*')).toEqual([]);
    expect(await ask('?status=*&reason=%23')).toEqual([]);
    expect(await ask('?status=&reason=')).toEqual([closed, cancelled, open1]);
  });

  test('a page can have a hundred cases of the maximum size', {
    tags: 'dear',
  }, async () => {
    const caller = await used.newCaller();
    const text = '€'.repeat(2_000);
    for (let minute = 0; minute < 60; minute++) {
      await open(caller, minute, { details: text, analysisDetails: text, analysisResult: 'PENDING' });
    }
    for (let minute = 0; minute < 40; minute++)
      await open(caller, minute, { details: text, analysisDetails: text });

    const page = await list(caller, '?limit=100');

    expect([idsOf(page).length, page.next]).toEqual([100, null]);
  });

  test('a filter by days uses São Paulo time and includes the first and the last day', async () => {
    const caller = await used.newCaller();
    const at = async (createdAt: string) => open(caller, 0, { createdAt, modifiedAt: createdAt });
    const late = await at('2026-11-21T02:59:59.999Z');
    const early = await at('2026-11-20T03:00:00.000Z');
    await at('2026-11-21T03:00:00.000Z');
    await at('2026-11-20T02:59:59.999Z');

    const range = '?filter_start_date=2026-11-20&filter_end_date=2026-11-20';
    expect(idsOf(await list(caller, range))).toEqual([late, early]);
    const page = await list(caller, `${range}&limit=1`);
    expect(page.next).toContain('filter_start_date=2026-11-20&filter_end_date=2026-11-20');
    expect(idsOf((await caller.get(follow(page.next))).body)).toEqual([early]);
  });
});

describe('a wrong request for MED cases', () => {
  test.each([
    ['filter_start_date', '?filter_start_date=2024-13-01'],
    ['filter_start_date', '?filter_start_date=2024-01-01T00:00:00'],
    ['filter_end_date', '?filter_end_date=x'],
    ['filter_end_date', '?filter_start_date=2026-11-21&filter_end_date=2026-11-20'],
    ['limit', '?limit=0'],
    ['limit', '?limit=201'],
    ['id', '?id=x'],
    ['direction', '?id=x&dt=2026-11-20T12:00:00Z&direction=up'],
    ['status', `?status=${'A'.repeat(65)}`],
    ['reason', '?reason=A&reason=B'],
  ])('the list of MED cases is refused for an invalid %s: %s', async (field, query) => {
    expect(await (await used.newCaller()).get(`/v3/meds/${query}`)).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });

  test('a request for the list of MED cases without a token gives a 401', async () => {
    expect((await used.send({ method: 'GET', path: '/v3/meds/' })).status).toBe(401);
  });
});

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/api.ts';
import { accountQuery, statementPath } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { sandboxAtOnce } from '../support/med-cases.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout } from '../support/webhooks.ts';

const used = useStack();
const baseUrl = 'https://api.example.com';
let callers: [Caller, Caller];

// Both accounts have entries, cases and events, because a cursor may contain ids of either account.
beforeAll(async () => {
  callers = [await used.newCaller(), await used.newCaller()];
  for (const caller of callers) {
    for (let count = 0; count < 4; count++) {
      const { qr_code_id } = await payQrCode(used.stack, caller, { amount: 1 });
      await sandboxAtOnce(used.stack)('POST', '/sandbox/med-cases', { qr_code_id });
      await createCashout(used.stack, caller);
    }
  }
});

const direction = fc.constantFrom('next', 'previous');
/** Generates ids of both accounts, and ids that do not exist. */
const anyOf = (own: (string | number)[]) =>
  fc.oneof(fc.constantFrom(...own.map(String)), fc.maxSafeNat().map(String));
const anyTime = (own: string[]) =>
  fc.oneof(
    fc.constantFrom(...own, '1900-01-02T00:00:00Z', '9999-12-31T23:59:59.999Z'),
    fc
      .date({ min: new Date('1901-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );

type Page = { results: object[]; next: string | null; previous?: string | null };

/** Checks that a page has only the caller's own rows, each once and in order, and links only to the same path. */
function expectOwn(page: { status: number; body: Page }, own: object[], path: string) {
  expect([page.status, own.length > 3]).toEqual([200, true]);
  const places = page.body.results.map((row) =>
    own.findIndex((one) => JSON.stringify(one) === JSON.stringify(row)),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
  for (const url of [page.body.next, page.body.previous ?? null]) {
    if (url !== null) expect(url.startsWith(`${baseUrl}${path}?`)).toBe(true);
  }
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

describe('a request with any pagination cursor', () => {
  test('any cursor returns only the caller’s own statement entries', async () => {
    const [path] = statementPath(callers[0].source).split('?') as [string];
    const all = await Promise.all(callers.map((caller) => caller.get(statementPath(caller.source))));
    const [own, foreign] = all.map(({ body }) => body.results) as [Page['results'], Page['results']];
    const rows = [...own, ...foreign] as { code: number; date_time_utc: string }[];
    const cursor = fc.record({
      cursor_id: anyOf(rows.map(({ code }) => code)).filter((id) => id !== '0'),
      cursor_datetime: anyTime(rows.map((row) => row.date_time_utc)),
      cursor_direction: direction,
      limit: fc.constantFrom('1', '3', '100'),
    });

    await fc.assert(
      fc.asyncProperty(cursor, async (fields) => {
        const page = await callers[0].get(statementPath(callers[0].source, `&${query(fields)}`));
        expectOwn(page, own, path);
      }),
      { numRuns: 50 },
    );
  });

  test('any cursor returns only the caller’s own MED cases', async () => {
    const all = await Promise.all(callers.map((caller) => caller.get('/v3/meds/')));
    const [own, foreign] = all.map(({ body }) => body.results) as [Page['results'], Page['results']];
    const rows = [...own, ...foreign] as { id: string; infraction_report_creation_datetime: string }[];
    const cursor = fc.record({
      id: fc.oneof(
        fc.constantFrom(...rows.map(({ id }) => id)),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      ),
      dt: anyTime(rows.map((row) => row.infraction_report_creation_datetime)),
      direction,
      limit: fc.constantFrom('1', '3', '100'),
    });

    await fc.assert(
      fc.asyncProperty(cursor, async (fields) => {
        expectOwn(await callers[0].get(`/v3/meds/?${query(fields)}`), own, '/v3/meds/');
      }),
      { numRuns: 50 },
    );
  });

  test('any cursor returns only the caller’s own events of the feed', async () => {
    const feed = `/v3/events?${accountQuery(callers[0].source)}`;
    const own = (await callers[0].get(feed)).body.results;
    const cursor = fc.record({
      after: fc.oneof(fc.nat(12), fc.maxSafeNat()).map(String),
      limit: fc.constantFrom('1', '100'),
    });

    await fc.assert(
      fc.asyncProperty(cursor, async (fields) => {
        expectOwn(await callers[0].get(`${feed}&${query(fields)}`), own, '/v3/events');
      }),
      { numRuns: 40 },
    );
  });
});

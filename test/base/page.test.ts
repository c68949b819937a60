import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cursor, cutPage, type Direction, pageUrl, queryUrl } from '../../lib/base/page.ts';

const cursorOf = (id: number): Cursor => ({ id, at: `t${id}` });

/** Returns rows 1 to count, newest first, as a store returns them on one side of a cursor. */
function read(count: number, limit: number, direction: Direction, cursor?: Cursor): number[] {
  const rows = Array.from({ length: count }, (_, index) => count - index);
  if (direction === 'next') return rows.filter((row) => !cursor || row < cursor.id).slice(0, limit);
  return rows
    .filter((row) => cursor && row > cursor.id)
    .reverse()
    .slice(0, limit);
}

describe('pages of a list', () => {
  test('the pages contain every row once when read forwards, and the same rows when read backwards', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }), (count, limit) => {
        const pages = [cutPage(read(count, limit + 1, 'next'), limit, 'next', false, cursorOf)];
        for (let page = pages[0]; page?.next; page = pages.at(-1)) {
          pages.push(cutPage(read(count, limit + 1, 'next', page.next), limit, 'next', true, cursorOf));
        }
        expect(pages.flatMap(({ rows }) => rows)).toEqual(read(count, count, 'next'));
        expect(pages[0]?.previous).toBeNull();

        for (let index = pages.length - 1; index > 0; index--) {
          const cursor = pages[index]?.previous;
          if (!cursor) throw new Error('no way back');
          const back = cutPage(read(count, limit + 1, 'previous', cursor), limit, 'previous', true, cursorOf);
          expect(back.rows).toEqual(pages[index - 1]?.rows);
          expect(back.previous === null).toBe(index === 1);
        }
      }),
    );
  });
});

test('a page URL is absolute, with the configured base and the given parameters', () => {
  const url = pageUrl(
    'https://api.example.com/v',
    '/a/b',
    { limit: 5 },
    { id: 7, at: '2026-01-01T00:00:00.000Z' },
    'next',
  );

  expect(url).toBe(
    'https://api.example.com/v/a/b?limit=5&cursor_id=7&cursor_datetime=2026-01-01T00%3A00%3A00.000Z&cursor_direction=next',
  );
  expect(pageUrl('https://api.example.com', '/a', {}, null, 'next')).toBeNull();
});

test('any cursor is unchanged when it is parsed from a page URL', () => {
  const place = fc.record({ id: fc.maxSafeNat(), at: fc.string({ unit: 'grapheme' }) });
  fc.assert(
    fc.property(place, fc.constantFrom<Direction>('next', 'previous'), (cursor, direction) => {
      const url = new URL(pageUrl('https://api.example.com', '/a', {}, cursor, direction) ?? '');

      expect(Object.fromEntries(url.searchParams)).toEqual({
        cursor_id: String(cursor.id),
        cursor_datetime: cursor.at,
        cursor_direction: direction,
      });
    }),
  );
});

test('a page URL never has a different host, whatever path was requested', () => {
  const path = fc.oneof(
    fc.string(),
    fc.constantFrom('/evil.example', '@evil.example/', '\\\\evil.example', ':80/'),
  );
  fc.assert(
    fc.property(path, (rest) => {
      const url = new URL(queryUrl('https://api.example.com', `/${rest}`, { limit: 5 }));

      expect([url.origin, url.username]).toEqual(['https://api.example.com', '']);
    }),
  );
});

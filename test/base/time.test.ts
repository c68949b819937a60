import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseInstant, toLocalTime } from '../../lib/base/time.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('an instant', () => {
  test.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00:00.123456', '2026-11-21T13:00:00.123Z'],
    ['2026-11-21T10:00:00-03:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00:00+05:30', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00:00-03', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00:00-0300', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00:00+0530', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00:00 0530', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00:00 05:30', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00 02', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21', '2026-11-21T03:00:00.000Z'],
    ['2024-02-29', '2024-02-29T03:00:00.000Z'],
  ])('the instant %s is read as %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  test.each([
    ['2026-11-21', '2026-11-22T02:59:59.999Z'],
    ['2026-11-21T10:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T23:59:59', '2026-11-22T02:59:59.000Z'],
    ['2026-11-21T10:00:12Z', '2026-11-21T10:00:12.000Z'],
    ['2026-11-21T10:00:00.5Z', '2026-11-21T10:00:00.500Z'],
    ['9999-12-31', '9999-12-31T23:59:59.999Z'],
  ])(
    '%s as the end of a range is read as %s: a day includes all its time, and a time is exact',
    (text, expected) => {
      expect(parseInstant(text, 'last')).toBe(expected);
    },
  );

  test.each([
    'yesterday',
    '2026-11-21T10:00:00+99:99',
    '2026-11-21T10:00:00+15:00',
    '2026-11-21T10:00:00+01:60',
    '',
    '2024-02-30T00:00:00',
    '2023-02-29',
    '2024-13-01',
    '2024-01-01T24:00:00',
    '2024-01-01T10:60:00',
    '0000-01-01',
    '275760-09-13T00:00:00Z',
    '2026-11-21T10:00:00 15:00',
    '2026-11-21T10:00:00 -03:00',
    '2026-11-21T10:00:00-3',
    '2026-11-21T10:00:00-300',
    '2026-11-21T10:00:00+0160',
    '2026-11-21T10:00:00+1500',
    '2026-11-21T10:00:00-03:',
    '2026-11-21 03:00',
    '2026-11-21 10:00:00',
    '1763719200000',
    '20261121',
  ])('the instant %j is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test('an instant is shown as São Paulo time without a zone', () => {
    expect(toLocalTime('2026-11-21T02:30:00.123Z')).toBe('2026-11-20T23:30:00.123');
  });
});

describe('any instant', () => {
  const range = { min: new Date('1900-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') };
  const instant = fc.date({ ...range, noInvalidDate: true }).map((date) => date.toISOString());

  test('any instant is unchanged after it was written and read, in UTC and in São Paulo time', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(parseInstant(at)).toBe(at);
        if (at > '1900-01-02' && at < '9999-12-31') expect(parseInstant(toLocalTime(at))).toBe(at);
      }),
    );
  });

  test('any instant is the same when written in a different time zone', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const local = new Date(Date.parse(at) + minutes * 60_000).toISOString().slice(0, -1);
        const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const zone = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
        const isOurs = /^(?!1899)\d{4}-/.test(local);

        if (isOurs) expect(parseInstant(`${local}${minutes < 0 ? '-' : '+'}${zone}`)).toBe(at);
      }),
    );
  });
});

test('any text is a valid instant or is refused, and an incomplete time is read as a range', () => {
  const part = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
  const near = fc
    .tuple(
      part(4),
      part(2),
      part(2),
      part(2),
      part(2),
      fc.constantFrom('', 'Z', '-03:00', '+14:59', ':61', ' 00:00'),
    )
    .map(([year, month, day, hour, minute, zone]) => `${year}-${month}-${day}T${hour}:${minute}${zone}`);
  const days = fc.tuple(part(4), part(2), part(2)).map((parts) => parts.join('-'));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), near, days), (text) => {
      const [first, last] = [parseInstant(text, 'first'), parseInstant(text, 'last')];
      expect(first === undefined).toBe(last === undefined);
      if (first === undefined || last === undefined) return;
      for (const at of [first, last]) expect(new Date(at).toISOString()).toBe(at);
      expect(first <= last).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

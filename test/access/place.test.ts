import { describe, expect, test } from 'vitest';
import { noteSeen, placeOf } from '../../lib/access/place.ts';

const at = (text: string) => new Date(`2027-03-${text}:00.000Z`);

describe('the name of a place', () => {
  test.each([
    ['198.51.100.7', '198.51.100.250', true],
    ['198.51.100.7', '198.51.101.7', false],
    ['2001:db8:1::7', '2001:db8:1:2:3:4:5:6', true],
    ['2001:db8:1::7', '2001:db8:2::7', false],
    ['2001:db8::1', '2001:db8:0:9::1', true],
    ['2001::5', '2001:0:0:1::', true],
  ])('the addresses %s and %s are of one place: %s', (one, other, isSame) => {
    expect(placeOf(one, 'secret') === placeOf(other, 'secret')).toBe(isSame);
  });

  test('the name does not contain the address, and differs after a change of the secret', () => {
    expect(placeOf('198.51.100.7', 'secret')).toMatch(/^[0-9a-f]{16}$/);
    expect(placeOf('198.51.100.7', 'secret')).not.toBe(placeOf('198.51.100.7', 'other'));
  });
});

describe('a client that is seen', () => {
  test('a first place is noted, and is not elsewhere', () => {
    expect(noteSeen({}, 'a', at('01T12:00'))).toEqual({
      places: { a: '2027-03-01T12:00:00.000Z' },
      isElsewhere: false,
    });
  });

  test('a place that was seen within a day changes nothing', () => {
    expect(noteSeen({ a: at('01T12:00').toISOString() }, 'a', at('02T11:59'))).toEqual({
      isElsewhere: false,
    });
  });

  test.each([
    ['in use within a day', '02T11:59', true],
    ['left a day ago', '02T12:00', false],
  ])('a new place is elsewhere if another was %s', (_, now, isElsewhere) => {
    const known = { a: at('01T12:00').toISOString() };

    expect(noteSeen(known, 'b', at(now))).toEqual({
      places: { ...known, b: at(now).toISOString() },
      isElsewhere,
    });
  });

  test('a place that is known for a month is not elsewhere, and is forgotten after it', () => {
    const known = { a: at('01T12:00').toISOString(), b: at('30T12:00').toISOString() };

    expect(noteSeen(known, 'a', at('31T11:59')).isElsewhere).toBe(false);
    expect(noteSeen(known, 'c', at('31T12:00')).places).toEqual({
      b: known.b,
      c: at('31T12:00').toISOString(),
    });
  });

  test('at most fifty places are kept, the latest', () => {
    const known = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `p${index}`,
        new Date(at('01T12:00').getTime() + index).toISOString(),
      ]),
    );
    const { places = {} } = noteSeen(known, 'new', at('01T13:00'));

    expect(Object.keys(places)).toHaveLength(50);
    expect(places).toHaveProperty('p59');
    expect(places).not.toHaveProperty('p10');
  });
});

import { describe, expect, test } from 'vitest';
import { noteSeen, placesOf } from '../../lib/access/place.ts';

const at = (text: string) => new Date(`2027-03-${text}:00.000Z`);

const named = (address: string, client = 'client', key = 'new') => placesOf(address, client, [key])[0];

describe('the name of a place', () => {
  test.each([
    ['198.51.100.7', '198.51.100.250', true],
    ['198.51.100.7', '198.51.101.7', false],
    ['2001:db8:1::7', '2001:db8:1:2:3:4:5:6', true],
    ['2001:db8:1::7', '2001:db8:2::7', false],
    ['2001:db8::1', '2001:db8:0:9::1', true],
    ['2001::5', '2001:0:0:1::', true],
  ])('the addresses %s and %s are of one place: %s', (one, other, isSame) => {
    expect(named(one) === named(other)).toBe(isSame);
  });

  test('the name does not contain the address, and differs for another client', () => {
    expect(named('198.51.100.7')).toMatch(/^[0-9a-f]{16}$/);
    expect(named('198.51.100.7')).not.toBe(named('198.51.100.7', 'other'));
  });

  test('the place has a name for each data key, the present one first', () => {
    expect(placesOf('198.51.100.7', 'client', ['new', 'old'])).toEqual([
      named('198.51.100.7', 'client', 'new'),
      named('198.51.100.7', 'client', 'old'),
    ]);
  });
});

describe('a client that is seen', () => {
  const noted = at('01T12:00').toISOString();

  test('a first place is noted, and is not elsewhere', () => {
    expect(noteSeen({}, ['a'], at('01T12:00'))).toEqual({ places: { a: noted }, isElsewhere: false });
  });

  test('a place that was seen within an hour changes nothing, and is noted again after it', () => {
    expect(noteSeen({ a: noted }, ['a'], at('01T12:59'))).toEqual({ isElsewhere: false });
    expect(noteSeen({ a: noted }, ['a'], at('01T13:00'))).toEqual({
      places: { a: at('01T13:00').toISOString() },
      isElsewhere: false,
    });
  });

  test.each([
    ['in use within a week, over a weekend too', '08T11:59', true],
    ['left a week ago', '08T12:00', false],
  ])('a new place is elsewhere if another was %s', (_, now, isElsewhere) => {
    const known = { a: noted };

    expect(noteSeen(known, ['b'], at(now))).toEqual({
      places: { ...known, b: at(now).toISOString() },
      isElsewhere,
    });
  });

  test('a place whose name was made with an earlier data key is known, and gets the present name', () => {
    expect(noteSeen({ old: noted }, ['new', 'old'], at('02T12:00'))).toEqual({
      places: { new: at('02T12:00').toISOString() },
      isElsewhere: false,
    });
  });

  test('a place that is known for a month is not elsewhere, and is forgotten after it', () => {
    const known = { a: noted, b: at('30T12:00').toISOString() };

    expect(noteSeen(known, ['a'], at('31T11:59')).isElsewhere).toBe(false);
    expect(noteSeen(known, ['c'], at('31T12:00')).places).toEqual({
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
    const { places = {} } = noteSeen(known, ['new'], at('01T13:00'));

    expect(Object.keys(places)).toHaveLength(50);
    expect(places).toHaveProperty('p59');
    expect(places).not.toHaveProperty('p10');
  });
});

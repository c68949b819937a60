import { expect, test } from 'vitest';
import list from '../../lib/network/institutions.json' with { type: 'json' };
import { findParticipants, institutionName, listedOn, takesPart } from '../../lib/network/institutions.ts';

const onThatDay = new Date(`${listedOn}T12:00:00Z`);
const later = (days: number) => new Date(onThatDay.getTime() + days * 86_400_000);

test('the list of institutions is sorted, and each line has a unique ISPB and a name', () => {
  const lines = [...list.participants, ...list.former];
  for (const line of lines) expect(line).toMatch(/^\d{8} \S.*\S$/);
  expect(list.participants).toEqual(list.participants.toSorted());
  expect(new Set(lines.map((line) => line.slice(0, 8))).size).toBe(lines.length);
  expect(lines.length).toBeGreaterThan(800);
});

test('the name of an institution is found by its ISPB with leading zeros', () => {
  expect(institutionName('00000000')).toBe('BCO DO BRASIL S.A.');
  expect(institutionName('18236120')).toBe('NU PAGAMENTOS - IP');
  expect(institutionName('0')).toBeUndefined();
  expect(institutionName('toString')).toBeUndefined();
});

test('a listed institution counts as a PIX participant, however old the list is', () => {
  expect(takesPart('00000000', later(0))).toBe(true);
  expect(takesPart('00000000', later(400))).toBe(true);
});

test('an unlisted institution counts as no PIX participant, unless the list is too old to decide', () => {
  expect(takesPart('12345678', later(44))).toBe(false);
  expect(takesPart('12345678', later(46))).toBeUndefined();
});

test('participants are found by a part of the name, by the whole name, or by the ISPB', () => {
  const namesOf = (text: string) => findParticipants(text).map(([, name]) => name);
  expect(namesOf('banco do brasil s.a.')).toEqual(['BCO DO BRASIL S.A.']);
  expect(namesOf('00000000')).toEqual(['BCO DO BRASIL S.A.']);
  expect(namesOf('caixa economica')).toContain('CAIXA ECONOMICA FEDERAL');
  expect(namesOf('sicoob').length).toBeGreaterThan(5);
  expect(namesOf(' ')).toEqual([]);
  expect(namesOf('no such institution')).toEqual([]);
});

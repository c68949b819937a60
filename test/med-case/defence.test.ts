// The rules about a company's defence in a MED case.

import { describe, expect, test } from 'vitest';
import type { Cents } from '../../lib/base/money.ts';
import { afterAnswer, afterReport, isSameDefence, whyNotDefended } from '../../lib/med-case/defence.ts';
import type { MedDefence, MedReport } from '../../lib/med-case/med-case.ts';
import { defenceBody, defenceMax } from '../../lib/med-case/schemas.ts';

const at = '2026-11-21T12:00:00.000Z';
const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1_000);
const week = 7 * 86_400;
const report = (change: Partial<MedReport> = {}): MedReport => ({
  id: 'report-1',
  reason: 'RETURN_REQUEST',
  status: 'OPEN',
  createdAt: at,
  modifiedAt: at,
  amountCents: 10_000 as Cents,
  ...change,
});
const defence = (change: Partial<MedDefence> = {}): MedDefence => ({
  position: 'contest',
  text: 'Foi entregue',
  state: 'PENDING',
  at,
  by: 'user-1',
  ...change,
});

describe('whether a case takes a defence', () => {
  test.each<[string, Partial<MedReport>, number, string | undefined]>([
    ['an open report', {}, 60, undefined],
    ['a report in analysis', { status: 'ACKNOWLEDGED', analysisResult: 'PENDING' }, 60, undefined],
    ['a closed report', { status: 'CLOSED' }, 60, 'med_is_over'],
    ['a cancelled report', { status: 'CANCELLED' }, 60, 'med_is_over'],
    ['a report seven days ago to the second', {}, week, undefined],
    ['a report more than seven days ago', {}, week + 1, 'med_defence_late'],
    [
      'a deadline of the PSP that has passed',
      { analysisDueAt: later(50).toISOString() },
      60,
      'med_defence_late',
    ],
    ['a report with a defence given at the PSP', { defendedAt: at }, 60, 'med_defence_differs'],
  ])('%s', (_, change, seconds, refusal) => {
    expect(whyNotDefended({ report: report(change) }, later(seconds))).toBe(refusal);
  });
});

describe('the answer of the PSP to a defence', () => {
  const refused = { kind: 'refused', text: 'O prazo para defesa foi excedido.' } as const;
  const known = { kind: 'refused', text: 'Já foi criada.', isKnown: true } as const;

  test.each([true, false])(
    'an unknown outcome decides nothing, also if it was sent before: %s',
    (isAgain) => {
      expect(afterAnswer(defence(), { kind: 'unknown' }, isAgain)).toBeUndefined();
    },
  );

  test('a defence that the PSP took is SENT, and a refused one has the PSP’s words', () => {
    expect(afterAnswer(defence(), { kind: 'sent' }, false)).toEqual(defence({ state: 'SENT' }));
    expect(afterAnswer(defence(), refused, false)).toEqual(
      defence({ state: 'REFUSED', refusal: refused.text }),
    );
  });

  test('a defence that the PSP has already is ours only if it was sent before', () => {
    expect(afterAnswer(defence(), known, true)).toEqual(defence({ state: 'SENT' }));
    expect(afterAnswer(defence(), known, false)).toEqual(defence({ state: 'REFUSED', refusal: known.text }));
  });
});

describe('a report of the PSP after a defence was given', () => {
  const next = (own: MedDefence | undefined, told = report(), seconds = 300, kept = told) =>
    afterReport({ report: kept, ...(own ? { defence: own } : {}) }, told, later(seconds));
  const shown = report({ defendedAt: at, defence: 'Foi entregue' });

  test('a defence that the list shows is SENT, also if an operator gave it', () => {
    for (const state of ['PENDING', 'BY_HAND'] as const)
      expect(next(defence({ state }), shown)).toEqual(defence({ state: 'SENT' }));
  });

  test('a refused defence is SENT only if the list shows its own text', () => {
    const own = defence({ state: 'REFUSED', refusal: 'Defesa recusada' });
    expect(next(own, shown)).toEqual(defence({ state: 'SENT' }));
    expect(next(own, { ...shown, defence: 'Outro texto' })).toBeUndefined();
  });

  test('a defence without an answer is sent again after two minutes, and not before', () => {
    expect(next(defence(), report(), 119)).toBeUndefined();
    expect(next(defence(), report(), 120)).toBe('send');
  });

  test('an old list does not send a defence again that a newer list has shown', () => {
    expect(next(defence(), report(), 300, shown)).toEqual(defence({ state: 'SENT' }));
  });

  test('a defence that did not arrive before the report was closed is REFUSED', () => {
    for (const status of ['CLOSED', 'CANCELLED'] as const)
      expect(next(defence(), report({ status }))).toMatchObject({
        state: 'REFUSED',
        refusal: 'MED is closed or cancelled',
      });
  });

  test('nothing follows for a case without a defence, or one that the PSP has', () => {
    expect(next(undefined)).toBeUndefined();
    expect(next(defence({ state: 'SENT' }))).toBeUndefined();
    expect(next(defence({ state: 'BY_HAND' }))).toBeUndefined();
  });
});

test('two defences are the same only with the same position and the same text', () => {
  expect(isSameDefence(defence(), defence({ state: 'SENT' }))).toBe(true);
  expect(isSameDefence(defence(), defence({ position: 'accept' }))).toBe(false);
  expect(isSameDefence(defence(), defence({ text: 'foi entregue' }))).toBe(false);
});

test('the text of a defence keeps its lines, and loses the blanks around it', () => {
  const { text } = defenceBody.parse({ position: 'accept', text: ' Um\r\ndois\rtrês\n' });
  expect(text).toBe('Um\ndois\ntrês');
  expect(defenceBody.parse({ position: 'accept', text: 'x'.repeat(defenceMax) }).text).toHaveLength(
    defenceMax,
  );
});

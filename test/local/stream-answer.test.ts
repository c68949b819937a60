import { expect, test } from 'vitest';
import { doneOf } from '../../local/stream-answer.ts';

const failed = (...numbers: unknown[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

test.each([
  ['nothing', undefined, 3],
  ['null', null, 3],
  ['an empty object', {}, 3],
  ['a wrong type of list', { batchItemFailures: null }, 3],
  ['an empty list', failed(), 3],
  ['the last record', failed('1000'), 2],
  ['several records, by the lowest number and not the first text', failed('1000', '99'), 1],
  ['the first record', failed('98'), 0],
  ['an empty number', failed('1000', ''), 0],
  ['no number', failed(null), 0],
  ['another field name for the number', { batchItemFailures: [{ sequenceNumber: '1000' }] }, 0],
  ['a number of no record in the batch', failed('1000', '7'), 0],
])(
  'if a function answers with %s, the right number of three stream records counts as processed',
  (_, answer, done) => {
    expect(doneOf(['98', '99', '1000'], answer)).toBe(done);
  },
);

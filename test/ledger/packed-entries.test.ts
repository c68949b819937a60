import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import { packEntries, packedMax, unpackEntries } from '../../lib/ledger/packed-entries.ts';

const anyNumber = fc.maxSafeInteger();
const anyText = fc.string({ unit: 'binary', maxLength: 250 });
const anyEntry = fc.record(
  {
    type: fc.constantFrom('PIX_CASHIN', 'PIX_CASHOUT', 'PIX_CHARGEBACK_REFUND', 'PIX_CREDIT_IN_ACCOUNT'),
    direction: fc.constantFrom('CREDIT', 'DEBIT'),
    amountCents: anyNumber,
    identification: anyText,
    codeTransaction: anyText,
    transactionId: anyNumber,
    qrCodeId: anyNumber,
    tag: anyText,
    imposed: fc.constant(true),
    seq: anyNumber,
    time: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    balanceCents: anyNumber,
  },
  {
    requiredKeys: ['type', 'direction', 'amountCents', 'seq', 'time', 'balanceCents'],
    noNullPrototype: true,
  },
) as unknown as fc.Arbitrary<Entry>;

test('what is packed comes back the same, every field of every entry', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { minLength: 1, maxLength: packedMax }), (entries) => {
      expect(unpackEntries(packEntries(entries), entries.length)).toStrictEqual(entries);
    }),
  );
});

const entryOf = (fields: Partial<Entry> = {}): Entry => ({
  type: 'PIX_CASHOUT',
  direction: 'DEBIT',
  amountCents: cents(1),
  seq: 1,
  time: '2027-03-01T12:00:00.000Z',
  balanceCents: cents(-1),
  ...fields,
});

test('a field that is undefined is not there afterwards', () => {
  const entry = { ...entryOf(), tag: undefined } as unknown as Entry;
  expect(unpackEntries(packEntries([entry]), 1)).toStrictEqual([entryOf()]);
});

test('zero, false and an empty text are no missing fields', () => {
  const entry = entryOf({ amountCents: cents(0), tag: '', transactionId: 0 });
  expect(unpackEntries(packEntries([entry, entryOf()]), 2)).toStrictEqual([entry, entryOf()]);
});

test('as many entries as fit, each with the longest tag of the worst characters, can be unpacked', () => {
  // Six bytes each in JSON.
  const entries = Array.from({ length: packedMax }, () => entryOf({ tag: '\u0001'.repeat(1_000) }));
  expect(unpackEntries(packEntries(entries), packedMax)).toStrictEqual(entries);
});

describe('refused is', () => {
  const many = Array.from({ length: packedMax + 1 }, () => entryOf());
  const packed = packEntries([entryOf()]);
  const bytesOf = (value: unknown) => deflateRawSync(JSON.stringify(value));

  test.each([
    ['nothing to pack', () => packEntries([])],
    ['more than sixteen entries', () => packEntries(many)],
    ['more than can be unpacked', () => packEntries([entryOf({ tag: 'x'.repeat(300_000) })])],
    ['another number of entries', () => unpackEntries(packed, 2)],
    ['no entry at all', () => unpackEntries(bytesOf({}), 1)],
    ['a list that is shorter than the others', () => unpackEntries(bytesOf({ seq: [1, 2], time: ['a'] }), 2)],
    ['what is cut off', () => unpackEntries(packed.subarray(0, packed.length / 2), 1)],
    ['what is not compressed', () => unpackEntries(Buffer.from('{"seq":[1]}'), 1)],
  ])('%s', (_, run) => {
    expect(run).toThrow();
  });

  test('what is small and becomes large, before it has become large', () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    expect(() => unpackEntries(bomb, 1)).toThrow(/larger than 262144 bytes/);
  });
});

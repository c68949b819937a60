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

test('packed entries are unpacked unchanged, with every field', () => {
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

test('entries packed by the first version of this storage format can still be read', () => {
  // Never change this data, because statements contain items in this format.
  const packed = [
    'zZRLC8IwDMe/y86ZJGm7Nt7mTiJM8IEgjJ28ehCvfnfpyqzdQ/FmC01fSdtf/2T64unjZoB1HNp13ZZVtT3Wh99ATr',
    'N5wzuaGHZGHImVBoMIFGoDU2TFFyT0kFAheS98Fcrg2xbOgrTSppn7MFI7nW/M3uUnLFeTvn2A4b9qg8qIFGyVRS0W',
    'BhNuLk7Q+e1yvX88L8iGLJADEmAEJmD2ERIlKa8k4qXSS1MsrJNzBv+xNBa0iLNFASLCvTHJyAbjmiQ3dFjsDKeYWO',
    'JSTDFx5+MJ',
  ].join('');
  const time = '2027-03-01T12:34:56.789Z';
  expect(unpackEntries(Buffer.from(packed, 'base64'), 6)).toEqual([
    {
      type: 'PIX_CASHOUT',
      direction: 'DEBIT',
      amountCents: 1_234,
      identification: 'E9999901020270301123400000000001',
      codeTransaction: 'PX-13R4-K5S8-W0AB',
      transactionId: 4_503_599_627_370_497,
      tag: 'rent',
      seq: 17,
      time,
      balanceCents: 998_766,
    },
    {
      type: 'PIX_CASHIN',
      direction: 'CREDIT',
      amountCents: 500,
      identification: 'E9999901020270301123400000000002',
      transactionId: 4_503_599_627_370_498,
      qrCodeId: 7,
      seq: 18,
      time,
      balanceCents: 999_266,
    },
    {
      type: 'PIX_CHARGEBACK',
      direction: 'DEBIT',
      amountCents: 1,
      imposed: true,
      seq: 19,
      time,
      balanceCents: 999_265,
    },
    {
      type: 'PIX_CREDIT_IN_ACCOUNT',
      direction: 'CREDIT',
      amountCents: 1,
      seq: 20,
      time,
      balanceCents: 999_266,
    },
    {
      type: 'PIX_CHARGEBACK_REFUND',
      direction: 'CREDIT',
      amountCents: 1,
      seq: 21,
      time,
      balanceCents: 999_267,
    },
    { type: 'PIX_CASHOUT_REFUND', direction: 'CREDIT', amountCents: 1, seq: 22, time, balanceCents: 999_268 },
  ]);
});

test('a field that is undefined is missing after unpacking', () => {
  const entry = { ...entryOf(), tag: undefined } as unknown as Entry;
  expect(unpackEntries(packEntries([entry]), 1)).toStrictEqual([entryOf()]);
});

test('zero, false and an empty text are kept by packing', () => {
  const entry = entryOf({ amountCents: cents(0), tag: '', transactionId: 0 });
  expect(unpackEntries(packEntries([entry, entryOf()]), 2)).toStrictEqual([entry, entryOf()]);
});

test('the maximum number of entries, each with the longest possible tag, can be unpacked', () => {
  // JSON encodes each of these characters as six bytes.
  const entries = Array.from({ length: packedMax }, () => entryOf({ tag: '\u0001'.repeat(1_000) }));
  expect(unpackEntries(packEntries(entries), packedMax)).toStrictEqual(entries);
});

describe('the packing refuses', () => {
  const many = Array.from({ length: packedMax + 1 }, () => entryOf());
  const packed = packEntries([entryOf()]);
  const bytesOf = (value: unknown) => deflateRawSync(JSON.stringify(value));

  test.each([
    ['no entries', () => packEntries([])],
    ['more than sixteen entries', () => packEntries(many)],
    ['more data than can be unpacked', () => packEntries([entryOf({ tag: 'x'.repeat(300_000) })])],
    ['a different number of entries', () => unpackEntries(packed, 2)],
    ['an invalid entry', () => unpackEntries(bytesOf({}), 1)],
    ['a list that is shorter than the others', () => unpackEntries(bytesOf({ seq: [1, 2], time: ['a'] }), 2)],
    ['shortened data', () => unpackEntries(packed.subarray(0, packed.length / 2), 1)],
    ['uncompressed data', () => unpackEntries(Buffer.from('{"seq":[1]}'), 1)],
  ])('%s', (_, run) => {
    expect(run).toThrow();
  });

  test('packed data that would expand too far is refused before it has expanded', () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    expect(() => unpackEntries(bomb, 1)).toThrow(/larger than 262144 bytes/);
  });
});

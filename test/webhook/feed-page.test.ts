import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextNumber, type PagedEvent, packPage, unpackPage } from '../../lib/webhook/feed-page.ts';

const anyEvent: fc.Arbitrary<PagedEvent> = fc.record({
  id: fc.string(),
  at: fc.string(),
  type: fc.string(),
  types: fc.subarray(['CASHOUT', 'CASHIN', 'INTERNAL'] as const),
  body: fc.string({ unit: 'binary' }),
});

describe('a page of the event feed', () => {
  test('a page returns each event byte for byte as it was stored, numbered from the page’s first number', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 40 }), fc.nat(), (events, before) => {
        const page = packPage('0001#12345', before + 1, events);

        expect(unpackPage(page)).toEqual(
          events.map((event, index) => ({ ...event, sequence: before + 1 + index, page: before + 1 })),
        );
        expect(nextNumber(page)).toBe(before + 1 + events.length);
      }),
    );
  });

  // Never change this page, because stored pages must stay readable forever.
  test('a page stored in the first storage format can still be read', () => {
    const packed =
      'nY89CsJAEEavIl+9CZsIFttJENRGYRMQsyGs2QVT6AaTCCHkEl7AwkvYeyGPIBH/QBG0mWJm3sz7whqpAkMi86UpC8uxZJZtzFYrEMgCDC51e5bjWG7Xd1xGKaPUppTOQVBUmX6y9gvZTnKwMCJYGFWBoRZIlQATH14JEAElCynAaoG1XOnrJj8dTGds2nre744CTYOGvBnnZZJorf5RfkXvzpiOZrHX58NJ4Mc88LwB5yC4dfA90uPgT5miCw==';
    const page = { account: '0001#12345', position: '0000000000000007', form: 1, count: 2 } as const;
    const data = { name: 'São João \u{1F4B8}' };
    const event = (sequence: number, name: string, types: string[]) => {
      const id = `cashout-1-${name}`;
      const about = { id, at: '2026-11-23T12:00:00.000Z', type: `cashout.${name}`, types };
      return { ...about, body: JSON.stringify({ id, data }), sequence, page: 7 };
    };

    expect(unpackPage({ ...page, packed: Buffer.from(packed, 'base64') })).toEqual([
      event(7, 'approved', []),
      event(8, 'succeeded', ['PIX_CASHOUT_SUCCESS', 'CASHOUT']),
    ]);
  });

  test('a page of an unknown storage format is refused, and so is a page too large for the memory', () => {
    const page = packPage('0001#12345', 1, [{ id: 'a', at: 'b', type: 'c', types: [], body: '{}' }]);
    const bomb = deflateRawSync(Buffer.alloc(65 * 1024 * 1024, ' '));

    expect(() => unpackPage({ ...page, form: 2 as 1 })).toThrow('unknown form 2');
    expect(() => unpackPage({ ...page, packed: bomb })).toThrow(/larger than/);
  });
});

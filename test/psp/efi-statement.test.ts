import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBalance, readEfiStatement } from '../../lib/network/efi/statement.ts';
import { listPages } from '../../lib/network/list-pages.ts';

const day = '2026-11-20';
const e2e = 'E0908935620261120150000000000001';
const rtr = 'D0908935620261120150000000000001';
const at = '2026-11-20T15:00:00.000Z';
const head = `CA;Efi;364;1;517613;Joao;${'2026-11-21'};${day};Extrato de Conciliação API Pix;1.0`;
const balances = [`SD0;29.00;2026-11-19`, `SD1;-0.50;${day}`];
const file = (...lines: string[]) => [head, ...balances, ...lines, `T;${lines.length};0`].join('\n');
const common = { protocol: '1', at };

describe('a statement in Efí’s layout', () => {
  test.each<[string, object]>([
    [
      `PR;1;${e2e};QR42;9.00;12345678909;dGV4dA==;W10=;${at}`,
      { kind: 'received', amountCents: 900, endToEndId: e2e },
    ],
    [
      `PEC;1;${e2e};42;9.00;a@b.c;;API;${at}`,
      { kind: 'sent', amountCents: 900, endToEndId: e2e, reference: '42' },
    ],
    // A name is free text between the fields that are read, so it may look like such a field.
    [
      `PEB;1;${e2e};42;9.00;Joao; 1.00;da Silva;12345678909;09089356;1;123453;cacc;;API;${at}`,
      { kind: 'sent', amountCents: 900, endToEndId: e2e, reference: '42' },
    ],
    [`EPE;1;${e2e};9.00;${at}`, { kind: 'sent undone', amountCents: 900, endToEndId: e2e }],
    [
      `PDE;1;${e2e};;77;${rtr};9.00;${at}`,
      { kind: 'return sent', amountCents: 900, endToEndId: e2e, reference: '77', returnId: rtr },
    ],
    [
      `PDR;1;${e2e};${rtr};3.00;${at}`,
      { kind: 'return received', amountCents: 300, endToEndId: e2e, returnId: rtr },
    ],
    [`TPE;1;${e2e};1.50;${at}`, { kind: 'fee', amountCents: 150, endToEndId: e2e }],
    // The layout's own example has more fields than its table.
    [`TPE;1;${e2e};QR42;000A;${rtr};1.50;${at}`, { kind: 'fee', amountCents: 150, endToEndId: e2e }],
    [`TPR;1;${e2e};1.00;${at}`, { kind: 'fee', amountCents: 100, endToEndId: e2e }],
    [`ETPE;1;${e2e};5.00;${at}`, { kind: 'fee undone', amountCents: 500, endToEndId: e2e }],
    [`ETPR;1;${e2e};1.00;${at}`, { kind: 'fee undone', amountCents: 100, endToEndId: e2e }],
    [`TFE;1;1324666;31.50;${at}`, { kind: 'transfer out', amountCents: 3_150 }],
    [`TFR;1;1324655;21.50;dGV4dA==;${at}`, { kind: 'transfer in', amountCents: 2_150 }],
    [`ETFE;1;1324666;31.50;${at}`, { kind: 'transfer in', amountCents: 3_150 }],
    [`TTFE;1;1324666;5.55;${at}`, { kind: 'fee', amountCents: 555 }],
    [`ETTFE;1;1324666;5.55;${at}`, { kind: 'fee undone', amountCents: 555 }],
  ])('the statement line %s is read', (line, expected) => {
    expect(readEfiStatement(file(line), day)).toEqual({
      openingCents: 2_900,
      closingCents: -50,
      lines: [{ word: line.split(';')[0], ...common, ...expected }],
      faults: [],
    });
  });

  test.each<[string, string, string[]]>([
    ['an unknown record', file(`XXX;1;${e2e};9.00;${at}`), ['1 lines of the statement cannot be read']],
    ['no amount', file(`PR;1;${e2e};;nine;1;;;${at}`), ['1 lines of the statement cannot be read']],
    ['another count', file().replace('T;0', 'T;1'), ['the statement has 0 lines, but its trailer says 1']],
    ['no trailer', [head, ...balances].join('\n'), ['the statement has 0 lines, but its trailer says none']],
    ['no balance', [head, 'T;0'].join('\n'), ['the statement has no opening or no closing balance']],
  ])('a statement with %s is refused with the cause', (_, csv, faults) => {
    expect(readEfiStatement(csv, day)).toMatchObject({ lines: [], faults });
  });

  test('a statement is refused if it is of a different day or in a different format', () => {
    expect(readEfiStatement(file(), '2026-11-19')).toBeUndefined();
    expect(readEfiStatement('{"status":"CONCLUIDO"}', day)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void readEfiStatement(`${head}\n${text}`, day)));
  });

  test.each([
    ['0.00', 0],
    ['-0.00', 0],
    ['-12.30', -1_230],
    ['1.5', undefined],
    ['1,50', undefined],
    ['1e5.00', undefined],
  ])('the balance %s of a statement is read as %s cents', (text, cents) => {
    expect(parseBalance(text)).toBe(cents);
  });
});

test('reading a statement ends at a page without new lines, whatever page count the PSP reports', async () => {
  const of = (pages: unknown[][], told?: number, pagesMax = 10) =>
    listPages({
      itemsPerPage: 2,
      pagesMax,
      nameOf: String,
      read: (item) => (typeof item === 'number' ? item : undefined),
      readPage: async (index) => ({
        items: pages[index % pages.length] ?? [],
        ...(told === undefined ? {} : { pages: told }),
      }),
    });

  expect(await of([[1, 2], [3]])).toEqual({ items: [1, 2, 3], faults: [] });
  expect(await of([[1, 2], [2, 3], [3]], 3)).toEqual({ items: [1, 2, 3], faults: [] });
  expect(await of([[1, 2]], 1_000_000)).toEqual({ items: [1, 2], faults: ['a page has no new items'] });
  expect(await of([[1], [2], [3]], 9, 2)).toEqual({
    items: [1, 2],
    faults: ['there are more pages than the maximum'],
  });
  expect(await of([['x', 1]], 1)).toEqual({ items: [1], faults: ['1 items cannot be read'] });
});

import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { writeWhole } from '../../lib/export/choose-writer.ts';
import { ofxFile } from '../../lib/export/ofx-file.ts';
import type { ShownEntry } from '../../lib/ledger/entry.ts';
import { entriesFrom, fulana, headOf } from './entries.ts';

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'STMTTRN' });
const read = (entries: readonly ShownEntry[]) => {
  const text = writeWhole(ofxFile, headOf(entries), entries);
  const [header = '', body = ''] = text.split('\r\n\r\n');
  return { text, header, statement: parser.parse(body).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS };
};

test('an independent reader finds account, range, transactions and balance in an OFX file', () => {
  const { header, statement } = read(entriesFrom(0).slice(0, 2));

  expect(header.split('\r\n').slice(0, 3)).toEqual(['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102']);
  expect(statement).toEqual({
    CURDEF: 'BRL',
    BANKACCTFROM: { BANKID: '99999010', BRANCHID: '0001', ACCTID: '123456', ACCTTYPE: 'CHECKING' },
    BANKTRANLIST: {
      DTSTART: '20261001120000[-3:BRT]',
      DTEND: '20261031120000[-3:BRT]',
      STMTTRN: [
        {
          TRNTYPE: 'CREDIT',
          DTPOSTED: '20261005120000[-3:BRT]',
          TRNAMT: '1000.00',
          FITID: '41',
          NAME: 'Credito em conta',
        },
        {
          TRNTYPE: 'DEBIT',
          DTPOSTED: '20261005120000[-3:BRT]',
          TRNAMT: '-1234.56',
          FITID: '42',
          REFNUM: '9007199254740991',
          NAME: 'Fulana de Tal & Irmaos',
          MEMO: 'Pix enviado ***.456.789-** ITAU UNIBANCO S.A. E9999901020261001123012345678901 =HYPERLINK("http://x","a"); b, c cao <&> ??',
        },
      ],
    },
    LEDGERBAL: { BALAMT: '-234.56', DTASOF: '20261031120000[-3:BRT]' },
  });
});

test('an OFX file has the bank’s three-digit code as BANKID, and its ISPB as the institution', () => {
  const entries = entriesFrom(0);
  const text = writeWhole(ofxFile, { ...headOf(entries), bankCode: '341' }, entries);

  expect(text).toContain('<BANKID>341</BANKID>');
  expect(text).toContain('<FID>99999010</FID>');
});

test('a long name in OFX is cut at 32 characters, but not inside an escaped character', () => {
  const [entry] = entriesFrom(0);
  const counterparty = { ...fulana, name: `${'a'.repeat(30)}&&&&` };
  const { text, statement } = read(entry ? [{ ...entry, counterparty }] : []);

  expect(text).toContain(`<NAME>${'a'.repeat(30)}&amp;&amp;</NAME>`);
  expect(statement.BANKTRANLIST.STMTTRN[0].NAME).toBe(`${'a'.repeat(30)}&&`);
});

test('a name without ASCII characters is replaced by the kind of entry in OFX', () => {
  const [entry] = entriesFrom(0);
  const counterparty = { ...fulana, name: '\u0301\u0301' };
  const { statement } = read(entry ? [{ ...entry, counterparty }] : []);

  expect(statement.BANKTRANLIST.STMTTRN[0].NAME).toBe('Credito em conta');
});

/**
 * Returns the day that OFX readers show: readers that convert to UTC, like ofxparse and ofxtools, and readers that
 * ignore the time zone.
 */
const daysOf = (date: string) => {
  const [, year, month, day, hour, offset] = /^(\d{4})(\d\d)(\d\d)(\d\d)\d{4}\[(-\d):BRT\]$/.exec(date) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) - Number(offset));
  return [new Date(at).toISOString().slice(0, 10), `${year}-${month}-${day}`];
};

test.each([
  ['2026-12-01T01:30:00.000Z', '2026-11-30'],
  ['2026-12-01T02:59:59.999Z', '2026-11-30'],
  ['2026-12-01T03:00:00.000Z', '2026-12-01'],
  ['2026-11-30T15:00:00.000Z', '2026-11-30'],
])('an entry of %s has the date %s in OFX, for readers that use UTC or São Paulo time', (time, day) => {
  const [entry] = entriesFrom(0);
  const { statement } = read(entry ? [{ ...entry, time }] : []);

  expect(daysOf(statement.BANKTRANLIST.STMTTRN[0].DTPOSTED)).toEqual([day, day]);
});

test.each([
  ['1º andar, 2ª via', '1o andar, 2a via'],
  ['NF 7 – parte — fim − 1', 'NF 7 - parte - fim - 1'],
  ['“a” ‘b’ «c» d’água', `"a" 'b' "c" d'agua`],
  ['€ 5, 3 × 2…', 'EUR 5, 3 x 2...'],
  ['a\tb\u00a0c\nd\u2028e', 'a b c d e'],
  ['ＡＢＣ ﬁm ½ m² №', 'ABC fim 1/2 m2 No'],
  ['a\u200bb\u00adc\u202ed', 'abcd'],
  ['Straße Øre œuvre Æ', 'Strasse Ore oeuvre AE'],
  ['＜/MEMO＞', '</MEMO>'],
  ['日本 😀', '?? ?'],
])('the tag %j is written as %j in OFX', (tag, memo) => {
  const [entry] = entriesFrom(0);
  const { statement } = read(entry ? [{ ...entry, tag }] : []);

  expect(statement.BANKTRANLIST.STMTTRN[0].MEMO).toBe(memo);
});

test('a tag of invisible characters gives no memo in OFX', () => {
  const [entry] = entriesFrom(0);
  expect(read(entry ? [{ ...entry, tag: '\t\u200b' }] : []).text).not.toContain('MEMO');
});

test('every byte of an OFX file is ASCII, and every name fits into 32 characters', () => {
  const { text, statement } = read(entriesFrom(0));

  expect(text.replace(/[\r\n]/g, '')).toMatch(/^[ -~]+$/);
  const names = statement.BANKTRANLIST.STMTTRN.map(({ NAME }: { NAME: string }) => NAME.length);
  expect(names).toHaveLength(9);
  expect(Math.max(...names)).toBeLessThanOrEqual(32);
});

test('a tag cannot inject a transaction into an OFX file', () => {
  const [entry] = entriesFrom(0);
  const tag = '</MEMO></STMTTRN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><TRNAMT>1</TRNAMT>&lt;';
  const { statement } = read(entry ? [{ ...entry, tag }] : []);

  expect(statement.BANKTRANLIST.STMTTRN).toHaveLength(1);
  expect(statement.BANKTRANLIST.STMTTRN[0].MEMO).toBe(tag);
});

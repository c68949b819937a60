import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { writeWhole } from '../../lib/export/choose-writer.ts';
import { ofxFile } from '../../lib/export/ofx-file.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import { entriesFrom, headOf } from './entries.ts';

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'STMTTRN' });
const read = (entries: readonly Entry[]) => {
  const text = writeWhole(ofxFile, headOf(entries), entries);
  const [header = '', body = ''] = text.split('\r\n\r\n');
  return { text, header, statement: parser.parse(body).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS };
};

test('another reader finds account, range, transactions and balance in the OFX', () => {
  const { header, statement } = read(entriesFrom(0).slice(0, 2));

  expect(header.split('\r\n').slice(0, 3)).toEqual(['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102']);
  expect(statement).toEqual({
    CURDEF: 'BRL',
    BANKACCTFROM: { BANKID: '99999010', BRANCHID: '0001', ACCTID: '123456', ACCTTYPE: 'CHECKING' },
    BANKTRANLIST: {
      DTSTART: '20261001000000.000[-3:BRT]',
      DTEND: '20261031235959.999[-3:BRT]',
      STMTTRN: [
        {
          TRNTYPE: 'CREDIT',
          DTPOSTED: '20261005090000.123[-3:BRT]',
          TRNAMT: '1000.00',
          FITID: '41',
          NAME: 'Credito em conta',
        },
        {
          TRNTYPE: 'DEBIT',
          DTPOSTED: '20261005090100.123[-3:BRT]',
          TRNAMT: '-1234.56',
          FITID: '42',
          REFNUM: '9007199254740991',
          NAME: 'Pix enviado',
          MEMO: 'E9999901020261001123012345678901 =HYPERLINK("http://x","a"); b, c?cao <&> ??',
        },
      ],
    },
    LEDGERBAL: { BALAMT: '-234.56', DTASOF: '20261031235959.999[-3:BRT]' },
  });
});

test('every byte is ASCII, and every name fits into the 32 characters of OFX', () => {
  const { text, statement } = read(entriesFrom(0));

  expect(text.replace(/[\r\n]/g, '')).toMatch(/^[ -~]+$/);
  const names = statement.BANKTRANLIST.STMTTRN.map(({ NAME }: { NAME: string }) => NAME.length);
  expect(names).toHaveLength(9);
  expect(Math.max(...names)).toBeLessThanOrEqual(32);
});

test('a tag cannot add a transaction of its own', () => {
  const [entry] = entriesFrom(0);
  const tag = '</MEMO></STMTTRN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><TRNAMT>1</TRNAMT>&lt;';
  const { statement } = read(entry ? [{ ...entry, tag }] : []);

  expect(statement.BANKTRANLIST.STMTTRN).toHaveLength(1);
  expect(statement.BANKTRANLIST.STMTTRN[0].MEMO).toBe(tag);
});

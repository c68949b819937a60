import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { camtFile } from '../../lib/export/camt-file.ts';
import { writeWhole } from '../../lib/export/choose-writer.ts';
import type { ShownEntry } from '../../lib/ledger/entry.ts';
import { entriesFrom, fulana, headOf } from './entries.ts';

const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: false,
  isArray: (name) => name === 'Ntry' || name === 'Ustrd',
});
const write = (entries: readonly ShownEntry[], isPart = false) =>
  writeWhole(camtFile, { ...headOf(entries), isPart }, entries);
const read = (entries: readonly ShownEntry[], isPart = false) =>
  parser.parse(write(entries, isPart)).Document.BkToCstmrStmt.Stmt;

test('an independent reader finds both balances and a complete entry in a camt.053 file', () => {
  const entries = entriesFrom(0);
  expect(XMLValidator.validate(write(entries))).toBe(true);
  const statement = read(entries);

  expect(statement.FrToDt).toEqual({
    FrDtTm: '2026-10-01T00:00:00.000-03:00',
    ToDtTm: '2026-10-31T23:59:59.999-03:00',
  });
  expect(statement.Bal).toEqual([
    {
      Tp: { CdOrPrtry: { Cd: 'OPBD' } },
      Amt: { '#text': '0.00', '@_Ccy': 'BRL' },
      CdtDbtInd: 'CRDT',
      Dt: { Dt: '2026-10-01' },
    },
    {
      Tp: { CdOrPrtry: { Cd: 'CLBD' } },
      Amt: { '#text': '1000.02', '@_Ccy': 'BRL' },
      CdtDbtInd: 'CRDT',
      Dt: { Dt: '2026-10-31' },
    },
  ]);
  expect(statement.Ntry[1]).toEqual({
    NtryRef: '42',
    Amt: { '#text': '1234.56', '@_Ccy': 'BRL' },
    CdtDbtInd: 'DBIT',
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: '2026-10-05' },
    ValDt: { Dt: '2026-10-05' },
    AcctSvcrRef: '42',
    BkTxCd: {
      Domn: { Cd: 'PMNT', Fmly: { Cd: 'IRCT', SubFmlyCd: 'DMCT' } },
      Prtry: { Cd: 'PIX_CASHOUT' },
    },
    NtryDtls: {
      TxDtls: {
        Refs: {
          InstrId: '9007199254740991',
          EndToEndId: 'E9999901020261001123012345678901',
          TxId: 'PX-7',
        },
        Amt: { '#text': '1234.56', '@_Ccy': 'BRL' },
        CdtDbtInd: 'DBIT',
        RltdPties: {
          Cdtr: {
            Pty: {
              Nm: 'Fulana de Tal & Irmãos',
              Id: { PrvtId: { Othr: { Id: '***.456.789-**', SchmeNm: { Prtry: 'CPF' } } } },
            },
          },
        },
        RltdAgts: {
          CdtrAgt: {
            FinInstnId: {
              Nm: 'ITAÚ UNIBANCO S.A.',
              Othr: { Id: '60701190', SchmeNm: { Prtry: 'ISPB' } },
            },
          },
        },
        RmtInf: { Ustrd: ['=HYPERLINK("http://x","a"); b, c\nção <&> 😀\ufffd'] },
        RltdDts: { TxDtTm: '2026-10-05T09:01:00.123-03:00' },
      },
    },
  });
});

test('the payer is the debtor in camt.053, and a party with a CNPJ is an organisation', () => {
  const { RltdPties, RltdAgts } = read(entriesFrom(0)).Ntry[2].NtryDtls.TxDtls;

  expect(RltdPties.Dbtr.Pty.Id).toEqual({
    OrgId: { Othr: { Id: '11222333000181', SchmeNm: { Prtry: 'CNPJ' } } },
  });
  expect(RltdAgts.DbtrAgt.FinInstnId).toEqual({ Othr: { Id: '00000000', SchmeNm: { Prtry: 'ISPB' } } });
});

test('a long name in camt.053 is cut at 140 characters, but not inside a character', () => {
  const [entry] = entriesFrom(0);
  const counterparty = { ...fulana, name: `${'a'.repeat(139)}😀b` };
  const [found] = read(entry ? [{ ...entry, counterparty }] : []).Ntry;

  expect(found.NtryDtls.TxDtls.RltdPties.Dbtr.Pty.Nm).toBe(`${'a'.repeat(139)}😀`);
});

test('camt.053 names the account by number and branch, as OFX does', () => {
  expect(read([]).Acct).toEqual({
    Id: { Othr: { Id: '123456' } },
    Ccy: 'BRL',
    Svcr: {
      FinInstnId: { Othr: { Id: '99999010', SchmeNm: { Prtry: 'ISPB' } } },
      BrnchId: { Id: '0001' },
    },
  });
});

test('an evening entry in camt.053 has its date in São Paulo time', () => {
  const [entry] = entriesFrom(0);
  const [found] = read(entry ? [{ ...entry, time: '2026-11-01T02:59:59.999Z' }] : []).Ntry;

  expect([found.BookgDt, found.ValDt]).toEqual([{ Dt: '2026-10-31' }, { Dt: '2026-10-31' }]);
  expect(found.NtryDtls.TxDtls.RltdDts).toEqual({ TxDtTm: '2026-10-31T23:59:59.999-03:00' });
});

test('returned payments in both directions are reversals in camt.053, and fees have their own code', () => {
  const kinds = read(entriesFrom(0)).Ntry.map(
    ({
      BkTxCd,
      RvslInd,
    }: {
      BkTxCd: { Domn: { Fmly: object }; Prtry: { Cd: string } };
      RvslInd?: string;
    }) => [BkTxCd.Prtry.Cd, Object.values(BkTxCd.Domn.Fmly).join(), RvslInd ?? 'false'],
  );
  expect(kinds).toEqual([
    ['PIX_CREDIT_IN_ACCOUNT', 'RRCT,BOOK', 'false'],
    ['PIX_CASHOUT', 'IRCT,DMCT', 'false'],
    ['PIX_CASHIN', 'RRCT,DMCT', 'false'],
    ['PIX_CHARGEBACK', 'RRCT,RRTN', 'true'],
    ['PIX_CHARGEBACK_REFUND', 'RRCT,RRTN', 'false'],
    ['PIX_CASHOUT_REFUND', 'IRCT,RRTN', 'true'],
    ['PIX_CASHIN_TAX', 'RRCT,FEES', 'false'],
    ['PIX_CASHOUT_TAX', 'IRCT,FEES', 'false'],
    ['PIX_CASHOUT_TAX_MED', 'IRCT,FEES', 'false'],
  ]);
});

test('a negative balance is a debit balance in camt.053, and the balances of a partial file are interim', () => {
  const [, closing] = read(entriesFrom(0).slice(0, 2), true).Bal;
  expect(closing).toMatchObject({
    Tp: { CdOrPrtry: { Cd: 'CLBD' }, SubTp: { Cd: 'INTM' } },
    Amt: { '#text': '234.56' },
    CdtDbtInd: 'DBIT',
  });
});

test('a long tag in camt.053 is split into lines of 140 characters without loss', () => {
  const [entry] = entriesFrom(0);
  const tag = '😀ab'.repeat(110);
  const [found] = read(entry ? [{ ...entry, tag }] : []).Ntry;
  const lines = found.NtryDtls.TxDtls.RmtInf.Ustrd as string[];
  expect(lines.map((line) => [...line].length)).toEqual([140, 140, 50]);
  expect(lines.join('')).toBe(tag);
});

// Writes the statement as ISO 20022 camt.053.001.08: the opening and the closing balance, and each entry with its
// end-to-end id.

import { type Cents, toDecimalText } from '../base/money.ts';
import { saoPauloDay, toLocalTime } from '../base/time.ts';
import type { Entry, EntryType, ShownEntry } from '../ledger/entry.ts';
import type { FileHead, FileWriter } from './file-form.ts';
import { elements, xmlText } from './xml-text.ts';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

/**
 * ISO's codes of bank transactions: instant transfers that were received or issued, within Brazil, returned, or their
 * fees.
 */
type Coded = { family: 'RRCT' | 'IRCT'; kind: 'DMCT' | 'RRTN' | 'FEES' | 'BOOK'; isReversal?: true };
const codes: Record<EntryType, Coded> = {
  PIX_CASHIN: { family: 'RRCT', kind: 'DMCT' },
  PIX_CASHOUT: { family: 'IRCT', kind: 'DMCT' },
  PIX_CASHIN_TAX: { family: 'RRCT', kind: 'FEES' },
  PIX_CASHOUT_TAX: { family: 'IRCT', kind: 'FEES' },
  PIX_CASHOUT_TAX_MED: { family: 'IRCT', kind: 'FEES' },
  PIX_CHARGEBACK: { family: 'RRCT', kind: 'RRTN', isReversal: true },
  PIX_CHARGEBACK_REFUND: { family: 'RRCT', kind: 'RRTN' },
  PIX_CASHOUT_REFUND: { family: 'IRCT', kind: 'RRTN', isReversal: true },
  PIX_CREDIT_IN_ACCOUNT: { family: 'RRCT', kind: 'BOOK' },
};

/** Maximum number of characters of one `Ustrd`, and of a name. */
const lineMax = 140;

const time = (instant: string) => `${toLocalTime(instant)}-03:00`;
/**
 * Returns the day of an instant. Every reader accepts a day, but many ignore a time. The entry's own time is in its
 * details.
 */
const day = (instant: string) => ({ Dt: saoPauloDay(instant) });
const money = (value: Cents) => ({ '#text': toDecimalText(value), '@_Ccy': 'BRL' });

function balance(code: 'OPBD' | 'CLBD', value: Cents, at: string, isPart: boolean) {
  return {
    Tp: { CdOrPrtry: { Cd: code }, ...(isPart ? { SubTp: { Cd: 'INTM' } } : {}) },
    Amt: money(Math.abs(value) as Cents),
    CdtDbtInd: value < 0 ? 'DBIT' : 'CRDT',
    Dt: day(at),
  };
}

function transactionCode({ type }: Entry) {
  const { family, kind } = codes[type];
  return { Domn: { Cd: 'PMNT', Fmly: { Cd: family, SubFmlyCd: kind } }, Prtry: { Cd: type } };
}

/** Splits text into lines of at most `lineMax` characters. */
function lines(text: string): string[] {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / lineMax) }, (_, line) =>
    characters.slice(line * lineMax, (line + 1) * lineMax).join(''),
  );
}

const nameOf = (name: string) => lines(xmlText(name))[0];

const institutionOf = (ispb: string, name: string | null = null) => ({
  FinInstnId: {
    ...(name ? { Nm: nameOf(name) } : {}),
    Othr: { Id: ispb, SchmeNm: { Prtry: 'ISPB' } },
  },
});

/** Returns the elements of a CPF or CNPJ. A CPF belongs to a person, a CNPJ to an organisation. */
function legalIdOf(legalId: string) {
  const isOrganisation = legalId.length === 14 && !legalId.includes('*');
  const [kind, scheme] = isOrganisation ? ['OrgId', 'CNPJ'] : ['PrvtId', 'CPF'];
  return { [kind as string]: { Othr: { Id: legalId, SchmeNm: { Prtry: scheme } } } };
}

/** Returns the debtor or the creditor, depending on the direction of the entry, and that party's institution. */
function partiesOf({ direction, counterparty }: ShownEntry) {
  if (!counterparty) return {};
  const { name, legal_id, ispb, institution } = counterparty;
  const role = direction === 'CREDIT' ? 'Dbtr' : 'Cdtr';
  const party = {
    ...(name ? { Nm: nameOf(name) } : {}),
    ...(legal_id ? { Id: legalIdOf(legal_id) } : {}),
  };
  return {
    ...(name || legal_id ? { RltdPties: { [role]: { Pty: party } } } : {}),
    ...(ispb ? { RltdAgts: { [`${role}Agt`]: institutionOf(ispb, institution) } } : {}),
  };
}

function entryOf(entry: ShownEntry) {
  const [Amt, CdtDbtInd] = [money(entry.amountCents), entry.direction === 'CREDIT' ? 'CRDT' : 'DBIT'];
  const tag = xmlText(entry.tag ?? '');
  return {
    NtryRef: String(entry.seq),
    Amt,
    CdtDbtInd,
    ...(codes[entry.type].isReversal ? { RvslInd: 'true' } : {}),
    Sts: { Cd: 'BOOK' },
    BookgDt: day(entry.time),
    ValDt: day(entry.time),
    AcctSvcrRef: String(entry.seq),
    BkTxCd: transactionCode(entry),
    NtryDtls: {
      TxDtls: {
        Refs: {
          ...(entry.transactionId ? { InstrId: String(entry.transactionId) } : {}),
          EndToEndId: xmlText(entry.identification ?? 'NOTPROVIDED').slice(0, 35),
          ...(entry.codeTransaction ? { TxId: entry.codeTransaction.slice(0, 35) } : {}),
        },
        Amt,
        CdtDbtInd,
        ...partiesOf(entry),
        ...(tag ? { RmtInf: { Ustrd: lines(tag) } } : {}),
        RltdDts: { TxDtTm: time(entry.time) },
      },
    },
  };
}

function statementOf({
  id,
  account,
  ispb,
  start,
  end,
  madeAt,
  openingCents,
  closingCents,
  isPart,
}: FileHead) {
  return {
    Id: id,
    CreDtTm: time(madeAt),
    FrToDt: { FrDtTm: time(start), ToDtTm: time(end) },
    Acct: {
      Id: { Othr: { Id: account.number } },
      Ccy: 'BRL',
      Svcr: { ...institutionOf(ispb), BrnchId: { Id: account.branch } },
    },
    Bal: [balance('OPBD', openingCents, start, isPart), balance('CLBD', closingCents, end, isPart)],
  };
}

export const camtFile: FileWriter = {
  contentType: 'application/xml',
  extension: 'xml',
  begin: (head) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      `<Document xmlns="${namespace}">\n<BkToCstmrStmt>\n`,
      elements({ GrpHdr: { MsgId: head.id, CreDtTm: time(head.madeAt) } }),
      '<Stmt>\n',
      elements(statementOf(head)),
    ].join(''),
  entries: (entries) => (entries.length > 0 ? elements({ Ntry: entries.map(entryOf) }) : ''),
  end: () => '</Stmt>\n</BkToCstmrStmt>\n</Document>\n',
};

// The statement as OFX 1.02 in SGML: what Brazilian banks hand out and accounting programs import. ASCII only, which
// every reader decodes alike, and an end tag after every value, so that readers of XML find their way too.

import { toDecimalText } from '../base/money.ts';
import { saoPauloDay, toLocalTime } from '../base/time.ts';
import type { Entry, EntryType } from '../ledger/entry.ts';
import { asciiText } from './ascii-text.ts';
import { type FileHead, type FileWriter, movedCents } from './file-form.ts';
import { sgmlElements, sgmlText } from './xml-text.ts';

const header = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '',
].join('\r\n');

/** At most 32 characters. */
const names: Record<EntryType, string> = {
  PIX_CASHIN: 'Pix recebido',
  PIX_CASHOUT: 'Pix enviado',
  PIX_CASHIN_TAX: 'Tarifa de Pix recebido',
  PIX_CASHOUT_TAX: 'Tarifa de Pix enviado',
  PIX_CASHOUT_TAX_MED: 'Tarifa de devolucao (MED)',
  PIX_CHARGEBACK: 'Devolucao de Pix recebido',
  PIX_CHARGEBACK_REFUND: 'Devolucao desfeita',
  PIX_CASHOUT_REFUND: 'Pix enviado e devolvido',
  PIX_CREDIT_IN_ACCOUNT: 'Credito em conta',
};

const zone = '[-3:BRT]';
const time = (instant: string) => `${toLocalTime(instant).replace(/[-:T]/g, '')}${zone}`;

/** Noon of the day in São Paulo: readers that go by UTC, or that leave out the zone, are on the same day. */
const day = (instant: string) => `${saoPauloDay(instant).replaceAll('-', '')}120000${zone}`;

const isFee = ({ type }: Entry) => type.includes('_TAX');

function transaction(entry: Entry) {
  const memo = asciiText([entry.identification, entry.tag].filter(Boolean).join(' '));
  return {
    TRNTYPE: isFee(entry) ? 'SRVCHG' : entry.direction,
    DTPOSTED: day(entry.time),
    TRNAMT: toDecimalText(movedCents(entry)),
    // The number of the entry in its account: no other entry has it, and it never changes.
    FITID: String(entry.seq),
    ...(entry.transactionId ? { REFNUM: String(entry.transactionId) } : {}),
    NAME: names[entry.type],
    ...(memo ? { MEMO: sgmlText(memo.slice(0, 255)) } : {}),
  };
}

const ok = { CODE: '0', SEVERITY: 'INFO' };

/** The elements around the list of transactions, cut open where the transactions come. */
function frame({ id, account, ispb, start, end, madeAt, closingCents }: FileHead): [string, string] {
  const hole = 'TRANSACTIONS';
  const whole = sgmlElements({
    OFX: {
      SIGNONMSGSRSV1: {
        SONRS: { STATUS: ok, DTSERVER: time(madeAt), LANGUAGE: 'POR', FI: { ORG: ispb, FID: ispb } },
      },
      BANKMSGSRSV1: {
        STMTTRNRS: {
          TRNUID: id,
          STATUS: ok,
          STMTRS: {
            CURDEF: 'BRL',
            BANKACCTFROM: {
              BANKID: ispb,
              BRANCHID: account.branch,
              ACCTID: account.number,
              ACCTTYPE: 'CHECKING',
            },
            BANKTRANLIST: { DTSTART: day(start), DTEND: day(end), [hole]: 'x' },
            LEDGERBAL: { BALAMT: toDecimalText(closingCents), DTASOF: day(end) },
          },
        },
      },
    },
  });
  const [before = '', after = ''] = whole.split(`<${hole}>x</${hole}>\n`);
  return [before, after];
}

export const ofxFile: FileWriter = {
  contentType: 'application/x-ofx',
  extension: 'ofx',
  begin: (head) => `${header}${frame(head)[0]}`,
  entries: (entries) => (entries.length > 0 ? sgmlElements({ STMTTRN: entries.map(transaction) }) : ''),
  end: (head) => frame(head)[1],
};

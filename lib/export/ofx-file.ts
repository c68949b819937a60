// Writes the statement as OFX 1.02 in SGML, the format that Brazilian banks provide and accounting programs import. It
// contains only ASCII, which all readers decode in the same way. Every value has an end tag, so that XML readers can
// read the file too.

import { toDecimalText } from '../base/money.ts';
import { saoPauloDay, toLocalTime } from '../base/time.ts';
import type { Entry, ShownEntry } from '../ledger/entry.ts';
import { asciiText } from './ascii-text.ts';
import { type FileHead, type FileWriter, movedCents } from './file-form.ts';
import { kinds } from './words.ts';
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

/** Maximum number of characters of a transaction's name, and of its note. */
const [nameMax, memoMax] = [32, 255];

const zone = '[-3:BRT]';
const time = (instant: string) => `${toLocalTime(instant).replace(/[-:T]/g, '')}${zone}`;

/** Returns noon of the day in São Paulo, so that readers that use UTC or ignore the zone show the same day. */
const day = (instant: string) => `${saoPauloDay(instant).replaceAll('-', '')}120000${zone}`;

const isFee = ({ type }: Entry) => type.includes('_TAX');

/**
 * Returns the payee or payer, and all other texts of the entry. If the party is not known, the kind of the entry is
 * used.
 */
function textsOf({ type, counterparty, identification, tag }: ShownEntry) {
  const { legal_id, institution } = counterparty ?? {};
  const name = asciiText(counterparty?.name ?? '')
    .slice(0, nameMax)
    .trim();
  const said = [name ? kinds[type] : undefined, legal_id, institution, identification, tag];
  return {
    name: name || asciiText(kinds[type]),
    memo: asciiText(said.filter(Boolean).join(' ')).slice(0, memoMax),
  };
}

function transaction(entry: ShownEntry) {
  const { name, memo } = textsOf(entry);
  return {
    TRNTYPE: isFee(entry) ? 'SRVCHG' : entry.direction,
    DTPOSTED: day(entry.time),
    TRNAMT: toDecimalText(movedCents(entry)),
    // FITID is the number of the entry in its account, which is unique and never changes.
    FITID: String(entry.seq),
    ...(entry.transactionId ? { REFNUM: String(entry.transactionId) } : {}),
    NAME: sgmlText(name),
    ...(memo ? { MEMO: sgmlText(memo) } : {}),
  };
}

const ok = { CODE: '0', SEVERITY: 'INFO' };

/** Returns the elements before and after the list of transactions. */
function frame({
  id,
  account,
  ispb,
  bankCode,
  start,
  end,
  madeAt,
  closingCents,
}: FileHead): [string, string] {
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
              BANKID: bankCode || ispb,
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

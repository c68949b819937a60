// The statement as OFX 1.02 in SGML: what Brazilian banks hand out and accounting programs import. ASCII only, which
// every reader decodes alike, and an end tag after every value, so that readers of XML find their way too.

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

/** The longest name of a transaction, and the longest note. */
const [nameMax, memoMax] = [32, 255];

const zone = '[-3:BRT]';
const time = (instant: string) => `${toLocalTime(instant).replace(/[-:T]/g, '')}${zone}`;

/** Noon of the day in São Paulo: readers that go by UTC, or that leave out the zone, are on the same day. */
const day = (instant: string) => `${saoPauloDay(instant).replaceAll('-', '')}120000${zone}`;

const isFee = ({ type }: Entry) => type.includes('_TAX');

/** Whom it was paid to or came from, and all else that there is to say; without a party, what kind of entry it is. */
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
    // The number of the entry in its account: no other entry has it, and it never changes.
    FITID: String(entry.seq),
    ...(entry.transactionId ? { REFNUM: String(entry.transactionId) } : {}),
    NAME: sgmlText(name),
    ...(memo ? { MEMO: sgmlText(memo) } : {}),
  };
}

const ok = { CODE: '0', SEVERITY: 'INFO' };

/** The elements around the list of transactions, cut open where the transactions come. */
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

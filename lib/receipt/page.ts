// Draws a receipt as a page without scripts and external content, for phones and for printing.

import encodeQR from 'qr';
import type { Party } from '../ledger/entry.ts';
import { type Content, Html, h, joined } from '../page/elements.ts';
import { amountIn, type Language, legalIdIn, timeIn } from '../page/formats.ts';
import { type Fact, facts } from '../page/parts.ts';
import type { Receipt } from './receipt.ts';
import { style } from './style.ts';
import { type Words, words } from './words.ts';

const check =
  'M10 0a10 10 0 100 20 10 10 0 000-20zm5 7.4-6 6.5a1 1 0 01-1.5 0L5 11.2l1.5-1.4 1.8 1.9L13.5 6z';
const turn = 'M8 3 2.5 8.5 8 14v-4h4.5a3 3 0 010 6H9v2h3.5a5 5 0 000-10H8z';
const sign = (d: string): Html =>
  h.svg({ viewBox: '0 0 20 20', 'aria-hidden': 'true' }, h.path({ d, fill: 'currentColor' }));

/**
 * Draws the page.
 * @param now time at which the row was read (ISO, UTC)
 */
export function receiptPage(receipt: Receipt, code: string, language: Language, now: string): string {
  const text = words[language];
  const from = receipt.payer.institution;
  const amount = amountIn(language, receipt.amount);
  return shell(
    language,
    `${text.title} ${amount}`,
    h.header(h.h1(text.title), from ? h.p({ class: 'from' }, from) : ''),
    receipt.test ? h.p({ class: 'test', role: 'note' }, text.test) : '',
    h.section({ class: 'sum' }, h.p({ class: 'amount' }, amount), drawState(receipt, language)),
    h.section(
      { class: 'parties' },
      drawParty(text.payer, receipt.payer, text),
      drawParty(text.payee, receipt.payee, text, receipt.payee.named_by === 'payer'),
    ),
    h.section({ class: 'lines' }, h.h2(text.details), facts(linesOf(receipt, language))),
    drawProof(receipt, code, text),
    h.footer(
      { class: 'soft' },
      h.span(`${text.checkedAt} ${timeIn(language, now)} (${text.zone})`),
      otherLanguage(language),
    ),
  );
}

/** Draws the page for an address that belongs to no receipt. The page is the same for every such address. */
export function missingPage(language: Language): string {
  const text = words[language];
  return shell(
    language,
    text.missing,
    h.header(h.h1(text.title)),
    h.section(
      { class: 'sum' },
      h.p({ class: 'state bad' }, text.missing),
      h.p({ class: 'soft' }, text.missingNote),
    ),
    h.footer({ class: 'soft' }, h.span(), otherLanguage(language)),
  );
}

function linesOf(receipt: Receipt, language: Language): readonly Fact[] {
  const text = words[language];
  const at = (instant: string | null) => instant && `${timeIn(language, instant)} (${text.zone})`;
  const returns = receipt.status === 'REFUNDED' && receipt.returns.length < 2 ? [] : receipt.returns;
  return [
    [text.approvedAt, at(receipt.approved_at)],
    [text.paidAt, at(receipt.paid_at)],
    [text.refundedAt, at(receipt.refunded_at)],
    ...returns.map((one) => [text.return, `${amountIn(language, one.amount)}, ${at(one.at)}`] as const),
    [text.message, receipt.message],
    [text.method, text.methodName],
    [text.endToEndId, receipt.end_to_end_id, 'id'],
    [text.code, receipt.code_transaction, 'id'],
    [text.txid, receipt.txid, 'id'],
  ];
}

function drawState({ status, returned }: Receipt, language: Language): Html {
  const text = words[language];
  if (status === 'REFUNDED')
    return joined(
      h.p({ class: 'state back' }, sign(turn), text.refunded),
      h.p({ class: 'soft' }, text.refundedNote),
    );
  if (returned > 0)
    return joined(
      h.p({ class: 'state back' }, sign(turn), text.partly),
      h.p({ class: 'soft' }, text.partlyNote(amountIn(language, returned))),
    );
  return h.p({ class: 'state good' }, sign(check), text.paid);
}

function drawParty(
  title: string,
  { name, legal_id, institution, ispb }: Party,
  text: Words,
  isGiven = false,
): Html {
  const document = legal_id
    ? `${/^\*/.test(legal_id) ? 'CPF' : 'CNPJ'} ${legalIdIn(legal_id)}`
    : `${text.legalId}: ${text.notTold}`;
  return h.div(
    h.h2(title),
    h.p({ class: 'name' }, h.bdi(name ?? text.notTold)),
    h.p(document),
    h.p(institution ?? (ispb ? `ISPB ${ispb}` : text.notTold)),
    isGiven ? h.p({ class: 'soft' }, text.namedByPayer) : '',
  );
}

/** Draws how anybody checks the receipt: its address, on screens as a link, and on paper as a code. */
function drawProof({ address }: Receipt, code: string, text: Words): Html {
  const { host, pathname } = new URL(address);
  const place = `${host}${pathname.slice(0, -code.length)}`;
  const onScreen = (words: string) => h.span({ class: 'screen' }, words);
  const onPaper = (words: string) => h.span({ class: 'print' }, words);
  return h.section(
    { class: 'proof' },
    h.div({ class: 'qr' }, drawQr(address, text.check)),
    h.div(
      h.h2(onScreen(text.genuine), onPaper(text.check)),
      h.p({ class: 'soft' }, onScreen(text.genuineNote(place)), onPaper(text.checkNote)),
      h.a({ href: address }, address),
    ),
  );
}

/**
 * Draws a QR code as SVG, with all dark modules in one path. The page leaves the required margin of four modules around
 * it.
 */
function drawQr(address: string, title: string): Html {
  const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const path = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const size = modules.length;
  return h.svg(
    { viewBox: `0 0 ${size} ${size}`, role: 'img', 'shape-rendering': 'crispEdges' },
    h.title(title),
    h.path({ d: path.join(''), fill: '#000' }),
  );
}

const otherLanguage = (language: Language): Html => {
  const other = language === 'pt' ? 'en' : 'pt';
  const { tag } = words[other];
  return h.a({ class: 'screen', href: `?lang=${other}`, hreflang: tag, lang: tag }, words[language].other);
};

function shell(language: Language, title: string, ...body: readonly Content[]): string {
  const head = h.head(
    h.meta({ charset: 'utf-8' }),
    h.title(title),
    h.meta({ name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h.meta({ name: 'robots', content: 'noindex,nofollow' }),
    // The hash of exactly this text is in the content policy.
    h.style(new Html(style)),
  );
  return `<!doctype html>\n${h.html({ lang: words[language].tag }, head, h.body(h.main(body)))}`;
}

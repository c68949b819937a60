// Writes a receipt as a page without scripts and external content, for phones and for printing.

import encodeQR from 'qr';
import type { Party } from '../ledger/entry.ts';
import type { Receipt } from './receipt.ts';
import { style } from './style.ts';
import { amountIn, type Language, legalIdIn, timeIn, type Words, words } from './words.ts';

const codes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => codes[character] ?? '');

const check =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 0a10 10 0 100 20 10 10 0 000-20zm5 7.4-6 6.5a1 1 0 01-1.5 0L5 11.200l1.500-1.400 1.800 1.900L13.500 6z" fill="currentColor"/></svg>';
const turn =
  '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M8 3 2.500 8.500 8 14v-4h4.500a3 3 0 010 6H9v2h3.500a5 5 0 000-10H8z" fill="currentColor"/></svg>';

/**
 * Writes the page.
 * @param now time at which the row was read (ISO, UTC)
 */
export function receiptPage(receipt: Receipt, code: string, language: Language, now: string): string {
  const text = words[language];
  const { host, pathname } = new URL(receipt.address);
  const at = (instant: string | null) =>
    instant === null ? undefined : `${timeIn(language, instant)} (${text.zone})`;
  const place = escaped(`${host}${pathname.slice(0, -code.length)}`);
  const returns = receipt.status === 'REFUNDED' && receipt.returns.length < 2 ? [] : receipt.returns;
  const lines: readonly (readonly [string, string | null | undefined, string?])[] = [
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
  const from = receipt.payer.institution;
  return shell(
    language,
    `${text.title} ${amountIn(language, receipt.amount)}`,
    `<header><h1>${text.title}</h1>${from ? `<p class="from">${escaped(from)}</p>` : ''}</header>
${receipt.test ? `<p class="test" role="note">${text.test}</p>` : ''}
<section class="sum"><p class="amount">${amountIn(language, receipt.amount)}</p>
${state(receipt, language)}</section>
<section class="parties">${party(text.payer, receipt.payer, text)}${party(text.payee, receipt.payee, text, receipt.payee.named_by === 'payer')}</section>
<section class="lines"><h2>${text.details}</h2><dl>${lines.map(line).join('')}</dl></section>
<section class="proof"><div class="qr">${qrOf(receipt.address, text.check)}</div>
<div><h2><span class="screen">${text.genuine}</span><span class="print">${text.check}</span></h2>
<p class="soft"><span class="screen">${text.genuineNote(place)}</span><span class="print">${text.checkNote}</span></p><a href="${escaped(receipt.address)}">${escaped(receipt.address)}</a></div></section>
<footer class="soft"><span>${text.checkedAt} ${at(now)}</span>${otherLanguage(language)}</footer>`,
  );
}

/** Writes the page for an address that belongs to no receipt. The page is the same for every such address. */
export function missingPage(language: Language): string {
  const text = words[language];
  return shell(
    language,
    text.missing,
    `<header><h1>${text.title}</h1></header>
<section class="sum"><p class="state bad">${text.missing}</p><p class="soft">${text.missingNote}</p></section>
<footer class="soft"><span></span>${otherLanguage(language)}</footer>`,
  );
}

function state({ status, returned }: Receipt, language: Language): string {
  const text = words[language];
  if (status === 'REFUNDED')
    return `<p class="state back">${turn}${text.refunded}</p><p class="soft">${text.refundedNote}</p>`;
  if (returned > 0)
    return `<p class="state back">${turn}${text.partly}</p><p class="soft">${text.partlyNote(amountIn(language, returned))}</p>`;
  return `<p class="state good">${check}${text.paid}</p>`;
}

function party(
  title: string,
  { name, legal_id, institution, ispb }: Party,
  text: Words,
  isGiven = false,
): string {
  const document = legal_id
    ? escaped(`${/^\*/.test(legal_id) ? 'CPF' : 'CNPJ'} ${legalIdIn(legal_id)}`)
    : `${text.legalId}: ${text.notTold}`;
  const bank = institution ?? (ispb ? `ISPB ${ispb}` : text.notTold);
  return `<div><h2>${title}</h2><p class="name"><bdi>${escaped(name ?? text.notTold)}</bdi></p>
<p>${document}</p><p>${escaped(bank)}</p>
${isGiven ? `<p class="soft">${text.namedByPayer}</p>` : ''}</div>`;
}

function line([name, value, kind]: readonly [string, string | null | undefined, string?]): string {
  return value ? `<dt>${name}</dt><dd${kind ? ` class="${kind}"` : ''}>${escaped(value)}</dd>` : '';
}

/**
 * Returns a QR code as SVG, with all dark modules in one path. The page leaves the required margin of four modules
 * around it.
 */
function qrOf(address: string, title: string): string {
  const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const path = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const size = modules.length;
  return `<svg viewBox="0 0 ${size} ${size}" role="img" shape-rendering="crispEdges"><title>${title}</title><path d="${path.join('')}" fill="#000"/></svg>`;
}

const otherLanguage = (language: Language) => {
  const other = language === 'pt' ? 'en' : 'pt';
  return `<a class="screen" href="?lang=${other}" hreflang="${words[other].tag}" lang="${words[other].tag}">${words[language].other}</a>`;
};

function shell(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${words[language].tag}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow">
<style>${style}</style></head><body><main>${body}</main></body></html>`;
}

// Answers with a receipt in the format that the caller accepts: JSON, its signature alone, or a page.

import type { z } from 'zod';
import { acceptedLanguage, acceptedType } from '../http/accept.ts';
import type { ApiEvent, Reply } from '../http/api-event.ts';
import { type Language, languages } from '../page/formats.ts';
import type { receipt as answered } from './answers.ts';
import { missingPage, receiptPage } from './page.ts';
import type { Shown } from './show-receipt.ts';
import { contentPolicy } from './style.ts';

const formats = ['application/json', 'application/jose', 'text/html'] as const;
type Format = (typeof formats)[number];
type Answer = Reply<z.output<typeof answered>>;
type Wanted = { format: Format; language: Language };

/**
 * Returns the format and the language that the caller wants.
 * @param lang language in the query
 */
export function wantedOf({ headers }: ApiEvent, lang: Language | undefined): Wanted {
  return {
    format: acceptedType(headers.accept, formats),
    language: lang ?? acceptedLanguage(headers['accept-language'], languages),
  };
}

export function presentReceipt(shown: Shown, { format, language }: Wanted): Answer {
  const { receipt, code, jws, at } = shown;
  if (format === 'text/html') return page(receiptPage(receipt, code, language, at));
  if (format === 'application/jose') return { text: jws, headers: { ...closed, 'content-type': format } };
  return { body: { worked: true, genuine: true, code, ...receipt, jws }, headers: closed };
}

/** Returns the page for an address that belongs to no receipt. */
export const presentMissing = (language: Language): Answer => ({
  status: 404,
  ...page(missingPage(language)),
});

/**
 * Headers that keep the receipt out of caches, search indexes and referrers, because anybody with the address may read
 * it.
 */
const closed = {
  vary: 'accept, accept-language',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};
const page = (text: string) => ({
  text,
  headers: {
    ...closed,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy,
  },
});

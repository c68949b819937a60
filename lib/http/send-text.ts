// Answers with a text that stays the same: compressed if the caller can read that, and with nothing if it has the text already.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ApiEvent, Reply } from './api-event.ts';

export function makeSendText(text: string) {
  // Weak, because the compressed bytes have it too.
  const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  let packed: string | undefined;

  /** @param more headers, among them the content type and how long a cache may keep it */
  return ({ headers: asked }: ApiEvent, more: Record<string, string>): Reply<never> => {
    const headers = { ...more, etag, vary: 'accept-encoding' };
    if (asked['if-none-match'] === etag) return { status: 304, headers, text: '' };
    if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(asked['accept-encoding'] ?? ''))
      return { headers, text };
    packed ??= gzipSync(text).toString('base64');
    return { headers: { ...headers, 'content-encoding': 'gzip' }, base64: packed };
  };
}

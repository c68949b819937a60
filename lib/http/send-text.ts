// Answers with a constant text: compressed if the caller accepts gzip, and without a body if the caller has the text.

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { acceptsGzip } from './accept.ts';
import type { ApiEvent, Reply } from './api-event.ts';

export function makeSendText(text: string) {
  // The tag is weak, because the compressed bytes have the same tag.
  const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  let packed: string | undefined;

  /** @param more other headers, such as the content type and the time for which a cache may keep the text */
  return ({ headers: asked }: ApiEvent, more: Record<string, string>): Reply<never> => {
    const headers = { ...more, etag, vary: 'accept-encoding' };
    if (asked['if-none-match'] === etag) return { status: 304, headers, text: '' };
    if (!acceptsGzip(asked['accept-encoding'])) return { headers, text };
    packed ??= gzipSync(text).toString('base64');
    return { headers: { ...headers, 'content-encoding': 'gzip' }, base64: packed };
  };
}

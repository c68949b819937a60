// Serves the style sheet, the script and the icon of the console. Each address contains the hash of its file, so a
// browser can keep the file until it changes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The folder of the files, relative to Lambda's working directory. serverless.yml packages these files. */
const folder = 'lib/console';
const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;
type Kind = keyof typeof types;

/** A file of the pages. `name`: its name in the address. */
type Asset = { name: string; type: string; text: string };

const found = new Map<Kind, Asset>();

/** Returns a file. Each container reads it once. */
export function assetOf(kind: Kind): Asset {
  const known = found.get(kind);
  if (known) return known;
  const text = readFileSync(`${folder}/page.${kind}`, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const asset = { name: `page-${hash}.${kind}`, type: types[kind], text };
  found.set(kind, asset);
  return asset;
}

/**
 * Returns the headers of every page. They allow only the files above and forms to our own address. They forbid other
 * scripts and pictures, frames, and the conversion of text to HTML.
 * @param consoleUrl address of the console, without a trailing slash
 */
export function pageHeaders(consoleUrl: string) {
  const addressOf = (kind: Kind) => `${consoleUrl}/${assetOf(kind).name}`;
  const policy = [
    `default-src 'none'`,
    `script-src ${addressOf('js')}`,
    `style-src ${addressOf('css')}`,
    `img-src ${addressOf('svg')}`,
    `connect-src ${consoleUrl}/`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    vary: 'accept-encoding, accept-language, cookie',
  };
}

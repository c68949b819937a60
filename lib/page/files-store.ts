// Reads the files of the pages: style sheet, script, icons, face and logo. Each address contains the hash of its file,
// so a browser can keep the file until it changes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import { accentRules } from './brand.ts';
import { colourRules } from './colours.ts';
import { type FileName, fileTypes, type PageFile, type PageFiles } from './file-names.ts';
import { iconRules, spriteText } from './icons.ts';
import { logoOf } from './logo.ts';

/** The folder of the files, relative to Lambda's working directory. serverless.yml packages them. */
const folder = 'lib/page';
type Brand = Pick<Config, 'BRAND_ACCENT' | 'BRAND_LOGO'>;

function fileOf(given: FileName, content: string | Buffer): PageFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: given.replace('.', `-${hash}.`), type: fileTypes[given], bytes };
}

const known = new Map<string, PageFiles>();

/** Returns the files. Each container reads them once. */
export function filesOf({ BRAND_ACCENT, BRAND_LOGO }: Brand): PageFiles {
  const brand = `${BRAND_ACCENT} ${BRAND_LOGO}`;
  const found = known.get(brand);
  if (found) return found;
  const icons = fileOf('icons.svg', spriteText());
  const face = fileOf('page.woff2', readFileSync(`${folder}/page.woff2`));
  const rules = readFileSync(`${folder}/page.css`, 'utf8')
    .replace('page.woff2', face.name)
    .replace('icons.svg', icons.name);
  const logo = BRAND_LOGO ? readFileSync(BRAND_LOGO, 'utf8') : undefined;
  const files = {
    'page.css': fileOf('page.css', `${colourRules}${accentRules(BRAND_ACCENT)}${rules}${iconRules()}`),
    'page.js': fileOf('page.js', readFileSync(`${folder}/page.js`)),
    'page.woff2': face,
    'icons.svg': icons,
    'logo.svg': fileOf('logo.svg', logoOf(logo, BRAND_ACCENT)),
  };
  known.set(brand, files);
  return files;
}

/** Returns the current file of the same kind, because a page of an earlier version may ask for that version's file. */
export function currentFile(files: PageFiles, name: string): PageFile {
  return files[name.replace(/-[0-9a-f]{16}/, '') as FileName];
}

/**
 * Returns the headers of every page. They allow only the files above and forms to our own address. They forbid other
 * scripts and pictures, frames, and the conversion of text to HTML.
 * @param consoleUrl address of the console, without a trailing slash
 */
export function pageHeaders(files: PageFiles, consoleUrl: string) {
  const at = (name: FileName) => `${consoleUrl}/${files[name].name}`;
  const policy = [
    `default-src 'none'`,
    `script-src ${at('page.js')}`,
    `style-src ${at('page.css')}`,
    `font-src ${at('page.woff2')}`,
    `img-src ${at('icons.svg')} ${at('logo.svg')}`,
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

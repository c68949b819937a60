// Checks the logo of the brand, or makes the standard mark in the brand's colour.

import { accentsOf } from './brand.ts';

const bytesMost = 20_000;
/** What an SVG file must not contain: programs, other documents, and addresses outside the file. */
const forbidden =
  /<(script|foreignObject|iframe|!ENTITY)|\bon[a-z]+\s*=|(href|src)\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#)/i;

/**
 * Returns the logo as an SVG text. Refuses a text that is too large or that contains more than a picture.
 * @param text of the SVG file; absent: the standard mark
 * @param accent colour of the brand
 */
export function logoOf(text: string | undefined, accent: string): string {
  if (text === undefined) return standardMark(accent);
  if (!text.includes('<svg') || Buffer.byteLength(text) > bytesMost || forbidden.test(text))
    throw new Error(
      `BRAND_LOGO: must be an SVG picture of at most ${bytesMost} bytes, without programs and links`,
    );
  return text;
}

function standardMark(accent: string): string {
  const { accent: fill, 'on-accent': line } = accentsOf(accent).light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><path d="M8 17l5.5 5.5L24 11" fill="none" stroke="${line}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

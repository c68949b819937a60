// Writes a JSON value in the different ways in which common libraries write it. Each way gives other bytes, and so
// another signature.

import { depthOf, JsonNumber, parseJson } from '../base/json.ts';

type Style = {
  comma: string;
  colon: string;
  indent: string;
  quote: (text: string) => string;
  sorted: boolean;
};

const gaps = [
  { comma: ',', colon: ':', indent: '' },
  { comma: ', ', colon: ': ', indent: '' },
  { comma: ',', colon: ': ', indent: ' ' },
  { comma: ',', colon: ': ', indent: '  ' },
  { comma: ',', colon: ': ', indent: '    ' },
  { comma: ',', colon: ': ', indent: '\t' },
] as const;

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const asciiOnly = (text: string) => text.replace(/[\u0080-\uffff]/g, escaped);
/** Escapes text as Go's encoding/json does. */
const safeInHtml = (text: string) => text.replace(/[<>&\u2028\u2029]/g, escaped);
const slashesToo = (text: string) => text.replaceAll('/', '\\/');
const plain = (text: string) => text;
const quotes = [
  plain,
  asciiOnly,
  safeInHtml,
  slashesToo,
  (text: string) => slashesToo(asciiOnly(text)),
] as const;

const styles: readonly Style[] = gaps.flatMap((gap) =>
  quotes.flatMap((quote) => [false, true].map((sorted) => ({ ...gap, quote, sorted }))),
);

const compact = { comma: ',', colon: ':', indent: '', sorted: false };

/**
 * Maximum size of a body in bytes. Larger bodies are not tried, because writing them in every way would take too long.
 */
const bytesMax = 16 * 1024;
const depthMax = 20;

/**
 * Returns all ways to write the value; some may be equal. Returns nothing if the bytes are not JSON, too long or nested
 * too deeply.
 */
export function* spellingsOf(bytes: Uint8Array): Generator<string> {
  if (bytes.length > bytesMax || depthOf(bytes) > depthMax) return;
  const json = parseJson(bytes);
  if (!json) return;
  for (const style of styles) {
    yield write(json.value, style, (number) => number.text);
    // Most parsers change 10.50 to 10.5, so numbers are also written like that.
    yield write(json.value, style, (number) => JSON.stringify(Number(number.text)));
  }
  // Objects with few fields are tried in every order of their fields. With more fields there are too many orders.
  for (const value of reordered(json.value)) {
    for (const quote of [plain, safeInHtml])
      yield write(value, { ...compact, quote }, (number) => number.text);
  }
}

const membersMax = 5;

function* reordered(value: unknown): Generator<object> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
  const members = Object.entries(value);
  if (members.length > membersMax) return;
  for (const order of ordersOf(members)) yield Object.fromEntries(order);
}

function* ordersOf<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest];
}

function write(value: unknown, style: Style, writeNumber: (number: JsonNumber) => string, depth = 0): string {
  const { colon, quote, sorted } = style;
  if (value instanceof JsonNumber) return writeNumber(value);
  if (typeof value === 'string') return quote(JSON.stringify(value));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = (item: unknown) => write(item, style, writeNumber, depth + 1);
  if (Array.isArray(value)) return enclose('[', value.map(inner), ']', style, depth);
  const entries = Object.entries(value);
  if (sorted) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  const members = entries.map(([name, item]) => `${quote(JSON.stringify(name))}${colon}${inner(item)}`);
  return enclose('{', members, '}', style, depth);
}

function enclose(
  open: string,
  parts: string[],
  close: string,
  { comma, indent }: Style,
  depth: number,
): string {
  if (!indent || parts.length === 0) return `${open}${parts.join(comma)}${close}`;
  const [inside, outside] = [depth + 1, depth].map((times) => `\n${indent.repeat(times)}`);
  return `${open}${inside}${parts.join(`${comma}${inside}`)}${outside}${close}`;
}

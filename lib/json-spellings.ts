// The ways in which common libraries write one JSON value: same meaning, other bytes.

import { JsonNumber, parseJson } from './json.ts';

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
  { comma: ',', colon: ': ', indent: '  ' },
  { comma: ',', colon: ': ', indent: '    ' },
] as const;

const asciiOnly = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const slashesToo = (text: string) => text.replaceAll('/', '\\/');
const quotes = [
  (text: string) => text,
  asciiOnly,
  slashesToo,
  (text: string) => slashesToo(asciiOnly(text)),
] as const;

const styles: readonly Style[] = gaps.flatMap((gap) =>
  quotes.flatMap((quote) => [false, true].map((sorted) => ({ ...gap, quote, sorted }))),
);

/** Beyond these nobody writes bodies, and writing them in every style would take long. */
const bytesMax = 16 * 1024;
const depthMax = 20;

/** One after the other, some of them alike; none for what is no JSON, too long or too deep. */
export function* spellingsOf(bytes: Uint8Array): Generator<string> {
  if (bytes.length > bytesMax || depthOf(bytes) > depthMax) return;
  const json = parseJson(bytes);
  if (!json) return;
  for (const style of styles) {
    yield write(json.value, style, (number) => number.text);
    // 10.50 comes out of most parsers as 10.5.
    yield write(json.value, style, (number) => JSON.stringify(Number(number.text)));
  }
}

/** How deep brackets stand in each other at most; those in texts count as well. */
function depthOf(bytes: Uint8Array): number {
  let [depth, deepest] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
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

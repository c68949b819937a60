// Reads copy-and-paste QR codes (BR Code, the text of a PIX QR code), which consist of EMV fields, a CRC and PIX's own
// template. The reader is strict where an error could pay the wrong payee or amount (CRC, structure, currency, key). It
// is lenient about lengths, because lengths are often wrong in real codes.

import { parsePixKey } from '../account/pix-key.ts';
import { type Cents, parseAmount, toDecimal } from '../base/money.ts';
import { isAlphanumericCnpj } from '../base/tax-id.ts';

/**
 * A QR code. A static code contains a key and sometimes an amount. A dynamic code contains only the URL of its charge.
 */
export type BrCode =
  | { kind: 'static'; pixKey: string; amountCents?: Cents; txid?: string; isWithdrawal: boolean }
  | { kind: 'dynamic'; url: string };

/** The reason why a text is not a payable code, if it is more than a copying error. */
type NoCode = { kind: 'none'; why?: 'two templates' | 'two readings' };
const none: NoCode = { kind: 'none' };

type Fields = Map<string, string>;
/** Returns the number of units that a character counts in a length. */
type SizeOf = (character: string) => number;

const gui = 'br.gov.bcb.pix';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Ways to count a length. EMV counts characters, but programs that make codes count the units of their language,
 * sometimes bytes or UTF-16 units.
 */
const countings: readonly SizeOf[] = [() => 1, (character) => character.length, Buffer.byteLength];

/** Reads a code. Returns undefined for any text that is not a payable PIX code. */
export function parseBrCode(text: string): BrCode | undefined {
  const read = readBrCode(text);
  return read.kind === 'none' ? undefined : read;
}

/** Reads a code like `parseBrCode`, but returns the reason why a text is not a payable code. */
export function readBrCode(text: string): BrCode | NoCode {
  const code = text.trim();
  if (code.length <= 8 || code.length > 512 || !hasRightCrc(code)) return none;
  // All ways to count are tried, even if the first one gives a payable code, because another reader of the code may
  // count in another way and find another payee.
  const splits = countings.flatMap((sizeOf) => {
    const fields = readFields(code, sizeOf);
    return fields ? [{ fields, sizeOf }] : [];
  });
  const different = new Set(splits.map(({ fields }) => JSON.stringify([...fields])));
  if (different.size > 1) return { kind: 'none', why: 'two readings' };
  return splits[0] ? readSplit(splits[0].fields, splits[0].sizeOf) : none;
}

function readSplit(fields: Fields, sizeOf: SizeOf): BrCode | NoCode {
  const templates = hasPaymentFields(fields) ? pixTemplates(fields, sizeOf) : undefined;
  if (!templates) return none;
  const [pix, second] = templates;
  if (second) return { kind: 'none', why: 'two templates' };
  const [key, url] = [pix?.get('01'), pix?.get('25')];
  if (url !== undefined) return key === undefined && url !== '' ? { kind: 'dynamic', url } : none;
  const additional = readFields(fields.get('62') ?? '', sizeOf);
  if (key === undefined || !additional) return none;
  return readStatic({ key, amount: fields.get('54'), txid: additional.get('05') }, pix?.has('03') ?? false);
}

type Static = { key: string; amount: string | undefined; txid: string | undefined };

function readStatic({ key, amount, txid }: Static, isWithdrawal: boolean): BrCode | NoCode {
  const pixKey = parseCodeKey(key);
  const amountCents = amount === undefined ? undefined : parseCodeAmount(amount);
  if (!pixKey || (amount !== undefined && amountCents === undefined)) return none;
  return {
    kind: 'static',
    pixKey,
    isWithdrawal,
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(txid === undefined || txid === '***' ? {} : { txid }),
  };
}

/** Reads an amount. EMV allows leading zeros and a final point without digits, in at most thirteen characters. */
function parseCodeAmount(amount: string): Cents | undefined {
  return amount.length > 13
    ? undefined
    : parseAmount(amount.replace(/^0+(?=\d)/, '').replace(/^(\d+)\.$/, '$1'));
}

/**
 * Reads a key in a code. UUIDs of any version and CNPJs with letters are accepted, because the directory issued the
 * key.
 */
export function parseCodeKey(key: string): string | undefined {
  if (uuid.test(key)) return key.toLowerCase();
  if (isAlphanumericCnpj(key)) return key;
  return parsePixKey(key)?.value;
}

function hasPaymentFields(fields: Fields): boolean {
  const [first] = fields.keys();
  const initiation = fields.get('01');
  return (
    first === '00' &&
    fields.get('00') === '01' &&
    (initiation === undefined || initiation === '11' || initiation === '12') &&
    ['52', '59', '60'].every((id) => fields.has(id)) &&
    fields.get('53') === '986' &&
    fields.get('58') === 'BR'
  );
}

/**
 * Returns the PIX templates among the merchant templates 26 to 51. Returns undefined if a template names PIX and cannot
 * be read, because other readers may find a payee in it.
 */
function pixTemplates(fields: Fields, sizeOf: SizeOf): Fields[] | undefined {
  const found: Fields[] = [];
  for (const [id, value] of fields) {
    if (Number(id) < 26 || Number(id) > 51 || !value.toLowerCase().includes(gui)) continue;
    const template = readFields(value, sizeOf);
    if (template?.get('00')?.toLowerCase() !== gui) return undefined;
    found.push(template);
  }
  return found;
}

/**
 * Splits a text into fields of two-digit id, two-digit length and value. Returns undefined if a field is incomplete or
 * an id repeats.
 */
function readFields(text: string, sizeOf: SizeOf): Fields | undefined {
  const fields: Fields = new Map();
  for (let rest = text; rest !== ''; ) {
    const [head = '', id = '', length] = /^(\d\d)(\d\d)/.exec(rest) ?? [];
    const value = head ? take(rest.slice(head.length), Number(length), sizeOf) : undefined;
    if (value === undefined || fields.has(id)) return undefined;
    fields.set(id, value);
    rest = rest.slice(head.length + value.length);
  }
  return fields;
}

/** Returns the start of a text that has exactly this length, or undefined if there is none. */
function take(text: string, length: number, sizeOf: SizeOf): string | undefined {
  let [value, size] = ['', 0];
  for (const character of text) {
    if (size >= length) break;
    value += character;
    size += sizeOf(character);
  }
  return size === length ? value : undefined;
}

/**
 * Returns whether the CRC is right: CRC-16/CCITT-FALSE over the bytes up to and including "6304". Its hex digits may be
 * upper or lower case.
 */
function hasRightCrc(code: string): boolean {
  const [body, given] = [code.slice(0, -4), code.slice(-4)];
  return body.endsWith('6304') && given.toUpperCase() === crc16(body);
}

/** Makes a static code with an amount, for one of our charges. The name is cut to the length that a code allows. */
export function formatBrCode(charge: {
  pixKey: string;
  amountCents: Cents;
  name: string;
  txid: string;
}): string {
  const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value;
  const plain = charge.name.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
  const body = [
    field('00', '01'),
    field('26', field('00', gui) + field('01', charge.pixKey)),
    field('52', '0000'),
    field('53', '986'),
    field('54', toDecimal(charge.amountCents).toFixed(2)),
    field('58', 'BR'),
    field('59', plain.slice(0, 25) || 'PIX'),
    field('60', 'SAO PAULO'),
    field('62', field('05', charge.txid)),
    '6304',
  ].join('');
  return body + crc16(body);
}

/** Returns the CRC as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

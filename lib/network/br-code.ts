// Copy-and-paste codes (BR Code, the text of a PIX QR code): EMV tags, CRC and PIX's own template. Strict where a
// mistake could pay the wrong thing (CRC, structure, currency, key), lenient on the lengths that real codes break.

import { parsePixKey } from '../account/pix-key.ts';
import { type Cents, parseAmount, toDecimal } from '../base/money.ts';
import { isAlphanumericCnpj } from '../base/tax-id.ts';

/** A static code has a key and perhaps an amount; a dynamic code has only the URL of its charge. */
export type BrCode =
  | { kind: 'static'; pixKey: string; amountCents?: Cents; txid?: string; isWithdrawal: boolean }
  | { kind: 'dynamic'; url: string };

type Fields = Map<string, string>;

const gui = 'br.gov.bcb.pix';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Undefined for everything that is not a payable PIX code. */
export function parseBrCode(text: string): BrCode | undefined {
  const code = text.trim();
  if (code.length <= 8 || code.length > 512 || !hasRightCrc(code)) return undefined;
  const fields = readFields(code);
  const pix = fields && readPixTemplate(fields);
  if (!fields || !pix || !hasPaymentFields(fields)) return undefined;

  const [key, url] = [pix.get('01'), pix.get('25')];
  if (url !== undefined) return key === undefined && url !== '' ? { kind: 'dynamic', url } : undefined;
  return key === undefined ? undefined : readStatic(fields, key, pix.has('03'));
}

function readStatic(fields: Fields, key: string, isWithdrawal: boolean): BrCode | undefined {
  const pixKey = parseCodeKey(key);
  const additional = fields.has('62') ? readFields(fields.get('62') ?? '') : new Map<string, string>();
  if (!pixKey || !additional) return undefined;
  const amount = fields.get('54');
  const amountCents = amount === undefined ? undefined : parseAmount(amount);
  if (amount !== undefined && amountCents === undefined) return undefined;
  const txid = additional.get('05');
  return {
    kind: 'static',
    pixKey,
    isWithdrawal,
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(txid === undefined || txid === '***' ? {} : { txid }),
  };
}

/** A key in a code may be a UUID of any version or a CNPJ with letters: the directory issued it. */
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

/** The PIX template among the merchant templates 26 to 51. */
function readPixTemplate(fields: Fields): Fields | undefined {
  for (const [id, value] of fields) {
    const template = Number(id) >= 26 && Number(id) <= 51 ? readFields(value) : undefined;
    if (template?.get('00')?.toLowerCase() === gui) return template;
  }
  return undefined;
}

/** Fields of two-digit id, two-digit length and value. Undefined if one is incomplete or an id repeats. */
function readFields(text: string): Fields | undefined {
  const fields: Fields = new Map();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    if (!head) return undefined;
    const [id, length] = [head[1] as string, Number(head[2])];
    const value = text.slice(at + 4, at + 4 + length);
    if (value.length < length || fields.has(id)) return undefined;
    fields.set(id, value);
    at += 4 + length;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE over the bytes up to and including "6304"; its hex digits may be in either case. */
function hasRightCrc(code: string): boolean {
  const [body, given] = [code.slice(0, -4), code.slice(-4)];
  return body.endsWith('6304') && given.toUpperCase() === crc16(body);
}

/** A static code with an amount, for a charge of ours. The name is cut to what a code can carry. */
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

/** Four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

// Fetches the charge of a dynamic QR code: a signed document (compact JWS) at the URL in the code. The URL is not
// trusted. The document, and the keys that verify it, are fetched only from hosts of known issuers.

import { compactVerify, createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { makeMemory } from '../base/memory.ts';
import { parseAmount } from '../base/money.ts';
import { readPublicUrl } from '../base/public-url.ts';
import { addDays, addSeconds, toLocalTime } from '../base/time.ts';
import type { Outbound } from '../platform/outbound.ts';
import { parseCodeKey } from './br-code.ts';
import type { ChargeLookup } from './port.ts';

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];
const limits = { timeoutMs: 2_500, bytesMax: 64 * 1024 };
const keysCachedMs = 300_000;
/** Minimum time between two reads of an issuer's keys that were caused by an unknown key (ms). */
const keysAgainMs = 30_000;
const graceDays = 30;
/** Status codes of temporary refusals: timeout, too early, too many requests. */
const passing = [408, 425, 429];

const charge = z.object({
  status: z.string(),
  txid: z.string().regex(/^[a-zA-Z0-9]{26,35}$/),
  chave: z.string(),
  calendario: z.object({
    criacao: z.iso.datetime({ offset: true }).optional(),
    /** Seconds from the creation until the charge expires. */
    expiracao: z.int().min(0).optional(),
    dataDeVencimento: z.iso.date().optional(),
    validadeAposVencimento: z.int().min(0).default(graceDays),
  }),
  valor: z.object({
    original: z.string(),
    /** The amount of a charge with a due date, with fines, interest and discounts of the day of payment. */
    final: z.string().optional(),
    /** If 1, the payer decides the amount. */
    modalidadeAlteracao: z.union([z.literal(0), z.literal(1)]).default(0),
    /** Cash withdrawal or change (Pix Saque, Pix Troco). A charge with this field is not payable here. */
    retirada: z.undefined().optional(),
  }),
});

type Options = {
  outbound: Outbound;
  /** Hosts that may serve charges and keys, with a port if it is not 443. */
  issuers: readonly string[];
  now: () => Date;
};

export type FetchCharge = (url: string) => Promise<ChargeLookup>;

export function makeFetchCharge({ outbound, issuers, now }: Options): FetchCharge {
  const cache = makeMemory<string, { keys: JSONWebKeySet; until: number; notAgainUntil: number }>(
    issuers.length * 2,
  );

  /** Returns the URL if its host belongs to a known issuer, otherwise undefined. */
  function issuerUrl(text: string): URL | undefined {
    const read = readPublicUrl(text, true);
    if ('fault' in read || read.url.protocol !== 'https:') return undefined;
    return issuers.includes(read.url.host) ? read.url : undefined;
  }

  async function get(url: URL, accept: string): Promise<Buffer | 'gone' | 'unknown'> {
    const result = await outbound({ method: 'GET', url: url.href, headers: { accept }, ...limits });
    if (result.kind !== 'answered') return 'unknown';
    const { status, body, isWhole } = result;
    if (status === 200) return isWhole ? body : 'unknown';
    return status >= 400 && status < 500 && !passing.includes(status) ? 'gone' : 'unknown';
  }

  async function keysAt(url: URL, fresh: boolean): Promise<JSONWebKeySet | undefined> {
    const cached = cache.get(url.href);
    const time = now().getTime();
    if (cached && !fresh && cached.until > time) return cached.keys;
    const answer = await get(url, 'application/jwk-set+json, application/json');
    if (!Buffer.isBuffer(answer)) return undefined;
    const keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }).safeParse(parse(answer));
    if (!keys.success) return undefined;
    const notAgainUntil = fresh ? time + keysAgainMs : 0;
    cache.keep(url.href, { keys: keys.data as JSONWebKeySet, until: time + keysCachedMs, notAgainUntil });
    return keys.data as JSONWebKeySet;
  }

  /**
   * Returns the signed content, or an empty object if the signature is not the issuer's. Returns undefined if the
   * issuer's keys cannot be read.
   */
  async function open(jws: string, keysUrl: URL, fresh = false): Promise<{ content?: unknown } | undefined> {
    const keys = await keysAt(keysUrl, fresh);
    if (!keys) return undefined;
    try {
      const { payload } = await compactVerify(jws, createLocalJWKSet(keys), { algorithms });
      return { content: parse(payload) };
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || fresh) return {};
      // The issuer may have replaced its keys since they were cached, so they are read again. If they were read again
      // only recently, the outcome is unknown.
      const { notAgainUntil = 0 } = cache.get(keysUrl.href) ?? {};
      return notAgainUntil > now().getTime() ? undefined : open(jws, keysUrl, true);
    }
  }

  return async (text) => {
    const url = issuerUrl(`https://${text}`);
    if (!url) return { kind: 'not_payable' };
    // The URL names the day of payment, because the amount of a charge with a due date depends on that day.
    if (url.pathname.includes('/cobv/')) url.searchParams.set('DPP', today(now()));
    const answer = await get(url, 'application/jose');
    if (answer === 'unknown') return { kind: 'unknown' };
    if (answer === 'gone') return { kind: 'not_payable' };
    const jws = answer.toString('latin1').trim();
    const keysUrl = issuerUrl(keysAddress(jws));
    if (!keysUrl) return { kind: 'not_payable' };
    const opened = await open(jws, keysUrl);
    return opened ? judge(opened.content, now()) : { kind: 'unknown' };
  };
}

/** Returns the address of the issuer's keys, from the header `jku`. */
function keysAddress(jws: string): string {
  try {
    return decodeProtectedHeader(jws).jku ?? '';
  } catch {
    return '';
  }
}

function judge(content: unknown, now: Date): ChargeLookup {
  const read = charge.safeParse(content);
  if (!read.success || read.data.status !== 'ATIVA' || isOver(read.data.calendario, now)) {
    return { kind: 'not_payable' };
  }
  const { txid, chave, valor } = read.data;
  const pixKey = parseCodeKey(chave);
  if (!pixKey) return { kind: 'not_payable' };
  // The payer decides the amount, so the charge itself has no amount.
  if (valor.modalidadeAlteracao === 1) return { kind: 'payable', pixKey, txid };
  const amountCents = parseAmount(valor.final ?? valor.original);
  return amountCents ? { kind: 'payable', pixKey, amountCents, txid } : { kind: 'not_payable' };
}

function isOver({ criacao, expiracao, ...due }: z.output<typeof charge>['calendario'], now: Date): boolean {
  if (due.dataDeVencimento) return today(now) > addDays(due.dataDeVencimento, due.validadeAposVencimento);
  if (!criacao || expiracao === undefined) return true;
  return now.toISOString() >= addSeconds(new Date(criacao), expiracao);
}

/** Returns the date in Brasília, YYYY-MM-DD. */
function today(now: Date): string {
  return toLocalTime(now.toISOString()).slice(0, 10);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

// The signature of a receipt: a JWS that anybody verifies with the published keys, without asking us. Its key, type and
// audience are its own, so that it is no access token, and a token is no receipt.

import { importJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose';
import { invariant } from '../base/errors.ts';
import type { Config } from '../platform/config.ts';
import type { Holders } from './holder-store.ts';
import type { Receipt } from './receipt.ts';

const receiptType = 'receipt+jwt';
const receiptAudience = 'pix-receipt';
const algorithm = 'ES256';

/** The published keys, also of receipts that were signed years ago. */
export const receiptKeys = ({ RECEIPT_PUBLIC_KEYS = '{"keys":[]}' }: Config): JWK[] =>
  (JSON.parse(RECEIPT_PUBLIC_KEYS) as JSONWebKeySet).keys;

type SignReceipt = ReturnType<typeof makeSignReceipt>;

/** What receipts are made from, besides the cashout. */
export type WithReceipts = { holders: Holders; signReceipt: SignReceipt };

export function makeSignReceipt(config: Config) {
  /**
   * In compact form. It says what was so at its time `iat`, and never expires: money may come back afterwards.
   * @param subject the receipt's public code
   */
  return async (receipt: Receipt, subject: string, now: Date): Promise<string> => {
    invariant(config.RECEIPT_SIGNING_KEY, 'a function that shows receipts has RECEIPT_SIGNING_KEY');
    const jwk = JSON.parse(config.RECEIPT_SIGNING_KEY) as JWK & { kid: string };
    return new SignJWT({ receipt })
      .setProtectedHeader({ alg: algorithm, typ: receiptType, kid: jwk.kid })
      .setIssuer(config.BASE_URL)
      .setAudience(receiptAudience)
      .setSubject(subject)
      .setIssuedAt(Math.floor(now.getTime() / 1000))
      .sign(await importJWK(jwk, algorithm));
  };
}

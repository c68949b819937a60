// Signs a receipt: a JWS that anybody can verify with the published keys, without a call to us. The signature has its
// own key, type and audience. So a receipt is never valid as an access token, and a token is never valid as a receipt.

import { importJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose';
import { invariant } from '../base/errors.ts';
import type { Config } from '../platform/config.ts';
import type { Holders } from './holder-store.ts';
import type { Receipt } from './receipt.ts';

const receiptType = 'receipt+jwt';
const receiptAudience = 'pix-receipt';
const algorithm = 'ES256';

/** Returns the published keys, including those that signed old receipts. */
export const receiptKeys = ({ RECEIPT_PUBLIC_KEYS = '{"keys":[]}' }: Config): JWK[] =>
  (JSON.parse(RECEIPT_PUBLIC_KEYS) as JSONWebKeySet).keys;

type SignReceipt = ReturnType<typeof makeSignReceipt>;

/** The values that a receipt needs in addition to the cashout: the holder of the account, and the signature. */
export type WithHolders = { holders: Holders };
export type WithReceipts = WithHolders & { signReceipt: SignReceipt };

export function makeSignReceipt(config: Config) {
  /**
   * Signs in compact form. The signature certifies the state at the time `iat`. The signature never expires, although
   * the money may be returned later.
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

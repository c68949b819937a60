// Access tokens: JWT, ES256, our own issuer. The algorithm is pinned and every claim is required, since the
// library accepts a token without expiry or audience unless told otherwise.

import {
  createLocalJWKSet,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose';
import * as z from 'zod';
import { invariant } from '../base/errors.ts';
import type { Config } from '../platform/config.ts';

const algorithm = 'ES256';
const type = 'at+jwt';
const leewaySeconds = 5;
const verifiedMax = 1_000;

const claims = z.object({
  sub: z.string().min(1),
  client_id: z.string().min(1),
  company_id: z.string().min(1),
  aud: z.enum(['api', 'web']),
  iat: z.number(),
  exp: z.number(),
  nbf: z.number().optional(),
});

export type Audience = 'api' | 'web';
export type Identity = { userId: string; clientId: string; companyId: string; audience: Audience };

export type Tokens = {
  /** The public keys, as served at /.well-known/jwks.json. */
  publicKeys: JSONWebKeySet;
  issue(identity: Identity, now: Date, tokenId: string): Promise<{ token: string; seconds: number }>;
  /**
   * Who the token speaks for; undefined for every token that is not wholly right, and `expired` for one of ours whose
   * time alone is over.
   */
  verify(token: string, now: Date): Promise<Identity | 'expired' | undefined>;
};

export function makeTokens(config: Config): Tokens {
  const publicKeys = JSON.parse(config.TOKEN_PUBLIC_KEYS ?? '{"keys":[]}') as JSONWebKeySet;
  const findNamed = createLocalJWKSet(publicKeys);
  /** A token names its key: left to itself the library takes the only one that fits. */
  const findKey: JWTVerifyGetKey = (header, token) => {
    if (!header.kid) throw new errors.JWKSNoMatchingKey();
    return findNamed(header, token);
  };
  const { TOKEN_ISSUER: issuer, TOKEN_SECONDS: seconds } = config;
  /**
   * Tokens that were wholly right, by every character of them, and when they count without leeway (in seconds): a
   * signature that held holds for as long as these keys are in use. Refusals are never kept.
   */
  const verified = new Map<string, { identity: Identity; from: number; until: number }>();

  return {
    publicKeys,

    async issue(identity, now, tokenId) {
      invariant(config.TOKEN_SIGNING_KEY, 'the token endpoint has a signing key');
      const jwk = JSON.parse(config.TOKEN_SIGNING_KEY) as JWK & { kid: string };
      const issuedAt = Math.floor(now.getTime() / 1000);
      const token = await new SignJWT({ client_id: identity.clientId, company_id: identity.companyId })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: jwk.kid })
        .setSubject(identity.userId)
        .setAudience(identity.audience)
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .setJti(tokenId)
        .sign(await importJWK(jwk, algorithm));
      return { token, seconds };
    },

    async verify(token, now) {
      // Without keys no caller is to blame.
      invariant(config.TOKEN_PUBLIC_KEYS, 'who verifies tokens has their public keys');
      const known = verified.get(token);
      const time = now.getTime() / 1000;
      // At the edges of its time the token is judged in full.
      if (known && known.from <= time && time < known.until) return known.identity;
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience: ['api', 'web'],
          requiredClaims: ['sub', 'client_id', 'company_id', 'iat', 'exp', 'jti'],
          maxTokenAge: seconds,
          clockTolerance: leewaySeconds,
          currentDate: now,
        });
        const read = claims.safeParse(payload);
        if (!read.success) return undefined;
        const { sub, client_id, company_id, aud, iat, exp, nbf = iat } = read.data;
        const identity = Object.freeze({
          userId: sub,
          clientId: client_id,
          companyId: company_id,
          audience: aud,
        });
        if (verified.size >= verifiedMax) verified.clear();
        verified.set(token, { identity, from: Math.max(iat, nbf), until: Math.min(exp, iat + seconds) });
        return identity;
      } catch (error) {
        // The library looks at the times last, after signature and claims.
        if (error instanceof errors.JWTExpired) return 'expired';
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

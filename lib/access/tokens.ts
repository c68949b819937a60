// Issues and verifies access tokens: JWT, ES256, our own issuer. The algorithm is fixed and every claim is required,
// because the library by default accepts a token without expiry or audience.

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
import { makeMemory } from '../base/memory.ts';
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
/**
 * Audiences of people who sign in: `console` for people of a company, `desk` for operators. Tokens are never issued
 * for these audiences.
 */
export const personAudiences = ['console', 'desk'] as const;
export type PersonAudience = (typeof personAudiences)[number];
export const isPerson = (audience: string | undefined): audience is PersonAudience =>
  personAudiences.some((one) => one === audience);

/** The identity of a caller. `userName` comes from the table, because tokens contain no name. */
export type Identity = {
  userId: string;
  clientId: string;
  companyId: string;
  audience: Audience | PersonAudience;
  userName?: string | undefined;
};

export type Tokens = {
  /** The public keys, as /.well-known/jwks.json shows them. */
  publicKeys: JSONWebKeySet;
  issue(identity: Identity, now: Date, tokenId: string): Promise<{ token: string; seconds: number }>;
  /**
   * Returns the identity in a token. Returns `expired` if only the token's time is over, and undefined if anything else
   * is wrong.
   */
  verify(token: string, now: Date): Promise<Identity | 'expired' | undefined>;
};

export function makeTokens(config: Config): Tokens {
  const publicKeys = JSON.parse(config.TOKEN_PUBLIC_KEYS ?? '{"keys":[]}') as JSONWebKeySet;
  const findNamed = createLocalJWKSet(publicKeys);
  /**
   * Finds the key that a token names. A token must name its key, because the library would otherwise use the only key
   * that matches.
   */
  const findKey: JWTVerifyGetKey = (header, token) => {
    if (!header.kid) throw new errors.JWKSNoMatchingKey();
    return findNamed(header, token);
  };
  const { TOKEN_ISSUER: issuer, TOKEN_SECONDS: seconds } = config;
  /**
   * Verified tokens by their whole text, with their period of validity without leeway (in seconds). A signature that
   * was verified stays valid as long as these keys are in use. Refused tokens are not cached.
   */
  const verified = makeMemory<string, { identity: Identity; from: number }>(verifiedMax);

  return {
    publicKeys,

    async issue(identity, now, tokenId) {
      invariant(config.TOKEN_SIGNING_KEY, 'the token endpoint has TOKEN_SIGNING_KEY');
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
      // If the keys are missing, the error is ours and not the caller's.
      invariant(config.TOKEN_PUBLIC_KEYS, 'a function that verifies tokens has TOKEN_PUBLIC_KEYS');
      const known = verified.get(token, now.getTime());
      // Outside the period, the token is verified in full, with the leeway.
      if (known && known.from <= now.getTime()) return known.identity;
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
        const [from, until] = [Math.max(iat, nbf) * 1_000, Math.min(exp, iat + seconds) * 1_000];
        verified.keep(token, { identity, from }, until);
        return identity;
      } catch (error) {
        // The library checks the times last, so signature and claims are valid here.
        if (error instanceof errors.JWTExpired) return 'expired';
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

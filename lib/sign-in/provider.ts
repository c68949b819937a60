// The provider of identities (OpenID Connect): where a person proves who it is. Passwords are never ours.

import * as openid from 'openid-client';
import type { Config } from '../platform/config.ts';

/** What a person's sign-in proved. */
export type Proven = { issuer: string; subject: string };
/** What was made for one sign-in, and must come back. */
type Checks = { state: string; nonce: string; verifier: string };

export type Provider = {
  /** @returns the address to which the browser is sent */
  begin(checks: Checks): Promise<string>;
  /**
   * Exchanges the code of the answer.
   * @param answer the address to which the provider has sent the browser
   * @returns undefined if the answer is not one to these checks, or the person has refused
   */
  finish(answer: URL, checks: Checks): Promise<Proven | undefined>;
  /** The address at which the person signs out at the provider; undefined if it has none. */
  signOut(): Promise<string | undefined>;
};

/** Seconds for a call to the provider. */
const answerWithinSeconds = 3;

/** We are a public client: PKCE proves that the browser's answer belongs to our question, and no secret has to be kept. */
export function makeProvider({ CONSOLE_URL, CONSOLE_ISSUER, CONSOLE_CLIENT_ID, STAGE }: Config): Provider {
  const redirectUri = `${CONSOLE_URL}/signed-in`;
  let found: Promise<openid.Configuration> | undefined;

  /** Once per container. A failure is tried again at the next call. */
  function discover(): Promise<openid.Configuration> {
    found ??= openid
      .discovery(new URL(CONSOLE_ISSUER ?? ''), CONSOLE_CLIENT_ID ?? '', undefined, openid.None(), {
        timeout: answerWithinSeconds,
        // On a developer's machine the provider has no certificate.
        ...(STAGE === 'local' ? { execute: [openid.allowInsecureRequests] } : {}),
      })
      .catch((error) => {
        found = undefined;
        throw error;
      });
    return found;
  }

  return {
    async begin({ state, nonce, verifier }) {
      const url = openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    async finish(answer, { state, nonce, verifier }) {
      const provider = await discover();
      try {
        const tokens = await openid.authorizationCodeGrant(provider, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        return claims && { issuer: claims.iss, subject: claims.sub };
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },

    async signOut() {
      const provider = await discover();
      if (!provider.serverMetadata().end_session_endpoint) return undefined;
      const address = CONSOLE_URL ?? '';
      // Cognito knows only its own name for it, and others ignore that.
      const back = { post_logout_redirect_uri: address, logout_uri: address };
      return openid.buildEndSessionUrl(provider, back).href;
    },
  };
}

/** The provider or the person has said no, or the answer does not fit. Anything else is a fault. */
const isRefusal = (error: unknown): boolean =>
  error instanceof openid.AuthorizationResponseError ||
  error instanceof openid.ResponseBodyError ||
  (error instanceof openid.ClientError && error.code !== 'OAUTH_TIMEOUT');

// Connects to the identity provider (OpenID Connect), where people prove who they are. We never receive passwords.

import * as openid from 'openid-client';
import type { Config } from '../platform/config.ts';

/** The identity that a person's sign-in has proved. */
export type Proven = { issuer: string; subject: string };
/** Values that are made for one sign-in. The provider's answer must match them. */
type Checks = { state: string; nonce: string; verifier: string };

export type Provider = {
  /** Returns the address to which the browser is sent. */
  begin(checks: Checks): Promise<string>;
  /**
   * Exchanges the code of the answer.
   * @param answer the address to which the provider has sent the browser
   * @returns undefined if the answer does not match these checks, or the person has refused
   */
  finish(answer: URL, checks: Checks): Promise<Proven | undefined>;
  /** Returns the provider's address for signing out, or undefined if the provider has none. */
  signOut(): Promise<string | undefined>;
};

/**
 * Makes a public client. A public client needs no secret, because PKCE proves that the browser's answer belongs to our
 * request.
 * @param timeout maximum duration of a call to the provider (seconds)
 */
export function makeProvider(
  { CONSOLE_URL, CONSOLE_ISSUER, CONSOLE_CLIENT_ID, STAGE }: Config,
  timeout = 3,
): Provider {
  const redirectUri = `${CONSOLE_URL}/signed-in`;
  let found: Promise<openid.Configuration> | undefined;

  /** Reads the provider's metadata once per container. After a failure, the next call tries again. */
  function discover(): Promise<openid.Configuration> {
    found ??= openid
      .discovery(new URL(CONSOLE_ISSUER ?? ''), CONSOLE_CLIENT_ID ?? '', undefined, openid.None(), {
        timeout,
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
      // Cognito knows only its own name of the parameter, which other providers ignore.
      const back = { post_logout_redirect_uri: address, logout_uri: address };
      return openid.buildEndSessionUrl(provider, back).href;
    },
  };
}

/** Returns whether the provider or the person has refused, or the answer does not fit. Any other error is a fault. */
const isRefusal = (error: unknown): boolean =>
  error instanceof openid.AuthorizationResponseError ||
  error instanceof openid.ResponseBodyError ||
  (error instanceof openid.ClientError && error.code !== 'OAUTH_TIMEOUT');

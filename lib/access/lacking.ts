// Explains a 401: which credential is missing or wrong, in `detail` and www-authenticate (RFC 6750, section 3). The
// explanation reveals nothing about a token with a wrong signature, nor whether a client or user exists.

import type { Said } from '../base/errors.ts';

const realm = 'realm="pix-cashout"';

/**
 * Makes a challenge of the Bearer scheme. If the request had no token, the challenge contains no error, as the RFC
 * requires.
 */
const bearer = (detail: string, error?: string, more = ''): Said => ({
  detail,
  challenge: `Bearer ${realm}${error ? `, error="${error}", error_description="${detail}"${more}` : ''}`,
});

export const noToken = bearer('The header authorization has no bearer token');
/** Used for every wrong token, also if its client is unknown, closed or frozen, or does not match the token. */
export const wrongToken = bearer('The token is not valid', 'invalid_token');
export const expiredToken = bearer('The token has expired', 'invalid_token');
export const wrongAudience = (audience: string, needed: string) =>
  bearer(`The token has the audience ${audience}, but this call needs ${needed}`, 'invalid_token');
export const noHmac = bearer('The header hmac is missing', 'invalid_request');
/** Used for every error of the one-time code. The text is always the same, so that it does not help to guess a code. */
export const noCode = bearer(
  'The one-time code (mfa_code) is missing, wrong or already used, or there were too many wrong codes',
  'invalid_request',
);
export const noPermission = (missing: readonly string[], needed: readonly string[]) =>
  bearer(
    `The policy on the account does not permit ${missing.join(', ')}`,
    'insufficient_scope',
    `, scope="${needed.join(' ')}"`,
  );

const sandboxKey = (how: string): Said => ({
  detail: `The header x-sandbox-key is ${how}`,
  challenge: `SandboxKey ${realm}`,
});
export const noSandboxKey = sandboxKey('missing');
export const wrongSandboxKey = sandboxKey('wrong');

const basic = (detail: string): Said => ({ detail, challenge: `Basic ${realm}` });
export const noCredentials = basic(
  'The client credentials are missing: send client_id and client_secret by HTTP Basic or in the form',
);
/**
 * Used for an unknown client, a closed client and a wrong secret. The text is always the same, so that it does not
 * reveal which clients exist.
 */
export const wrongCredentials = basic('The client credentials are not valid');

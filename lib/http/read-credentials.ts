// Reads the token request of RFC 6749: a form body, with the credentials in the form or in an HTTP Basic header. API
// Gateway delivers forms as base64.

import { noCredentials, wrongCredentials } from '../access/lacking.ts';
import { refuse, refuseSaying } from '../base/errors.ts';
import type { ApiEvent } from './api-event.ts';
import { bodyBytes } from './read-request.ts';

const clientIdMax = 100;

export type Credentials = { clientId: string; clientSecret: string };

export function readCredentials(event: ApiEvent): Credentials {
  const text = bodyBytes(event).toString('utf8');
  const form = new URLSearchParams(text);
  const grantType = form.get('grant_type') ?? refuseForm(text);
  if (grantType !== 'client_credentials') refuse('unsupported_grant_type');
  const { authorization } = event.headers;
  const [clientId, clientSecret] = authorization
    ? readBasic(authorization)
    : [form.get('client_id'), form.get('client_secret')];
  if (!clientId || !clientSecret) refuseSaying('invalid_client', noCredentials);
  if (clientId.length > clientIdMax) refuseSaying('invalid_client', wrongCredentials);
  return { clientId, clientSecret };
}

function refuseForm(text: string): never {
  if (!/^\s*[{[]/.test(text)) refuse('invalid_request');
  refuseSaying('invalid_request', {
    detail: 'Send a form (application/x-www-form-urlencoded), not JSON: grant_type=client_credentials',
  });
}

function readBasic(header: string): [string | undefined, string | undefined] {
  const [, encoded = ''] = /^Basic +([\w+/=]+)$/i.exec(header) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? [undefined, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

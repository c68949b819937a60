// Defines the endpoints of access: tokens, the keys that verify them, and the diagnosis of signatures.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import * as answers from './answers.ts';
import { as, type Endpoint } from './endpoint.ts';
import { tell } from './tell.ts';

export const issueToken = {
  route: 'POST /oauth2/token',
  auth: 'client credentials',
  refusals: ['invalid_client', 'invalid_request', 'unsupported_grant_type'],
  answer: as<typeof answers.token>,
} as const satisfies Endpoint;

export const getJwks = {
  route: 'GET /.well-known/jwks.json',
  auth: 'nothing',
  answer: as<typeof answers.publicKeys>,
} as const satisfies Endpoint;

/** Diagnoses a signature. A valid hmac is not required, because the call is for clients whose signature is wrong. */
export const diagnoseHmac = {
  route: 'POST /v3/doctor/hmac',
  lenient: true,
  auth: 'token',
  refusals: ['validation_error'],
  answer: as<typeof answers.diagnosis>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Access',
    { issueToken, getJwks, diagnoseHmac },
    {
      issueToken: {
        summary: 'Issues an access token for client credentials',
        details: 'RFC 6749, section 4.4. Send the credentials by HTTP Basic or in the form.',
        form: named(
          'TokenRequest',
          z.object({
            grant_type: z.literal('client_credentials'),
            client_id: z.string().optional(),
            client_secret: z.string().optional(),
          }),
          {
            grant_type: ['Always client_credentials.', 'client_credentials'],
          },
        ),
        answer: answers.token,
        example: { grant_type: 'client_credentials' },
      },
      getJwks: {
        summary: 'Shows the public keys that verify tokens and receipts',
        details:
          'A JSON Web Key Set (RFC 7517). A new key is listed here before it signs: cache the set for at most five minutes. Keys of receipts have ids that begin with receipt-, and stay for years.',
        answer: answers.publicKeys,
      },
      diagnoseHmac: {
        tag: 'Doctor',
        summary: 'Explains what is wrong with a signature',
        details:
          'Send the refused request to this path, with the same body and the same hmac header. It creates nothing, and never shows the right signature.',
        raw: true,
        answer: answers.diagnosis,
        parameters: {
          hmac: [
            'The signature to check, in any form.',
            'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad',
          ],
        },
      },
    },
  );

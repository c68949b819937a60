// Defines the schemas of tokens, public keys and the diagnosis of a signature.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { text, worked } from '../base/pieces.ts';
import { type Finding, findings } from './hmac-doctor.ts';

export const token = named(
  'Token',
  z.object({ access_token: text, token_type: z.literal('Bearer'), expires_in: z.int().min(1).max(86_400) }),
  {
    access_token: [
      'Send it in the header Authorization, after Bearer.',
      'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln',
    ],
    token_type: ['Always Bearer.', 'Bearer'],
    expires_in: ['Lifetime of the token in seconds.', 1800],
  },
);

const publicKey = named(
  'PublicKey',
  z.object({ kty: text, kid: text, alg: text, use: text, crv: text, x: text, y: text }).partial(),
  {
    kty: ['As in RFC 7517.', 'EC'],
    kid: ['As in RFC 7517.', '1'],
    alg: ['As in RFC 7517.', 'ES256'],
    use: ['As in RFC 7517.', 'sig'],
    crv: ['As in RFC 7518.', 'P-256'],
    x: ['As in RFC 7518.', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
    y: ['As in RFC 7518.', 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'],
  },
);
export const publicKeys = named('PublicKeys', z.object({ keys: z.array(publicKey) }), {
  keys: ['JSON Web Keys.'],
});

const finding = named(
  'HmacFinding',
  z.object({
    problem: z.enum(findings.map(([problem]) => problem) as [Finding['problem']]),
    advice: text,
  }),
  {
    problem: ['Name of the problem.', 'reserialised'],
    advice: ['Explanation of the problem, and what to do.'],
  },
);
export const diagnosis = named(
  'HmacDiagnosis',
  z.object({ worked, valid: z.boolean(), findings: z.array(finding) }),
  {
    valid: ['Whether a call with this signature is accepted.', false],
    findings: ['What is wrong or unusual.'],
  },
);

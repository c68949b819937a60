// Tokens, public keys and what the doctor says of a signature, as schemas.

import * as z from 'zod';
import { text, worked } from '../base/pieces.ts';
import { type Finding, findings } from './hmac-doctor.ts';

export const token = z
  .object({ access_token: text, token_type: z.literal('Bearer'), expires_in: z.int().min(1).max(86_400) })
  .meta({ id: 'Token' });

const publicKey = z
  .object({ kty: text, kid: text, alg: text, use: text, crv: text, x: text, y: text })
  .partial()
  .meta({ id: 'PublicKey' });
export const publicKeys = z.object({ keys: z.array(publicKey) }).meta({ id: 'PublicKeys' });

const finding = z
  .object({
    problem: z.enum(findings.map(([problem]) => problem) as [Finding['problem']]),
    advice: text,
  })
  .meta({ id: 'HmacFinding' });
export const diagnosis = z
  .object({ worked, valid: z.boolean(), findings: z.array(finding) })
  .meta({ id: 'HmacDiagnosis' });

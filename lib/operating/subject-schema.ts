// Defines how an operator names a subject, and the ids that operators' calls share.

import * as z from 'zod';
import { parsePixKey } from '../account/pix-key.ts';
import { text } from '../base/field-schemas.ts';
import { pixKey } from '../rules/schemas.ts';
import { type Subject, type SubjectKind, services, subjectKinds } from './audit.ts';

export const id = text.regex(/^[0-9a-f-]{36}$/, 'must be a UUID');
export const account = text.regex(/^\d{4}\/\d{1,20}$/, 'must be BRANCH/NUMBER');
export const endToEndId = text.regex(/^[A-Za-z0-9]{32}$/, 'must be an end-to-end id: 32 letters and digits');
export const incidentId = text.min(1, 'must not be empty').max(200, 'must be at most 200 characters');
export const medId = text.regex(/^[\w-]{1,100}$/, 'must be the id of a MED case');
const numberId = text
  .regex(/^\d{1,16}$/, 'must be a number')
  .refine((given) => Number.isSafeInteger(Number(given)), 'must be a number');

/** Returns a PIX key as the audit names it: as the directory spells it. */
export const keyId = (key: string): string => parsePixKey(key)?.value ?? key;

const ids: Record<SubjectKind, z.ZodType<string>> = {
  company: id,
  client: id,
  user: id,
  account,
  key: pixKey,
  cashout: numberId,
  chargeback: numberId,
  approval: text.regex(
    /^[\w-]{1,64}$/,
    'must be the id of a cashout, a batch or a proposal, or qr-code- and an id',
  ),
  payment: endToEndId,
  webhook: numberId,
  incident: incidentId,
  med: medId,
  service: z.enum(services, { error: `must be one of ${services.join(', ')}` }),
};

/** Reads the subject whose audit is asked for: every kind that the audit has. */
export const subject: z.ZodType<Subject> = z
  .object({
    kind: z.enum(subjectKinds, { error: `must be one of ${subjectKinds.join(', ')}` }),
    id: z.string('must be a text'),
  })
  .superRefine(({ kind, id: given }, context) => {
    const found = ids[kind].safeParse(given);
    for (const { message } of found.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['id'], message });
  })
  .transform((one) => (one.kind === 'key' ? { ...one, id: keyId(one.id) } : one));

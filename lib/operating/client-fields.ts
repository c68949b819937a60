// Defines fields of operators' calls about clients: names, permissions and default rights.

import * as z from 'zod';
import { impliedPermissions, namedPermissions } from '../access/permission.ts';
import { line, list, words } from '../base/field-schemas.ts';
import { textList } from './typed-texts.ts';

export const naming = {
  name: words(100).optional(),
  email: line(254)
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .optional(),
};

export const rights = {
  permissions: {
    is: list(
      z.enum([...namedPermissions, ...impliedPermissions], {
        error: 'must be CREATE, APPROVE, REFUND or WEBHOOK',
      }),
    ),
    flag: '--permissions <list>',
    read: textList,
  },
  without: {
    is: list(z.enum(impliedPermissions, { error: 'must be REFUND or WEBHOOK' })).default([]),
    flag: '--without <list>',
    means: 'default permissions to leave out: REFUND (chargebacks), WEBHOOK (changes of webhooks) or both',
    read: textList,
    tellsDefault: true,
  },
} as const;

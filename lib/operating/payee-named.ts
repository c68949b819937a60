// How a payee of an account's list is named: by a key in its one form, or by CPF or CNPJ.

import type * as z from 'zod';
import { parsePixKey } from '../account/pix-key.ts';
import { refuse } from '../base/errors.ts';
import type { ListableName } from '../rules/payees.ts';
import type { payeeFields } from '../rules/schemas.ts';

export function payeeNamed({
  key,
  legal_id: legalId,
}: z.output<z.ZodObject<typeof payeeFields>>): ListableName {
  if (legalId !== undefined) return { legalId };
  return { key: parsePixKey(key ?? '', true)?.value ?? refuse('invalid_pix_key') };
}

// Returns the name of a payee in an account's list: a normalised key, or a CPF or CNPJ.

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

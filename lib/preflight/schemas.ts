// Defines the body of a preflight, which is the body of any create call, by key, copy-and-paste code or bank details.

import * as z from 'zod';
import type { AccountRef } from '../base/account-ref.ts';
import { askedByKey, askedInAll, type CommonBody, recipientOf } from '../cashout/asked.ts';
import type { AskedCashout } from '../cashout/cashout.ts';
import {
  createCashoutBody,
  createCashoutManualBody,
  createFromCodeBody,
  withLetters,
} from '../cashout/schemas.ts';

const { recipient_legal_id: ownerLegalId, key, ...common } = createCashoutBody.shape;
const { copy_and_paste } = createFromCodeBody.shape;
const bank = createCashoutManualBody.shape;

/** The body as it is documented. The schemas of the create calls validate it. */
export const preflightShape = z.object({
  /** The create calls refuse a body with this field. So the signature of such a preflight pays nothing. */
  preflight: z.literal(true, 'must be true').nullish(),
  ...common,
  amount: common.amount.nullish(),
  key: key.nullish(),
  copy_and_paste: copy_and_paste.nullish(),
  recipient_legal_id: ownerLegalId,
  recipient_account_branch: bank.recipient_account_branch.nullish(),
  recipient_account_branch_digit: bank.recipient_account_branch_digit,
  recipient_account_number: bank.recipient_account_number.nullish(),
  recipient_account_number_digit: bank.recipient_account_number_digit.nullish(),
  recipient_account_type: bank.recipient_account_type.nullish(),
  recipient_account_model: bank.recipient_account_model.nullish(),
  recipient_name: bank.recipient_name.nullish(),
  recipient_instution: bank.recipient_instution.nullish(),
});

export type AskedPreflight = { account: AccountRef; asked: AskedCashout };

/** The fields that show that the body has bank details. */
export const bankFields = Object.keys(bank).filter(
  (name) => /^recipient_/.test(name) && name !== 'recipient_legal_id',
);
const notOne = 'must have one of key, copy_and_paste and bank details of the recipient';
const notOfCode = 'must be given with a key or bank details only';

/** @param cnpjLetters whether the stage accepts CNPJs with letters */
export function preflightBody(cnpjLetters: boolean) {
  const byKey = createCashoutBody.transform((body) => askedBy(body, 'create-cashout', askedByKey(body)));
  const byCode = createFromCodeBody
    .extend({ recipient_legal_id: z.null(notOfCode).optional() })
    .transform((body) =>
      askedBy(body, 'create-copy-and-paste-transfer', { copyAndPaste: body.copy_and_paste }),
    );
  const byBank = withLetters(createCashoutManualBody, cnpjLetters).transform((body) =>
    askedBy(body, 'create-cashout-manual', { recipient: recipientOf(body) }),
  );
  const asked = z.unknown().transform((value, context): AskedPreflight => {
    const fault = (message: string, path: PropertyKey[] = []) =>
      void context.issues.push({ code: 'custom', input: value, message, path });
    if (!isObject(value)) {
      fault('must be an object');
      return z.NEVER;
    }
    const marked = preflightShape.shape.preflight.safeParse(value.preflight);
    for (const { message } of marked.error?.issues ?? []) fault(message, ['preflight']);
    const has = (...names: string[]) => names.some((name) => isGiven(value, name));
    const kinds = [
      ...(has('key') ? [byKey] : []),
      ...(has('copy_and_paste') ? [byCode] : []),
      ...(has(...bankFields) ? [byBank] : []),
    ];
    const [schema, another] = kinds;
    const parsed = schema && !another ? schema.safeParse(value) : undefined;
    if (parsed?.success) return parsed.data;
    if (!parsed) fault(notOne);
    for (const { message, path } of parsed?.error.issues ?? []) fault(message, path);
    return z.NEVER;
  });
  return asked.meta({ names: Object.keys(preflightShape.shape) });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a field is given. Null counts as absent, because answers have null for missing values. */
const isGiven = (body: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(body, name) && body[name] !== null;

/** @param endpoint the create call with the same body */
function askedBy(
  body: CommonBody,
  endpoint: AskedCashout['endpoint'],
  payee: Pick<AskedCashout, 'pixKey' | 'ownerLegalId' | 'copyAndPaste' | 'recipient'>,
): AskedPreflight {
  const account = { branch: body.source_account_branch_identifier, number: body.source_account_number };
  return { account, asked: { endpoint, ...askedInAll(body), ...payee } };
}

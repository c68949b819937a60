// Converts the form of a new payment, as people fill it in, to the body of the API's create calls.

import { readKey } from '../account/read-key.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { toDecimalText } from '../base/money.ts';
import { readAmount } from '../base/read-amount.ts';
import { withoutSigns } from '../base/tax-id.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { findParticipants } from '../network/institutions.ts';
import { type AskedPreflight, preflightBody } from '../preflight/schemas.ts';

/** The ways to name the payee. */
export const kinds = ['key', 'bank', 'code'] as const;
export type Kind = (typeof kinds)[number];

/** The fields of each form, by their names in the API and in the order of the page. */
export const fields = {
  key: ['key', 'amount', 'recipient_legal_id', 'scheduled_for', 'message_to_payee', 'tag'],
  bank: [
    'recipient_name',
    'recipient_legal_id',
    'recipient_instution',
    'recipient_account_branch',
    'recipient_account_number',
    'recipient_account_number_digit',
    'recipient_account_type',
    'amount',
    'scheduled_for',
    'message_to_payee',
    'tag',
  ],
  code: ['copy_and_paste', 'amount', 'message_to_payee', 'tag'],
} as const satisfies Record<Kind, readonly string[]>;
const optionalInAll = ['scheduled_for', 'message_to_payee', 'tag'] as const;
export const optional: Readonly<Record<Kind, readonly Field[]>> = {
  key: ['recipient_legal_id', ...optionalInAll],
  bank: optionalInAll,
  code: ['amount', ...optionalInAll],
};
export type Field = (typeof fields)[Kind][number] | 'account';

/** The fields that a person has typed. `account`: branch/number. */
export type Typed = Partial<Record<Field, string>>;
export type Read =
  | (AskedPreflight & { typed: Typed })
  /** `wrong`: the fields that cannot be read. `institutions`: the institutions that match the typed name. */
  | { wrong: ReadonlySet<Field>; typed: Typed; institutions: ReturnType<typeof findParticipants> };

/** Maximum number of institutions to choose from. If more institutions match, the person must type more of the name. */
const institutionsMost = 30;

const isCpf = (text: string) => /^\d{11}$/.test(text);
export const isKind = (text: string | null | undefined): text is Kind => kinds.some((kind) => kind === text);

/** Returns the typed fields of this kind of form. */
export function typedOf(form: URLSearchParams, kind: Kind): Typed {
  const names: readonly Field[] = ['account', ...fields[kind]];
  const given = names.flatMap((name) => {
    const text = form.get(name)?.trim();
    return text ? [[name, text] as const] : [];
  });
  return Object.fromEntries(given);
}

/**
 * Reads the form.
 * @param cnpjLetters whether the stage accepts CNPJs with letters
 */
export function readPayment(typed: Typed, kind: Kind, cnpjLetters: boolean): Read {
  const { account = '', key, recipient_legal_id: legalId, recipient_instution: institution = '' } = typed;
  const { account: _, ...rest } = typed;
  const [branch, number] = account.split('/');
  const found = kind === 'bank' ? findParticipants(institution) : [];
  const parsed = preflightBody(cnpjLetters).safeParse({
    ...rest,
    ...(kind === 'bank'
      ? { recipient_account_model: 'Movement', recipient_instution: ispbOf(institution, found) }
      : {}),
    ...(key ? { key: readKey(key, cnpjLetters) } : {}),
    ...(legalId ? { recipient_legal_id: withoutSigns(legalId) } : {}),
    source_account_branch_identifier: branch,
    source_account_number: number,
    amount: kind === 'code' && !typed.amount ? undefined : (readAmount(typed.amount ?? '') ?? ''),
  });
  if (parsed.success) return { ...asNew(parsed.data), typed };
  const wrong = new Set(parsed.error.issues.map(({ path }) => fieldOf(String(path[0]), kind)));
  return { wrong, typed, institutions: found.length > institutionsMost ? [] : found };
}

/** Makes a request whose payment waits for an approval. The API's own call pays a code at once. */
const asNew = ({ account, asked }: AskedPreflight): AskedPreflight =>
  asked.copyAndPaste === undefined
    ? { account, asked }
    : { account, asked: { ...asked, endpoint: 'create-cashout' } };

/** Returns the fields of a form that repeats a payment. A CPF is left out, because the pages mask it. */
export function typedAgain({ account, request }: Cashout): { kind: Kind; typed: Typed } {
  const { pixKey, recipient, amountCents, tag, messageToPayee } = request;
  const common = {
    account: accountIdOf(account),
    amount: toDecimalText(amountCents),
    ...(tag ? { tag } : {}),
    ...(messageToPayee ? { message_to_payee: messageToPayee } : {}),
  };
  if (!recipient)
    return { kind: 'key', typed: { ...common, ...(pixKey && !isCpf(pixKey) ? { key: pixKey } : {}) } };
  const bank: Typed = {
    recipient_name: recipient.name,
    recipient_instution: recipient.ispb,
    recipient_account_branch: recipient.branch,
    recipient_account_number: recipient.accountNumber,
    recipient_account_number_digit: recipient.accountDigit,
    recipient_account_type: recipient.accountType,
    ...(isCpf(recipient.legalId) ? {} : { recipient_legal_id: recipient.legalId }),
  };
  return { kind: 'bank', typed: { ...common, ...bank } };
}

/**
 * Returns the ISPB of the matching institution, if exactly one matches. Otherwise returns the text itself: a number
 * that is not in the list is accepted, because the network decides who participates.
 */
function ispbOf(text: string, found: ReturnType<typeof findParticipants>): string {
  const [first, another] = found;
  return first && !another ? first[0] : text;
}

function fieldOf(name: string, kind: Kind): Field {
  if (name.startsWith('source_account_')) return 'account';
  return fields[kind].find((field) => field === name) ?? fields[kind][0];
}

// Lists the fields of a request and their properties. If a field is missing here, the code does not compile. The list
// is used for idempotency, the content digest, the blanking of personal data and the reading of bodies. Pure: no calls.

import type { CashoutRequest, ManualRecipient } from './cashout.ts';

type Field = {
  /**
   * The contract's name of the field, for the comparison in a replay and for a 409. Null: the field itself is not
   * compared, because its value comes from the QR code or its parts are compared.
   */
  name: string | null;
  /**
   * The way in which the digest includes the field. A number: always, at this position, even if the field is absent.
   * `bare`, `named`: after the numbered fields, and only if it is given. `none`: never, because it does not change the
   * payment. A new field must be `named` or `none`, so that existing rows keep their digests.
   */
  digest: number | 'bare' | 'named' | 'none';
  /** Whether the field identifies a person and is blanked (docs/personal-data.md). */
  isPersonal: boolean;
  /**
   * Answers show the field under its name if the request has it. Only for extensions: the contract's answers must not
   * already have such a field.
   */
  isShown?: true;
};
/**
 * A field of a request. `from`: where its value comes from: the path, every body, the payee of the body, or the QR
 * code.
 */
type RequestField = Field & { from: 'path' | 'body' | 'payee' | 'code' };

export const requestFields = {
  endpoint: { name: 'endpoint', digest: 'none', isPersonal: false, from: 'path' },
  amountCents: { name: 'amount', digest: 1, isPersonal: false, from: 'body' },
  pixKey: { name: 'key', digest: 2, isPersonal: true, from: 'payee' },
  ownerLegalId: { name: 'recipient_legal_id', digest: 3, isPersonal: true, from: 'payee' },
  recipient: { name: null, digest: 4, isPersonal: false, from: 'payee' },
  copyAndPaste: { name: 'copy_and_paste', digest: 5, isPersonal: true, from: 'payee' },
  tag: { name: 'tag', digest: 'none', isPersonal: false, from: 'body' },
  scheduledFor: { name: 'scheduled_for', digest: 'bare', isPersonal: false, from: 'body' },
  messageToPayee: {
    name: 'message_to_payee',
    digest: 'named',
    isPersonal: true,
    from: 'body',
    isShown: true,
  },
  txid: { name: null, digest: 'none', isPersonal: false, from: 'code' },
} as const satisfies Record<keyof CashoutRequest, RequestField>;

const recipientFields = {
  branch: { name: 'recipient_account_branch', digest: 2, isPersonal: true },
  branchDigit: { name: 'recipient_account_branch_digit', digest: 3, isPersonal: true },
  accountNumber: { name: 'recipient_account_number', digest: 4, isPersonal: true },
  accountDigit: { name: 'recipient_account_number_digit', digest: 5, isPersonal: true },
  accountType: { name: 'recipient_account_type', digest: 6, isPersonal: false },
  name: { name: 'recipient_name', digest: 7, isPersonal: true },
  legalId: { name: 'recipient_legal_id', digest: 8, isPersonal: true },
  ispb: { name: 'recipient_instution', digest: 1, isPersonal: false },
} as const satisfies Record<keyof ManualRecipient, Field>;

type Fields = Readonly<Record<string, Field>>;

/** The fields of a request that all bodies may have. */
export type InBodies = {
  [Name in keyof CashoutRequest]-?: (typeof requestFields)[Name]['from'] extends 'body' ? Name : never;
}[keyof CashoutRequest];

type ShownField = {
  [Name in keyof CashoutRequest]-?: (typeof requestFields)[Name] extends { isShown: true } ? Name : never;
}[keyof CashoutRequest];

const fieldsThat = (has: (field: RequestField) => boolean) =>
  (Object.entries(requestFields) as [keyof CashoutRequest, RequestField][]).filter(([, field]) => has(field));

const inBodies = fieldsThat(({ from }) => from === 'body') as [InBodies, RequestField & { name: string }][];
const shown = fieldsThat(({ isShown }) => isShown === true) as [
  ShownField,
  RequestField & { name: string },
][];

/** Returns the fields that all bodies may have, as far as this body has them. */
export function fieldsOf(body: Readonly<Record<string, unknown>>): Partial<Pick<CashoutRequest, InBodies>> {
  const given: Partial<Record<InBodies, unknown>> = {};
  for (const [field, { name }] of inBodies) if (body[name]) given[field] = body[name];
  return given as Partial<Pick<CashoutRequest, InBodies>>;
}

/** Returns the fields of a request that answers show in addition to the contract's fields. */
export function shownOf(
  request: Pick<CashoutRequest, ShownField>,
): Partial<Record<(typeof requestFields)[ShownField]['name'], string>> {
  const told: Record<string, string> = {};
  for (const [field, { name }] of shown) if (request[field]) told[name] = request[field];
  return told;
}

/** The fields that a replay compares, each with its name in the contract. */
export const comparedFields: readonly (readonly [string, string])[] = [
  ...Object.entries<Field>(requestFields),
  ...Object.entries<Field>(recipientFields),
].flatMap(([field, { name }]) => (name === null ? [] : [[field, name] as const]));

/** The names, in answers and events, of the fields that identify a person. */
export const personalNames: readonly string[] = [requestFields, recipientFields].flatMap((fields: Fields) =>
  personalIn(fields).flatMap((field) => fields[field]?.name ?? []),
);

/** Paths of the fields in a row's request that identify a person. */
export const personalPaths: readonly string[] = [
  ...personalIn(requestFields).map((name) => `request.${name}`),
  ...personalIn(recipientFields).map((name) => `request.recipient.${name}`),
];

function personalIn(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.isPersonal);
}

/** The fields of a request and of its bank details that an approver confirms, in order. */
export const confirmedOfRequest = confirmedOf(requestFields);
export const confirmedOfRecipient = confirmedOf(recipientFields);

function confirmedOf(fields: Fields) {
  const rows = Object.entries(fields);
  return (values: Readonly<Record<string, unknown>>): unknown[] => {
    const placed: unknown[] = [];
    const more: unknown[] = [];
    for (const [name, { digest }] of rows) {
      if (typeof digest === 'number') placed[digest - 1] = values[name];
      else if (values[name] && digest === 'bare') more.push(values[name]);
      else if (values[name] && digest === 'named') more.push({ [name]: values[name] });
    }
    return [...placed, ...more];
  };
}

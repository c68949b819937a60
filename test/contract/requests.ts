// The contract's requests with every field that it requires, to an account that is there.

type Source = { source_account_branch_identifier: string; source_account_number: string };

/** Spec: POST /create-cashout. */
export const byKey = (source: Source) => ({ ...source, amount: 50.5, key: 'fulano@example.com' });

/** Spec: POST /create-cashout-manual. */
export const manually = (source: Source) => ({
  ...source,
  amount: 50.5,
  recipient_account_branch: '0123',
  recipient_account_number: '45678',
  recipient_account_number_digit: '9',
  recipient_account_type: 'CURRENT_ACCOUNT',
  recipient_account_model: 'Movement',
  recipient_name: 'Fulana de Tal',
  recipient_legal_id: '12345678909',
  recipient_instution: '00000000',
});

/** The four calls that the contract calls create endpoints, each with a right body. */
export const creates = (source: Source): [path: string, body: Record<string, unknown>][] => [
  ['/create-cashout', byKey(source)],
  ['/create-cashout-manual', manually(source)],
  ['/create-cashout-self-approve', byKey(source)],
  ['/create-cashoutmanual-self-approve', manually(source)],
];

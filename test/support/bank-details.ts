// The payee of a cashout to bank details, with every field that the contract requires (spec: POST
// /create-cashout-manual).

export const bankDetails = {
  recipient_account_branch: '0123',
  recipient_account_number: '45678',
  recipient_account_number_digit: '9',
  recipient_account_type: 'CURRENT_ACCOUNT',
  recipient_account_model: 'Movement',
  recipient_name: 'Fulana de Tal',
  recipient_legal_id: '12345678909',
  recipient_instution: '00000000',
};

type Account = { source_account_branch_identifier: string; source_account_number: string };

/** Returns an account of this service as the payee. The last digit of the account number is the check digit. */
export const bankDetailsOf = (account: Account, legalId: string) => ({
  ...bankDetails,
  recipient_account_branch: account.source_account_branch_identifier,
  recipient_account_number: account.source_account_number.slice(0, -1),
  recipient_account_number_digit: account.source_account_number.slice(-1),
  recipient_legal_id: legalId,
  recipient_instution: '99999010',
});

// Defines references to our own accounts, as keys of the tables and as operators write them.

/** Refers to one of our own accounts: a branch of four digits, and the account number with its check digit. */
export type AccountRef = { branch: string; number: string };

/** Returns the partition key of an account's rows and entries: "0001#1234567". */
export function accountKey(account: AccountRef): string {
  return `${account.branch}#${account.number}`;
}

/** Converts a key of `accountKey` back to the account. */
export function accountOfKey(key: string): AccountRef {
  const [branch = '', number = ''] = key.split('#');
  return { branch, number };
}

/** Number of digits in the numbers of our own accounts. */
export const ownNumberLength = 9;

/** Writes a branch with four digits, so that branches from different sources can be compared. */
export const plainBranch = (branch: string) => branch.padStart(4, '0');

/** Writes an account number without leading zeros, so that numbers from different sources can be compared. */
export const plainNumber = (number: string) => number.replace(/^0+(?=.)/, '');

export function isSameAccount(one: AccountRef, other: AccountRef): boolean {
  return one.branch === other.branch && one.number === other.number;
}

/** Returns the account as operators write it: "0001/123456789". */
export function accountIdOf({ branch, number }: AccountRef): string {
  return `${branch}/${number}`;
}

/** Converts a text of `accountIdOf` back to the account. */
export function accountOf(id: string): AccountRef {
  const [branch = '', number = ''] = id.split('/');
  return { branch, number };
}

/** Returns whether the text has the form of `accountIdOf`. The account may not exist. */
export const isAccountId = (text: string): boolean => /^\d{4}\/\d{1,20}$/.test(text);

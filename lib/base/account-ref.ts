// A reference to one of our accounts, and how it is written as a key and by operators.

/** An account of ours: four-digit branch and account number, check digit included. */
export type AccountRef = { branch: string; number: string };

/** "0001#1234567": the partition key of an account's rows and entries. */
export function accountKey(account: AccountRef): string {
  return `${account.branch}#${account.number}`;
}

/** The inverse of `accountKey`. */
export function accountOfKey(key: string): AccountRef {
  const [branch = '', number = ''] = key.split('#');
  return { branch, number };
}

/** The length of our own accounts' numbers. */
export const ownNumberLength = 9;

/** One spelling of a branch, whoever wrote it: four digits. */
export const plainBranch = (branch: string) => branch.padStart(4, '0');

/** One spelling of an account's number, whoever wrote it: no zeros in front. */
export const plainNumber = (number: string) => number.replace(/^0+(?=.)/, '');

export function isSameAccount(one: AccountRef, other: AccountRef): boolean {
  return one.branch === other.branch && one.number === other.number;
}

/** "0001/123456789": an account as operators write it. */
export function accountIdOf({ branch, number }: AccountRef): string {
  return `${branch}/${number}`;
}

/** The inverse of `accountIdOf`. */
export function accountOf(id: string): AccountRef {
  const [branch = '', number = ''] = id.split('/');
  return { branch, number };
}

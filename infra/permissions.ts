// Turns `may` in serverless.yml (verbs with nouns) into IAM statements. The local stack checks every call against the
// same permissions.

import { holderAttributes, rightAttributes } from '../lib/platform/keys.ts';

export type Verb =
  | 'read'
  | 'put'
  | 'update'
  | 'check'
  | 'delete'
  | 'sweep'
  | 'track'
  | 'list'
  | 'watch'
  | 'survey'
  | 'scan'
  | 'send'
  | 'open'
  | 'upload'
  | 'download';
export type May = Partial<Record<Verb, string[]>>;

/**
 * Limits a permission on a table to some partition keys and attributes. A key may end in an asterisk, which matches any
 * text. Only the listed attributes may be read.
 */
type Limits = { keys?: readonly string[]; attributes?: readonly string[] };
/** The name of a resource in infra/*.yml. An index follows after a slash. */
export type Permission = Limits & { actions: readonly string[]; resource: string };

const actions: Readonly<Record<Verb, readonly string[]>> = {
  read: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  update: ['dynamodb:UpdateItem'],
  check: ['dynamodb:ConditionCheckItem'],
  delete: ['dynamodb:DeleteItem'],
  sweep: ['dynamodb:Query'],
  track: ['dynamodb:Query'],
  list: ['dynamodb:Query'],
  watch: ['dynamodb:Query'],
  survey: ['dynamodb:Query'],
  // Allows a function to read every row of a table and the number of rows.
  scan: ['dynamodb:Scan', 'dynamodb:DescribeTable'],
  send: ['sqs:SendMessage'],
  open: ['secretsmanager:GetSecretValue'],
  // Allows a function to upload the parts of a file and to cancel the upload.
  upload: ['s3:PutObject', 's3:AbortMultipartUpload'],
  download: ['s3:GetObject'],
};

export const verbs = Object.keys(actions) as Verb[];

const kinds: Readonly<Record<Verb, readonly string[]>> = {
  read: ['Table'],
  put: ['Table'],
  update: ['Table'],
  check: ['Table'],
  delete: ['Table'],
  sweep: ['Table/index/pending'],
  track: ['Table/index/open'],
  list: ['Table/index/listed', 'Table/index/standing'],
  watch: ['Table/index/watched'],
  survey: ['Table/index/border'],
  scan: ['Table'],
  send: ['Queue'],
  open: ['Secret'],
  upload: ['Bucket'],
  download: ['Bucket'],
};

/**
 * Nouns that mean only a part of a table. A function that may write one of them cannot access the balances in the same
 * table. `Rights` are clients and policies without their secrets. `Holders` are the holders of accounts.
 */
const parts: Readonly<Record<string, Limits & { table: string }>> = {
  Users: { table: 'Accounts', keys: ['USER#*'] },
  Passkeys: { table: 'Accounts', keys: ['PASSKEY#*'] },
  Directory: { table: 'Accounts', keys: ['DIRECTORY*'] },
  Limits: { table: 'Accounts', keys: ['LIMIT#*'] },
  Watches: { table: 'Accounts', keys: ['WATCH#*'] },
  Lookups: { table: 'Accounts', keys: ['LOOKUPS#*'] },
  Places: { table: 'Accounts', keys: ['PLACES#*'] },
  Payouts: { table: 'Accounts', keys: ['PAYOUT#*'] },
  PspRows: { table: 'Markers', keys: ['psp#*'] },
  Synthetic: { table: 'Markers', keys: ['synthetic'] },
  Subjects: { table: 'Accounts', keys: ['SUBJECT#*'] },
  People: { table: 'Accounts', keys: ['CLIENT#*', 'USER#*', 'COMPANY#*', 'INVITATION#*', 'PROPOSALS'] },
  CompanyAudit: { table: 'Audit', keys: ['company:*'] },
  Invitations: { table: 'Accounts', keys: ['INVITATION#*'] },
  Holders: { table: 'Accounts', keys: ['ACCOUNT#*'], attributes: holderAttributes },
  Rights: { table: 'Accounts', keys: ['CLIENT#*', 'USER#*'], attributes: rightAttributes },
};

export function permissionsOf(may: May = {}): Permission[] {
  return verbs.flatMap((verb) =>
    (may[verb] ?? []).flatMap((noun) => {
      const { table = noun, ...limits } = parts[noun] ?? {};
      return kinds[verb].map((kind) => ({ actions: actions[verb], resource: `${table}${kind}`, ...limits }));
    }),
  );
}

/** The permission that a call needs. A call without `attributes` needs access to all attributes. */
export type Need = {
  action: string;
  resource: string;
  keys: readonly string[];
  attributes?: readonly string[];
};

/** Returns whether the permissions allow a call with its partition keys and attributes. */
export function allows(
  permissions: readonly Permission[],
  { action, resource, keys, attributes }: Need,
): boolean {
  return permissions.some((one) => {
    const isOfKeys = (key: string) => one.keys?.some((limit) => key.startsWith(limit.replace(/\*$/, '')));
    const isOfAttributes = (name: string) => one.attributes?.includes(name);
    return (
      one.resource === resource &&
      one.actions.includes(action) &&
      (one.keys === undefined || keys.every(isOfKeys)) &&
      (one.attributes === undefined || attributes?.every(isOfAttributes))
    );
  });
}

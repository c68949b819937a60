// What `may` in serverless.yml means: verbs and the nouns that they are on, as IAM statements. The local stack holds
// every call to the same.

export type Verb =
  | 'read'
  | 'put'
  | 'update'
  | 'check'
  | 'delete'
  | 'sweep'
  | 'count'
  | 'survey'
  | 'send'
  | 'open';
export type May = Partial<Record<Verb, string[]>>;

/** A resource by its name in infra/*.yml, with an index behind a slash; `keys` limits the partition keys. */
export type Permission = { actions: readonly string[]; resource: string; keys?: string };

const actions: Readonly<Record<Verb, readonly string[]>> = {
  read: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  put: ['dynamodb:PutItem'],
  update: ['dynamodb:UpdateItem'],
  check: ['dynamodb:ConditionCheckItem'],
  delete: ['dynamodb:DeleteItem'],
  sweep: ['dynamodb:Query'],
  count: ['dynamodb:Query'],
  survey: ['dynamodb:Query'],
  send: ['sqs:SendMessage'],
  open: ['secretsmanager:GetSecretValue'],
};

export const verbs = Object.keys(actions) as Verb[];

const kinds: Readonly<Record<Verb, string>> = {
  read: 'Table',
  put: 'Table',
  update: 'Table',
  check: 'Table',
  delete: 'Table',
  sweep: 'Table/index/owed',
  count: 'Table/index/open',
  survey: 'Table/index/border',
  send: 'Queue',
  open: 'Secret',
};

/** Nouns that are a part of a table: who may write users is not let near the balances beside them. */
const parts: Readonly<Record<string, { table: string; keys: string }>> = {
  Users: { table: 'Accounts', keys: 'USER#*' },
  Directory: { table: 'Accounts', keys: 'DIRECTORY*' },
};

export function permissionsOf(may: May = {}): Permission[] {
  return verbs.flatMap((verb) =>
    (may[verb] ?? []).map((noun) => {
      const part = parts[noun];
      const resource = `${part?.table ?? noun}${kinds[verb]}`;
      return { actions: actions[verb], resource, ...(part ? { keys: part.keys } : {}) };
    }),
  );
}

/** Whether a call to a resource, with the partition keys that it names, is among the permissions. */
export function allows(
  permissions: readonly Permission[],
  { action, resource, keys }: { action: string; resource: string; keys: readonly string[] },
): boolean {
  return permissions.some(
    (one) =>
      one.resource === resource &&
      one.actions.includes(action) &&
      (one.keys === undefined || keys.every((key) => key.startsWith(String(one.keys).replace(/\*$/, '')))),
  );
}

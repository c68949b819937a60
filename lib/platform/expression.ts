// Builds DynamoDB expressions. Every attribute gets an alias, so that an attribute may have the name of a reserved
// word.

/** DynamoDB's maximum number of actions in a transaction. */
export const actionsMax = 100;

type Row = Record<string, unknown>;

export type Change = {
  set?: Row;
  /** Numbers to add to stored numbers; negative numbers to subtract. */
  add?: Record<string, number>;
  /** Numbers to add to stored numbers (an absent number counts as 0), and names to add to stored sets. */
  count?: Record<string, number | ReadonlySet<string>>;
  /** Names to remove from stored sets. */
  drop?: Record<string, ReadonlySet<string>>;
  /** Values to set only if the attribute is absent. */
  first?: Row;
  /** Items to append to stored lists. */
  append?: Record<string, unknown[]>;
  remove?: string[];
  /**
   * The condition, with attributes as #name and values as :name (given in `values`). Without a condition, the write is
   * unconditional.
   */
  when?: string;
  values?: Row;
};

export function change({
  set = {},
  add = {},
  count = {},
  drop = {},
  first = {},
  append = {},
  remove = [],
  when,
  values = {},
}: Change) {
  const counts = Object.keys(count).map((name) => `#${name} :count_${name}`);
  const drops = Object.keys(drop).map((name) => `#${name} :drop_${name}`);
  const assignments = [
    ...Object.keys(set).map((name) => `#${name} = :set_${name}`),
    ...Object.keys(add).map((name) => `#${name} = #${name} + :add_${name}`),
    ...Object.keys(first).map((name) => `#${name} = if_not_exists(#${name}, :first_${name})`),
    ...Object.keys(append).map((name) => `#${name} = list_append(#${name}, :append_${name})`),
  ];
  const update = [
    assignments.length > 0 ? `SET ${assignments.join(', ')}` : '',
    remove.length > 0 ? `REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : '',
    counts.length > 0 ? `ADD ${counts.join(', ')}` : '',
    drops.length > 0 ? `DELETE ${drops.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
  const used = `${update} ${when ?? ''}`.matchAll(/#(\w+)/g);
  return {
    UpdateExpression: update,
    ...(when === undefined ? {} : { ConditionExpression: when }),
    ExpressionAttributeNames: Object.fromEntries([...used].map(([alias, name]) => [alias, name as string])),
    ExpressionAttributeValues: {
      ...prefixed('set', set),
      ...prefixed('add', add),
      ...prefixed('count', count),
      ...prefixed('drop', drop),
      ...prefixed('first', first),
      ...prefixed('append', append),
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** Builds the expression of a read that returns only these attributes. */
export function projection(names: readonly string[]) {
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

function prefixed(prefix: string, values: Row): Row {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${prefix}_${name}`, value]));
}

// Finds forbidden changes of the data stack. A change set may add resources, and may change existing resources in
// place if nothing is lost.

import type { Change } from '@aws-sdk/client-cloudformation';

type Table = {
  GlobalSecondaryIndexes?: { IndexName: string }[];
  StreamSpecification?: object;
  TimeToLiveSpecification?: object;
  PointInTimeRecoverySpecification?: object;
  DeletionProtectionEnabled?: unknown;
};
type Resources = Record<string, { Type: string; Properties?: Record<string, unknown> }>;

/** Returns the problems of a change set in words. If there are none, the change set may be executed. */
export function dangersOf(changes: readonly Change[]): string[] {
  return changes.flatMap(({ ResourceChange: change }) => {
    const { Action, LogicalResourceId: id, ResourceType: type, Replacement, Details = [] } = change ?? {};
    if (Action === 'Remove') return [`${id} (${type}) would be removed.`];
    if (Action !== 'Modify' || Replacement === undefined || Replacement === 'False') return [];
    const causes = Details.filter(({ Target }) => Target?.RequiresRecreation !== 'Never');
    const names = new Set(causes.map(({ Target }) => Target?.Name ?? Target?.Attribute));
    const word = Replacement === 'True' ? 'would' : 'may';
    return [`${id} (${type}) ${word} be replaced, because of ${[...names].join(', ') || 'a change'}.`];
  });
}

/**
 * Returns the losses that a change set does not show: changes of properties that CloudFormation makes in place, but
 * that lose data or access.
 * @param before the resources of the deployed template
 * @param after the resources of the new template
 */
export function lossesOf(before: Resources, after: Resources): string[] {
  return Object.entries(before).flatMap(([id, { Type, Properties = {} }]) => {
    const next = after[id]?.Properties;
    if (Type !== 'AWS::DynamoDB::Table' || !next) return [];
    return lossesOfTable(Properties, next).map((loss) => `${id}: ${loss}`);
  });
}

function lossesOfTable(before: Table, after: Table): string[] {
  const indexes = new Map((after.GlobalSecondaryIndexes ?? []).map((one) => [one.IndexName, one]));
  const known = (before.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName);
  const added = [...indexes.keys()].filter((name) => !known.includes(name));
  const changed = (before.GlobalSecondaryIndexes ?? []).filter(
    (one) => !isSame(one, indexes.get(one.IndexName)),
  );
  return [
    ...changed.map(
      ({ IndexName }) => `the index ${IndexName} would be deleted, or made anew and empty for a while.`,
    ),
    ...(added.length > 1
      ? [`${added.join(' and ')} are two new indexes: DynamoDB makes one at a time.`]
      : []),
    ...(before.StreamSpecification && !isSame(before.StreamSpecification, after.StreamSpecification)
      ? ['its stream would end, with the records that nobody has read yet.']
      : []),
    ...(isSame(before.TimeToLiveSpecification, after.TimeToLiveSpecification) ||
    !before.TimeToLiveSpecification
      ? []
      : ['its time to live would change: rows would expire by a different attribute, or never.']),
    ...(isWeaker(before.PointInTimeRecoverySpecification, after.PointInTimeRecoverySpecification)
      ? ['its point-in-time recovery would end.']
      : []),
    ...(isTrue(before.DeletionProtectionEnabled) && !isTrue(after.DeletionProtectionEnabled)
      ? ['its deletion protection would end.']
      : []),
  ];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isTrue = (value: unknown) => String(value) === 'true';
const isWeaker = (before: object | undefined, after: object | undefined) =>
  before !== undefined && !isSame(before, after);

import type { Change, ResourceChange } from '@aws-sdk/client-cloudformation';
import { describe, expect, test } from 'vitest';
import { dangersOf, lossesOf } from '../../operate/deploy/judge-changes.ts';

const change = (ResourceChange: Partial<ResourceChange>): Change => ({
  Type: 'Resource',
  ResourceChange: {
    LogicalResourceId: 'CashoutsTable',
    ResourceType: 'AWS::DynamoDB::Table',
    ...ResourceChange,
  },
});
/** A table's rename in the format of DescribeChangeSet. */
const replaced = change({
  Action: 'Modify',
  PolicyAction: 'ReplaceAndRetain',
  Replacement: 'True',
  Scope: ['Properties'],
  Details: [
    {
      ChangeSource: 'DirectModification',
      Evaluation: 'Static',
      Target: { Attribute: 'Properties', Name: 'TableName', RequiresRecreation: 'Always' },
    },
    {
      ChangeSource: 'DirectModification',
      Evaluation: 'Static',
      Target: { Attribute: 'Properties', Name: 'BillingMode', RequiresRecreation: 'Never' },
    },
  ],
});

describe('a change set of the data stack is refused', () => {
  test.each<[string, Change, string]>([
    [
      'if it replaces a table',
      replaced,
      'CashoutsTable (AWS::DynamoDB::Table) would be replaced, because of TableName.',
    ],
    [
      'if it may replace a table',
      change({ Action: 'Modify', Replacement: 'Conditional' }),
      'CashoutsTable (AWS::DynamoDB::Table) may be replaced, because of a change.',
    ],
    [
      'if it removes a table, even a retained table',
      change({ Action: 'Remove', PolicyAction: 'Retain' }),
      'CashoutsTable (AWS::DynamoDB::Table) would be removed.',
    ],
  ])('%s', (_, one, words) => {
    expect(dangersOf([change({ Action: 'Add' }), one])).toEqual([words]);
  });

  test('a change set that only adds resources, or changes them in place, is accepted', () => {
    const inPlace = change({ Action: 'Modify', Replacement: 'False' });

    expect(dangersOf([change({ Action: 'Add' }), inPlace])).toEqual([]);
  });
});

describe('a new template of the data stack is refused', () => {
  const table = (more: object = {}) => ({
    CashoutsTable: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        GlobalSecondaryIndexes: [{ IndexName: 'open', Projection: { ProjectionType: 'KEYS_ONLY' } }],
        ...more,
      },
    },
  });
  const index = (IndexName: string, ProjectionType = 'KEYS_ONLY') => ({
    IndexName,
    Projection: { ProjectionType },
  });

  test.each<[string, object, string]>([
    [
      'if it removes an index',
      { GlobalSecondaryIndexes: [] },
      'the index open would be deleted, or made anew and empty for a while.',
    ],
    [
      'if it changes the projection of an index',
      { GlobalSecondaryIndexes: [index('open', 'ALL')] },
      'the index open would be deleted, or made anew and empty for a while.',
    ],
    [
      'if it adds two indexes',
      { GlobalSecondaryIndexes: [index('open'), index('a'), index('b')] },
      'a and b are two new indexes: DynamoDB makes one at a time.',
    ],
    [
      'if it changes the view of the stream',
      { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } },
      'its stream would end, with the records that nobody has read yet.',
    ],
    [
      'if it changes the attribute for the time to live',
      { TimeToLiveSpecification: { AttributeName: 'at', Enabled: true } },
      'its time to live would change: rows would expire by a different attribute, or never.',
    ],
    [
      'if it ends the point-in-time recovery',
      { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false } },
      'its point-in-time recovery would end.',
    ],
    [
      'if it ends the deletion protection',
      { DeletionProtectionEnabled: false },
      'its deletion protection would end.',
    ],
  ])('%s', (_, more, words) => {
    expect(lossesOf(table(), table(more))).toEqual([`CashoutsTable: ${words}`]);
  });

  test('a new template that adds one index and changes nothing else is accepted', () => {
    const next = table({ GlobalSecondaryIndexes: [index('listed'), index('open')] });

    expect(lossesOf(table(), next)).toEqual([]);
  });
});

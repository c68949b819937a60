// What tells people that a key of ours is disabled or will be deleted, without needing any of these keys.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { type Resource, root } from '../../local/service.ts';
import { disasterTemplates } from '../support/disaster-templates.ts';

type Resources = Readonly<Record<string, Resource>>;
const ofType = (resources: Resources, type: string) =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);
const withKeys = [
  { file: 'serverless.yml', Resources: inject('service').resources.Resources as Resources },
  ...disasterTemplates,
].filter(({ Resources }) => ofType(Resources, 'AWS::KMS::Key').length > 0);

/** An event of CloudTrail about a call to KMS, as EventBridge gives it to rules. */
const callOf = (eventName: string, arn: unknown) => ({
  source: 'aws.kms',
  'detail-type': 'AWS API Call via CloudTrail',
  detail: {
    eventSource: 'kms.amazonaws.com',
    eventName,
    requestParameters: { keyId: 'an id, an ARN or an alias' },
    resources: [{ accountId: '123456789012', type: 'AWS::KMS::Key', ARN: arn }],
  },
});

/** Returns whether a pattern of EventBridge admits an event. Of a list, one element must match. */
function admits(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(event)) return event.some((one) => admits(pattern, one));
  if (Array.isArray(pattern)) return pattern.some((one) => JSON.stringify(one) === JSON.stringify(event));
  return Object.entries(pattern as object).every(([name, inner]) =>
    admits(inner, (event as Record<string, unknown> | undefined)?.[name]),
  );
}

describe.each(withKeys)('the keys of $file', ({ Resources }) => {
  const keys = ofType(Resources, 'AWS::KMS::Key').map(([id]) => id);
  const { KeyLost, KeysTopic, KeysTopicPolicy } = Resources;
  const pattern = KeyLost?.Properties.EventPattern;

  test.each(keys)('whoever disables %s, or asks for its deletion, raises KeyLost', (id) => {
    const arn = { 'Fn::GetAtt': [id, 'Arn'] };

    expect(admits(pattern, callOf('DisableKey', arn))).toBe(true);
    expect(admits(pattern, callOf('ScheduleKeyDeletion', arn))).toBe(true);
  });

  test('other calls, and calls about other keys, raise nothing', () => {
    const arn = { 'Fn::GetAtt': [keys[0], 'Arn'] };

    expect(
      ['Decrypt', 'EnableKey', 'CancelKeyDeletion'].map((name) => admits(pattern, callOf(name, arn))),
    ).toEqual([false, false, false]);
    expect(admits(pattern, callOf('DisableKey', 'arn:aws:kms:sa-east-1:123456789012:key/other'))).toBe(false);
  });

  test('the notification needs no key, and only this rule may publish it', () => {
    expect(KeysTopic?.Type).toBe('AWS::SNS::Topic');
    expect(KeysTopic?.Properties).not.toHaveProperty('KmsMasterKeyId');
    expect(KeyLost?.Properties.Targets).toEqual([{ Id: 'people', Arn: { Ref: 'KeysTopic' } }]);
    expect(KeysTopicPolicy?.Properties).toMatchObject({
      Topics: [{ Ref: 'KeysTopic' }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'events.amazonaws.com' },
            Action: 'sns:Publish',
            Resource: { Ref: 'KeysTopic' },
            Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': ['KeyLost', 'Arn'] } } },
          },
        ],
      },
    });
    const people = ofType(Resources, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties);
    expect(people).toContainEqual(
      expect.objectContaining({ TopicArn: { Ref: 'KeysTopic' }, Protocol: 'email' }),
    );
  });

  test('the rule has a severity, and names its section of the runbook, which takes the loss back', () => {
    const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
    const [, section = ''] = runbook.split('\n### KeyLost\n');

    expect(KeyLost?.Properties.Description).toMatch(/^Page now\. .+\. See docs\/runbook\.md, KeyLost\.$/);
    expect(section.split('\n### ')[0]).toMatch(/aws kms cancel-key-deletion .*aws kms enable-key /s);
  });
});

test('keys exist in the stage, in its second region and in the backup account', () => {
  expect(withKeys.map(({ file }) => file)).toEqual([
    'serverless.yml',
    'backup-account.yml',
    'second-region.yml',
  ]);
});

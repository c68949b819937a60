import { describe, expect, test } from 'vitest';
import type { Policy } from '../../../operate/judges/policies.ts';
import { fromCfnLint, fromCheckov, fromParliament } from '../../../operate/judges/told.ts';

const nameOf = (file: string) => file.replace('/package/', '');

test('a finding of the program cfn-lint has the rule, the position below Resources, and the message', () => {
  const told = [
    {
      Filename: '/package/a.json',
      Message: 'not needed',
      Location: { Path: ['Resources', 'Table', 'DependsOn', 1] },
      Rule: { Id: 'W3005' },
    },
    { Filename: '/package/b.json', Message: 'no template', Location: { Path: null }, Rule: { Id: 'E0000' } },
  ];

  expect(fromCfnLint(JSON.stringify(told), nameOf)).toEqual([
    { check: 'W3005', template: 'a.json', at: 'Table/DependsOn/1', says: 'not needed' },
    { check: 'E0000', template: 'b.json', at: '', says: 'no template' },
  ]);
});

describe('the findings of the template checker checkov', () => {
  const record = (check: string, resource: string, file = '/package/a.json') => ({
    check_id: check,
    check_name: `Ensure ${check}`,
    file_abs_path: file,
    resource,
  });
  const report = {
    check_type: 'cloudformation',
    results: {
      passed_checks: [record('C1', 'AWS::SQS::Queue.Queue'), record('C2', 'AWS::SQS::Queue.Queue')],
      failed_checks: [record('C2', 'AWS::S3::Bucket.Bucket')],
      parsing_errors: [],
    },
  };

  test.each([
    ['a report', report],
    ['reports', [report]],
  ])('the findings in %s have the failures and the number of checks', (_, printed) => {
    expect(fromCheckov(JSON.stringify(printed), nameOf, ['a.json'])).toEqual({
      checks: 2,
      found: [{ check: 'C2', template: 'a.json', at: 'Bucket', says: 'Ensure C2' }],
    });
  });

  test.each([
    ['of one template', report],
    ['of none', { passed: 0, failed: 0 }],
  ])('a template that is missing in a report %s becomes a finding', (_, printed) => {
    expect(fromCheckov(JSON.stringify(printed), nameOf, ['b.json']).found).toContainEqual(
      expect.objectContaining({ check: 'UNREAD', template: 'b.json' }),
    );
  });
});

describe('the findings of the policy checker parliament', () => {
  const policy: Policy = {
    template: 'a.json',
    at: 'Role/may',
    document: { Statement: [{ Action: 's3:*' }, { Action: ['sqs:SendMessage', 'S3:PutObject'] }] },
  };
  const tell = (issue: string, detail: unknown, location: object = {}) => {
    const findings = [{ policy: '0000.json', issue, title: 'Title', detail, location }];
    return fromParliament(JSON.stringify({ kinds: 29, findings }), new Map([['0000.json', policy]])).found;
  };
  const mismatch = ['s3:PutObject', 's3:ListAllMyBuckets'].map((action) => ({
    action,
    required_format: '*',
  }));

  test('a finding about a mismatch names only actions and resources that the statement writes in full', () => {
    expect(tell('RESOURCE_MISMATCH', mismatch, { line: 2 })).toEqual([]);
    expect(tell('RESOURCE_MISMATCH', mismatch, { line: 3 })).toEqual([
      {
        check: 'RESOURCE_MISMATCH',
        template: 'a.json',
        at: 'Role/may/s3:PutObject',
        says: 'Title: s3:PutObject needs *',
      },
    ]);
  });

  test.each([
    ['RESOURCE_STAR', ['kms:A', 'kms:B'], {}, ['Role/may/kms:A', 'Role/may/kms:B']],
    ['PERMISSIONS', '', { actions: ['iam:b', 'iam:a'] }, ['Role/may/iam:a', 'Role/may/iam:b']],
    ['ESCALATION', '', { type: 'Pass', actions: ['iam:b', 'iam:a'] }, ['Role/may/Pass']],
    ['UNKNOWN_ACTION', 'Unknown action s3:Gte', { line: 2 }, ['Role/may']],
  ])(
    'a finding of the kind %s names its action or its type, if it has one',
    (issue, detail, location, places) => {
      expect(tell(issue, detail, location).map(({ at }) => at)).toEqual(places);
    },
  );

  test('the findings include those that have no details', () => {
    expect(tell('NO_VERSION', null)).toEqual([
      { check: 'NO_VERSION', template: 'a.json', at: 'Role/may', says: 'Title' },
    ]);
  });

  test('a finding about a policy that was not checked throws an error', () => {
    expect(() => fromParliament('{"kinds":1,"findings":[{"policy":"x.json"}]}', new Map())).toThrow(
      'parliament reports x.json',
    );
  });
});

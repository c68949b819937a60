// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation has them

import { describe, expect, test } from 'vitest';
import { checkStack } from '../../operate/deployed/check.ts';
import { compare, isAsWritten } from '../../operate/deployed/compare.ts';
import type { Reader } from '../../operate/deployed/readers.ts';
import { reportOn } from '../../operate/deployed/report.ts';
import { makeResolve, notEmulated, wantedOf } from '../../operate/deployed/template.ts';

const deployed = { Queue: { ref: 'https://q/queue', attributes: { Arn: 'arn:queue' } } };
const pseudo = { 'AWS::Region': 'sa-east-1' };
const resolve = makeResolve(deployed, pseudo, (id) => id !== 'HttpApi');

describe('the values of a deployed CloudFormation template', () => {
  test.each([
    [{ Ref: 'Queue' }, 'https://q/queue'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:queue'],
    [
      { 'Fn::Sub': '${Queue.Arn}/x in ${AWS::Region}, ${!literally}' },
      'arn:queue/x in sa-east-1, ${literally}',
    ],
    [{ 'Fn::Sub': ['${Own}-${Queue}', { Own: { Ref: 'AWS::Region' } }] }, 'sa-east-1-https://q/queue'],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Queue' }]] }, 'a/https://q/queue'],
    [[{ Ref: 'AWS::NoValue' }, { a: { Ref: 'AWS::NoValue' }, b: 1 }], [{ b: 1 }]],
    [{ Ref: 'HttpApi' }, notEmulated],
    [{ Ref: 'Other' }, '<unknown: Other>'],
  ])('the value of %j is %j', (written, value) => {
    expect(resolve(written)).toEqual(value);
  });
});

test('a template requires its unconditional resources, and the resources with a true condition', () => {
  const isMail = (address: string) => ({ 'Fn::Not': [{ 'Fn::Equals': [address, ''] }] });
  const resource = (Condition?: string) => ({
    Type: 'T',
    Properties: {},
    ...(Condition ? { Condition } : {}),
  });
  const Conditions = {
    None: isMail(''),
    Mail: isMail('ops@example.com'),
    Both: { 'Fn::And': [{ Condition: 'None' }, { Condition: 'Mail' }] },
    Either: { 'Fn::Or': [{ Condition: 'None' }, { Condition: 'Mail' }] },
  };
  const Resources = Object.fromEntries(
    ['None', 'Mail', 'Both', 'Either'].map((name) => [name, resource(name)]),
  );

  const wanted = wantedOf({ Conditions, Resources: { ...Resources, Always: resource() } });

  expect(Object.keys(wanted)).toEqual(['Mail', 'Either', 'Always']);
});

describe('the comparison of a stack with its template', () => {
  test.each<[unknown, unknown, boolean]>([
    [180, '180', true],
    [true, 'true', true],
    [{ a: 1 }, '{"a":1,"b":2}', true],
    [{ a: 1 }, "{'a': 1}", true],
    [{ key: notEmulated, a: 1 }, "{'key': None, 'a': 1}", true],
    [[1, 2], [2, 1], true],
    ['{{resolve:secretsmanager:x}}', 'anything', true],
    [{ key: `a ${notEmulated}`, other: 1 }, { key: 'b', other: 1 }, true],
    [180, 60, false],
    [[1], [1, 2], false],
    [[1, 1], [1, 2], false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, null, false],
    ['<unknown: Other>', 'arn:other', false],
  ])('a property with the value %j in the template and %j on AWS matches: %s', (written, told, is) => {
    expect(isAsWritten(written, told)).toBe(is);
  });

  test('a property that the service does not report is listed separately from the differences', () => {
    const written = { Same: 1, Other: 2, Silent: 3, Unasked: 4, Secret: { Key: '{{resolve:x}}', Name: 'n' } };
    const told = { Same: 1, Other: null, Silent: undefined, Secret: { Key: 'k', Name: 'm' } };

    expect(compare(written, told)).toEqual({
      differences: [
        { property: 'Other', written: 2, told: null },
        { property: 'Secret', written: written.Secret, told: told.Secret },
      ],
      untold: ['Silent', 'Unasked', 'Secret'],
    });
  });
});

test('the comparison lists different, missing and unverifiable parts', async () => {
  const queue =
    (Name: string): Reader =>
    async () => ({ attributes: {}, properties: { Name, Size: 1 } });
  const verdicts = await checkStack({
    template: {
      Right: { Type: 'Queue', Properties: { Name: { Ref: 'AWS::Region' } } },
      Wrong: { Type: 'Queue', Properties: { Name: 'b', Size: 2 } },
      Missing: { Type: 'Queue', Properties: {} },
      Failing: { Type: 'Topic', Properties: {} },
      Strange: { Type: 'Dashboard', Properties: {} },
      Route: { Type: 'Route', Properties: {} },
    },
    physical: new Map(['Right', 'Wrong', 'Failing', 'Strange'].map((id) => [id, id])),
    readers: {
      Queue: queue('sa-east-1'),
      Topic: async () => {
        throw new Error('no such topic');
      },
    },
    pseudo,
    unsupported: (type) => (type === 'Route' ? 'not emulated' : undefined),
    onChecked: () => {},
  });
  const { lines, isAsWritten: is } = reportOn(verdicts, { 'Queue.Size': 'it is always 1' });

  expect(is).toBe(false);
  expect(lines).toEqual([
    'type       written       created  as written',
    'Dashboard        1  not emulated',
    'Queue            3             2           1  NO',
    'Route            1  not emulated',
    'Topic            1             0           0  NO',
    'together         6             2           1',
    '',
    'Not checked:',
    '    1  Dashboard: CloudFormation reports it as created; its service is not checked here',
    '    1  Queue.Size: it is always 1',
    '    1  Route: not emulated',
    '',
    'Different from the template:',
    '  Queue Wrong.Name\n    written "b"\n    told    "sa-east-1"',
    '  Queue Missing: not created',
    '  Topic Failing: Error: no such topic',
  ]);
});

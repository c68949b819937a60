// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation has them

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cloudformationTags } from '../../local/cloudformation-tags.ts';

test.each([
  ['!Ref Table', { Ref: 'Table' }],
  ['!Condition IsOne', { Condition: 'IsOne' }],
  ['!GetAtt Table.Arn', { 'Fn::GetAtt': ['Table', 'Arn'] }],
  ['!GetAtt [Table, Arn]', { 'Fn::GetAtt': ['Table', 'Arn'] }],
  ['!Sub "${Table.Arn}/*"', { 'Fn::Sub': '${Table.Arn}/*' }],
  ['!Sub ["${A}", { A: !Ref Table }]', { 'Fn::Sub': ['${A}', { A: { Ref: 'Table' } }] }],
  ['!Join ["", [a, !Ref Table]]', { 'Fn::Join': ['', ['a', { Ref: 'Table' }]] }],
  ['!Not [!Equals [!Ref A, ""]]', { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'A' }, ''] }] }],
  [
    '!If [IsOne, !Ref A, !Ref "AWS::NoValue"]',
    { 'Fn::If': ['IsOne', { Ref: 'A' }, { Ref: 'AWS::NoValue' }] },
  ],
  ['!ImportValue events', { 'Fn::ImportValue': 'events' }],
  ['!ImportValue { "Fn::Sub": "${A}-x" }', { 'Fn::ImportValue': { 'Fn::Sub': '${A}-x' } }],
])('the CloudFormation tag %s is read as %j', (written, value) => {
  expect(parse(written, { customTags: cloudformationTags })).toEqual(value);
});

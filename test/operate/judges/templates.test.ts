import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packagedTemplates } from '../../../operate/judges/templates.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-templates-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content));

test('a folder without a template is refused', () => {
  write('other.json', { Something: 1 });

  expect(() => packagedTemplates(folder)).toThrow('There is no CloudFormation template in');
  expect(() => packagedTemplates(join(folder, 'nowhere'))).toThrow('There is no CloudFormation template in');
});

test('every template of a stack is checked under the name of its stage', () => {
  write('b.json', { Resources: {} });
  write('cloudformation-template-update-stack.json', { Resources: {} });
  write('a.json', { Resources: { Queue: { Type: 'AWS::SQS::Queue' } } });
  expect(packagedTemplates(folder).map(({ name, stage }) => [name, stage])).toEqual([
    ['package/a.json', undefined],
    ['package/b.json', undefined],
  ]);

  write('serverless-state.json', { service: { provider: { stage: 'staging' } } });
  expect(packagedTemplates(folder).map(({ name, stage, file }) => [name, stage, file])).toEqual([
    ['staging/a.json', 'staging', join(folder, 'a.json')],
    ['staging/b.json', 'staging', join(folder, 'b.json')],
  ]);
});

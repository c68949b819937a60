// Compares the commands of the runbook with serverless.yml.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { runbookSections } from '../../lib/incident/runbook.ts';
import { root } from '../../local/service.ts';

const service = inject('service');
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

describe('the runbook', () => {
  test('the runbook names only existing functions, tables and queues', () => {
    const functions = Object.values(service.functions).map(({ name }) => name);
    const others = Object.values(service.resources.Resources).flatMap(({ Properties }) => [
      Properties.TableName,
      Properties.QueueName,
    ]);
    const stacks = ['pix-cashout-local-bootstrap'];
    const named = [...runbook.matchAll(/pix-cashout-\$STAGE-([\w-]*\w)/g)].map(
      ([, name = '']) => `pix-cashout-local-${name}`,
    );

    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => ![...functions, ...others, ...stacks].includes(name))).toEqual([]);
  });

  test('the runbook has a section about each kind of incident', () => {
    const sections = [...new Set(Object.values(runbookSections))];

    expect(sections.filter((section) => !runbook.includes(`\n### ${section}\n`))).toEqual([]);
  });

  test('the runbook invokes functions through their alias, as all other callers do', () => {
    const invoked = runbook.match(/aws lambda invoke .*/g) ?? [];

    expect(invoked.length).toBeGreaterThan(1);
    for (const command of invoked) expect(command).toContain('--qualifier live');
  });

  test('the runbook stops a worker by disabling its mapping, since Lambda takes messages even without concurrency', () => {
    const [stop = ''] = /^mapping\(\).*?(?=\n```)/ms.exec(runbook) ?? [];

    expect(runbook).not.toContain('put-function-concurrency');
    expect(stop).toContain('list-event-source-mappings --function-name pix-cashout-$STAGE-$1:live');
    expect(stop).toContain('$(mapping completeTransfer transfers) --no-enabled');
    expect(stop).toContain('$(mapping completeTransfer transfers) --enabled');
    expect(service.functions.completeTransfer?.events?.map(({ sqs }) => sqs?.arn)).toEqual([
      { 'Fn::GetAtt': ['TransfersQueue', 'Arn'] },
    ]);
  });
});

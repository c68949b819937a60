import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { losses } from '../../../infra/losses/losses.ts';
import { type Resource, root } from '../../../local/service.ts';
import { disasterTemplates } from '../../support/disaster-templates.ts';

const Resources = Object.assign(
  {},
  inject('service').resources.Resources,
  ...disasterTemplates.map((template) => template.Resources),
) as Record<string, Resource>;

test('every alarm and every rule that tells people has a loss', () => {
  const telling = Object.entries(Resources)
    .filter(([id, { Type }]) => Type === 'AWS::CloudWatch::Alarm' || id === 'KeyLost')
    .map(([id]) => id.replace(/Alarm$/, ''));

  expect([...new Set(Object.values(losses).map(({ alarm }) => alarm))].sort()).toEqual(telling.sort());
});

test('a loss that pages is told within forty minutes, any other within a day, and a missing export within three', () => {
  const severityOf = (alarm: string) => {
    const { AlarmDescription, Description } =
      (Resources[`${alarm}Alarm`] ?? Resources[alarm])?.Properties ?? {};
    return String(AlarmDescription ?? Description).split('.')[0];
  };
  // A certificate ends in a week, and nothing is lost before.
  const all = Object.values(losses).filter(({ alarm }) => alarm !== 'CertificateEnds');

  for (const { alarm, minutes } of all)
    expect([
      alarm,
      minutes <= (severityOf(alarm) === 'Page now' ? 40 : (alarm === 'ExportMissing' ? 3 : 1) * 24 * 60),
    ]).toEqual([alarm, true]);
});

test('the first command of each loss is in the runbook’s section of its alarm', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

  for (const { alarm } of Object.values(losses))
    expect(runbook.split(`\n### ${alarm}\n`)[1]?.split('\n### ')[0]).toMatch(/\*\*First:\*\* \S/);
});

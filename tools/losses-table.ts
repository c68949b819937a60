// Makes the table of losses of docs/disaster.md. The first command is that of the runbook.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { losses } from '../infra/losses/losses.ts';
import { root } from '../local/service.ts';
import { markdownTable } from './markdown-table.ts';

const lengthMax = 60;

export const lossTables = {
  losses: () => {
    const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
    return markdownTable(
      ['lost', 'signal', 'alarm, and its section of the runbook', 'minutes', 'first'],
      Object.values(losses).map(({ lost, signal, alarm, minutes }) => [
        lost,
        signal,
        `[${alarm}](runbook.md#${alarm.toLowerCase()})`,
        String(minutes),
        firstOf(runbook, alarm),
      ]),
    );
  },
};

/**
 * Returns what the runbook says to do first about an alarm: the beginning of a command, up to its first bar, because a
 * table has none, or another section.
 */
function firstOf(runbook: string, alarm: string): string {
  const [, section = ''] = runbook.split(`\n### ${alarm}\n`);
  const [, first = ''] = /\*\*First:\*\* (.*)/.exec(section) ?? [];
  const [, command] = /^`([^`]*)`/.exec(first) ?? [];
  const [begin = ''] = command?.split(' | ') ?? [];
  if (begin) return `\`${begin.length > lengthMax ? `${begin.slice(0, lengthMax)}…` : begin}\``;
  return (/^[^.:;|]*/.exec(first)?.[0] ?? '').replace(/\]\(#/g, '](runbook.md#');
}

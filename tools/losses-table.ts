// Makes the table of losses of docs/disaster.md, and the list of the alarms that it lacks.

import { type Loss, losses } from '../infra/losses.ts';
import type { Service } from '../local/service.ts';
import { markdownTable } from './markdown-table.ts';

const all: readonly Loss[] = Object.values(losses);
const linkOf = (alarm: string) => `[${alarm}](runbook.md#${alarm.toLowerCase()})`;

export const lossTables = {
  losses: () =>
    markdownTable(
      ['lost', 'signal', 'alarm, and its section of the runbook', 'minutes', 'first command'],
      all.map(({ lost, signal, alarm, minutes, command }) => [
        lost,
        signal,
        linkOf(alarm),
        String(minutes),
        codeOf(command),
      ]),
    ),
  /** Lists the alarms that send a notification, but of which no loss has a row. */
  alarmsWithoutLoss: ({ resources }: Service) =>
    Object.entries(resources.Resources)
      .filter(([, { Type, Properties }]) => /Alarm$/.test(Type) && Properties.AlarmActions)
      .map(([id]) => id.replace(/Alarm$/, ''))
      .filter((name) => !all.some(({ alarm }) => alarm === name))
      .sort()
      .join(', '),
};

/** Returns a command for a cell of a table, which must not contain a bar. Only the command before the bar is shown. */
function codeOf(command: string): string {
  return command.includes('`') ? command : `\`${command.split(' | ')[0]}\``;
}

// npm run admin -- incident: manages incidents, which a person must resolve.

import type { Command } from 'commander';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';

type List = Shared & { all?: boolean; limit: number };

export function addIncident(program: Command): void {
  const noun = program
    .command('incident')
    .description('incidents, which a person must resolve: list, show, take, close');

  operation(noun, 'list', 'Lists the open incidents, newest first.', 'incident list --all --stage production')
    .option('--all', 'lists closed incidents too')
    .option('--limit <count>', 'maximum number of incidents', wholeNumber, 200)
    .action(({ all = false, limit, ...shared }: List) =>
      ask('administer', 'incident list', { all, limit }, shared, tellRest),
    );

  operation(
    noun,
    'show <incident>',
    'Shows an incident with the notice of the network, and the section of the runbook about it.',
    'incident show cashout-1234567890123456-settled',
  ).action((incident: string, shared: Shared) => ask('administer', 'incident show', { incident }, shared));

  operation(
    noun,
    'take <incident>',
    'Tells the other operators who works on an incident. The operator who takes it last has it.',
    'incident take cashout-1234567890123456-settled --stage production',
  ).action((incident: string, shared: Shared) => ask('administer', 'incident take', { incident }, shared));

  operation(
    noun,
    'close <incident>',
    'Closes an incident that is resolved. It moves no money, and cannot be opened again.',
    'incident close cashout-1234567890123456-settled --note "INC-44: the PSP has paid it back" --stage production',
  )
    .requiredOption('--note <text>', 'what was decided, and the ticket; it must name no customer')
    .action((incident: string, { note, ...shared }: Shared & { note: string }) =>
      ask('administer', 'incident close', { incident, note }, shared),
    );
}

function tellRest({ total, incidents = [] }: Record<string, unknown>): string {
  const shown = (incidents as unknown[]).length;
  return shown < Number(total)
    ? `\nOnly the newest ${shown} of ${total} are shown: --limit shows more, up to 1000.\n`
    : '';
}

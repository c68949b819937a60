// npm run admin -- freeze, thaw: stops cashouts and lets them go on.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

type Because = Shared & { reason: string };

const whom = {
  account: 'what one account pays',
  client: 'what one client created or approved, its calls within a minute, and its webhooks',
  company: 'what all accounts of a company pay, those opened later too',
} as const;

const sample = { account: '0001/123456789', client: '3b9a…', company: '7f1c…' } as const;

/** Explains that there was nothing to thaw, and where to see which other freeze still stops the cashouts. */
const explainThaw =
  (kind: keyof typeof whom) =>
  ({ was_frozen }: Record<string, unknown>) =>
    was_frozen === false
      ? `\nThere was nothing to thaw: this ${kind} was not frozen itself.\nWhat else may hold its payouts: npm run admin -- account show ID has it under frozen_by.\n`
      : '';

export function addFreeze(program: Command): void {
  const freeze = program
    .command('freeze')
    .description('stop payouts of an account, a client or a company, and list what is in flight');
  const thaw = program.command('thaw').description('let them go on');

  for (const [kind, what] of Object.entries(whom) as [keyof typeof whom, string][]) {
    operation(
      freeze,
      `${kind} <id>`,
      `Stops ${what}: nothing more is reserved. Lists what is in flight.`,
      `freeze ${kind} ${sample[kind]} --reason "INC-42: stolen laptop"`,
    )
      .requiredOption('--reason <text>', 'why, for the audit')
      .action((id: string, { reason, ...shared }: Because) =>
        ask('freeze', 'freeze', { target: { kind, id }, reason }, shared),
      );

    operation(
      thaw,
      `${kind} <id>`,
      `Lets go on: ${what}. What is frozen besides for another reason stays so.`,
      `thaw ${kind} ${sample[kind]} --reason "INC-42: over"`,
    )
      .requiredOption('--reason <text>', 'why, for the audit')
      .action((id: string, { reason, ...shared }: Because) =>
        ask('freeze', 'thaw', { target: { kind, id }, reason }, shared, explainThaw(kind)),
      );
  }

  operation(
    freeze,
    'list <kind> <id>',
    'Lists what is in flight of an account, client or company, frozen or not. Changes nothing.',
    'freeze list account 0001/123456789',
  ).action((kind: string, id: string, shared: Shared) =>
    ask('freeze', 'freeze list', { target: { kind, id } }, shared),
  );
}

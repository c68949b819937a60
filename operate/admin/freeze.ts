// npm run admin -- freeze, thaw: stops cashouts, and releases them again.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

type Because = Shared & { reason: string };

const whom = {
  account: 'payouts of an account',
  client: 'payouts that a client created or approved, its calls (within a minute), and its webhooks',
  company: 'payouts of all accounts of a company, including accounts opened later',
} as const;

const sample = { account: '0001/123456789', client: '3b9a…', company: '7f1c…' } as const;

/** Explains that there was nothing to thaw, and how to find another freeze that still stops the cashouts. */
const explainThaw =
  (kind: keyof typeof whom) =>
  ({ was_frozen }: Record<string, unknown>) =>
    was_frozen === false
      ? `\nThere was nothing to thaw: this ${kind} itself was not frozen.\nAnother freeze may stop its payouts: npm run admin -- account show ID lists it under frozen_by.\n`
      : '';

export function addFreeze(program: Command): void {
  const freeze = program
    .command('freeze')
    .description('stop payouts of an account, a client or a company, and list the payouts in flight');
  const thaw = program.command('thaw').description('allow payouts again');

  for (const [kind, what] of Object.entries(whom) as [keyof typeof whom, string][]) {
    operation(
      freeze,
      `${kind} <id>`,
      `Stops ${what}: no new holds. Lists the payouts in flight.`,
      `freeze ${kind} ${sample[kind]} --reason "INC-42: stolen laptop"`,
    )
      .requiredOption('--reason <text>', 'reason, for the audit')
      .action((id: string, { reason, ...shared }: Because) =>
        ask('freeze', 'freeze', { target: { kind, id }, reason }, shared),
      );

    operation(
      thaw,
      `${kind} <id>`,
      `Ends the freeze of ${what}. Other freezes stay in force, and paused webhooks stay paused.`,
      `thaw ${kind} ${sample[kind]} --reason "INC-42: over"`,
    )
      .requiredOption('--reason <text>', 'reason, for the audit')
      .action((id: string, { reason, ...shared }: Because) =>
        ask('freeze', 'thaw', { target: { kind, id }, reason }, shared, explainThaw(kind)),
      );
  }

  operation(
    freeze,
    'list <kind> <id>',
    'Lists the payouts of an account, client or company that are in flight, and those that wait for the day of their start. Changes nothing.',
    'freeze list account 0001/123456789',
  ).action((kind: string, id: string, shared: Shared) =>
    ask('freeze', 'freeze list', { target: { kind, id } }, shared),
  );
}

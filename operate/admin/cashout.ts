// npm run admin -- cashout: shows one cashout, found by its id, end-to-end id, code or receipt, and ends one whose
// payment has no outcome.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';
import { addEnds } from './peoples-end.ts';

export function addCashout(program: Command): void {
  const noun = program.command('cashout').description('cashouts: show, settle, fail');

  operation(
    noun,
    'show <name>',
    'Shows a cashout with its timeline: who created and approved it, who is paid, what the network said. By its id, its end-to-end id (E…), its code_transaction (PX-…), or the code or address of its receipt.',
    'cashout show E99999010202611211504002VOM7EKSH --stage production',
  ).action((cashout: string, shared: Shared) => ask('administer', 'cashout show', { cashout }, shared));

  addEnds(noun, {
    noun: 'cashout',
    read: (name) => name,
    id: ['end-to-end-id', 'end_to_end_id', 'E99999999202611211504002VOM7EKSH'],
  });
}

// npm run admin -- rule: manages an account's own conditions for cashouts, which apply in addition to the contract.

import type { Command } from 'commander';
import { ruleCalls } from '../../lib/operating/rule-calls.ts';
import { addDeclared } from './declared.ts';

export function addRule(program: Command): void {
  const noun = program
    .command('rule')
    .description(
      'rules of an account: show, expiry, own-approval, approvals, limit, payees, reported-money, duplicates, low-balance',
    );
  addDeclared(noun, ruleCalls);
}

// The in-process tests that run against each mutant of the money code. The fastest files run first, because the first
// failing test ends the run of a mutant.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { tags } from '../projects.ts';
import { Sequencer } from './sequencer.ts';

const functions = [
  'approve-cashout',
  'apply-network-event',
  'complete-transfer',
  'create-cashout',
  'create-cashout-manual',
  'create-cashout-self-approve',
  'create-copy-and-paste-transfer',
  'freeze',
  'get-cashout',
  'get-chargeback',
  'low-balance',
  'payees-not-paid',
  'poll-chargeback',
  'receive-network-pix',
  'reconcile',
  'request-chargeback',
  'resume-stalled',
  'scheduled-cashouts',
  'statement-parties',
  'too-many-open',
];

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    tags,
    globalSetup: ['test/mutation/global-setup.ts'],
    include: [
      'test/{base,cashout,payout,chargeback,ledger,rules,reconciliation,incoming,account}/*.test.ts',
      `test/functions/{${functions.join()}}.test.ts`,
      'test/psp/{dynamic-codes,evidence}.test.ts',
    ],
    // This test is not about money, and it needs the folder bench, which is not copied to Stryker's sandbox.
    exclude: ['test/access/limit-store.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    isolate: false,
    sequence: { sequencer: Sequencer },
  },
});

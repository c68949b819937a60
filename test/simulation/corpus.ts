// Lists seeds that have found a bug. They are kept, so that every later version is checked with them. `found` describes
// the bug.

import type { Profile } from './faults.ts';

/** `slow` marks a seed that takes a minute and a half. Only npm run simulate -- --corpus runs it, not every test. */
export const corpus: readonly { seed: number; profile: Profile; found: string; slow?: true }[] = [
  // The longest seed comes first, so that the others run at the same time.
  { seed: 10068, profile: 'everything', found: 'a return that waited for ever', slow: true },
  { seed: 4, profile: 'psp', found: 'a refund that the PSP refused unheard, and does not know' },
  { seed: 1, profile: 'calm', found: 'a notice left to a person was applied when it came again' },
  {
    seed: 341_008,
    profile: 'calm',
    found: 'seventy equal creates on two accounts kept each other from their turns',
  },
  { seed: 18, profile: 'everything', found: 'a transaction that was tried again had another token' },
  { seed: 10, profile: 'outage', found: 'what the network does not know yet is not failed' },
  { seed: 33, profile: 'outage', found: 'the refusal of a repeated send proves nothing' },
  { seed: 17, profile: 'everything', found: 'two reports of one case within a millisecond' },
  { seed: 10080, profile: 'everything', found: 'an overtaken report whose event no webhook heard of' },
  { seed: 10090, profile: 'everything', found: 'one wish sent with two one-time codes is two transfers' },
  {
    seed: 10085,
    profile: 'everything',
    found: 'an incident of a payment that the network did end is no reason to rest',
  },
];

// Seeds that have found something, kept so that they go on looking: what they found is in their note.

import type { Profile } from './faults.ts';

/** `slow`: takes a minute and a half, so it is run by npm run simulate -- --corpus and not with every test. */
export const corpus: readonly { seed: number; profile: Profile; found: string; slow?: true }[] = [
  // The longest first: the others run beside them.
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

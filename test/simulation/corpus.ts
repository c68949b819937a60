// Seeds that have found something, kept so that they go on looking: what they found is in their note.

import type { Profile } from './faults.ts';

export const corpus: readonly { seed: number; profile: Profile; found: string }[] = [
  { seed: 1, profile: 'calm', found: 'a notice left to a person was applied when it came again' },
  { seed: 18, profile: 'everything', found: 'a transaction that was tried again had another token' },
  { seed: 10, profile: 'outage', found: 'what the network does not know yet is not failed' },
  { seed: 33, profile: 'outage', found: 'the refusal of a repeated send proves nothing' },
  { seed: 17, profile: 'everything', found: 'two reports of one case within a millisecond' },
  { seed: 10080, profile: 'everything', found: 'an overtaken report whose event no webhook heard of' },
  { seed: 10106, profile: 'everything', found: 'the same, another case' },
  { seed: 10107, profile: 'everything', found: 'the same, on a case that was closed' },
  { seed: 10090, profile: 'everything', found: 'one wish sent with two one-time codes is two transfers' },
  { seed: 10068, profile: 'everything', found: 'a return that waited for ever' },
  { seed: 4, profile: 'psp', found: 'a refund that the PSP refused unheard, and does not know' },
];

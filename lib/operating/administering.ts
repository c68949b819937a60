// Defines the type of the operators' calls: one function for each call, by name.

import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { WithSynthetic } from '../synthetic/payer-store.ts';
import type { CallTable } from './admin-handler.ts';
import type { WithOperating } from './deps.ts';
import type { AdministerCall } from './schemas.ts';

export type Administering = Core &
  WithOperating &
  WithMoney &
  WithNetwork &
  WithQueues &
  WithLists &
  WithBatches &
  WithSynthetic;

export type Calls = CallTable<AdministerCall, Administering>;

/** The calls whose names start with these words. */
export type CallsAbout<Noun extends string> = Pick<Calls, Extract<keyof Calls, `${Noun} ${string}`>>;

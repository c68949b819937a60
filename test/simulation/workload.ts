// Defines who acts in a run: several companies at once, each with callers of every kind, others who send money and
// report payments, and callers who try to access what is not theirs.

import { attack, overstep } from './attackers.ts';
import { payInBatches } from './batches.ts';
import type { Callers, Party, Place } from './callers.ts';
import { openCompany } from './companies.ts';
import { isQuiet } from './faults.ts';
import { freeze } from './freezers.ts';
import { guess } from './guessers.ts';
import { mistype } from './mistypers.ts';
import { pester } from './neighbour.ts';
import { assign, payFromOutside, takeBack } from './outsiders.ts';
import { approve, pay } from './payers.ts';
import { payMany } from './payroll.ts';
import { close, pageCashouts, pageFeed, pageStatement } from './readers.ts';
import { chargeBack, receive, report, returnMoney } from './refunders.ts';
import { revoke } from './revokers.ts';
import { liveByRules } from './ruled.ts';
import { rule } from './rulers.ts';
import { stealInvitation } from './thieves.ts';
import { administer } from './webhook-owners.ts';
import type { World } from './world.ts';

export type Stage = {
  world: World;
  callers: Callers;
  parties: Party[];
  /** Cashouts that were created in two steps and not approved yet. */
  unapproved: { party: Party; id: number }[];
  /** Idempotency keys that callers have used. */
  keys: string[];
  /** QR codes that were paid or are about to be paid. */
  codes: Code[];
  /** Waits as long as a caller of this run does. */
  rest: (from: number, to: number) => Promise<void>;
};

/** `text` is the copy-and-paste text of a code that perhaps nobody has paid yet. */
export type Code = {
  party: Party;
  place: Place;
  qrCodeId: number;
  amount: number;
  text?: string;
  /** The end-to-end id of the first payment, if somebody has paid the code. */
  endToEndId?: string;
  /** Somebody outside has named the code in a payment, so it is perhaps paid. */
  isPaidOutside?: true;
};

type Actor = (stage: Stage, party: Party) => Promise<void>;

/** The kinds of callers, and how many of each a company has. */
const actors: [Actor, number][] = [
  [pay, 2],
  [payMany, 1],
  [approve, 2],
  [receive, 1],
  [payFromOutside, 1],
  [takeBack, 1],
  [assign, 1],
  [chargeBack, 1],
  [returnMoney, 1],
  [report, 2],
  [administer, 1],
  [pageStatement, 1],
  [pageFeed, 1],
  [attack, 1],
  [overstep, 1],
  [close, 1],
  [freeze, 1],
  [revoke, 1],
  [rule, 1],
  [pageCashouts, 1],
  [liveByRules, 1],
  [guess, 1],
  [mistype, 1],
  [stealInvitation, 1],
];

/** The name of the company that disturbs the others as much as it can. */
export const badNeighbour = 'Vizinho';

/** A company of the profile that pays in batches. */
const payrollActors: typeof actors = [
  [payInBatches, 2],
  [pay, 1],
  [approve, 1],
  [payFromOutside, 1],
  [returnMoney, 2],
  [freeze, 1],
];

const pests: typeof actors = [
  [pester, 1],
  [mistype, 2],
];

export async function openStage(world: World, callers: Callers): Promise<Stage> {
  const parties: Party[] = [];
  const isBesideOne = world.profile === 'neighbour';
  const names = isBesideOne ? ['Alfa'] : ['Alfa', 'Beta'].concat(world.dice.chance(0.3) ? ['Gama'] : []);
  for (const name of names) {
    const balance = world.dice.pick(['0.00', '20.00', '150.00', '1000.00']);
    parties.push(await openCompany(world, callers, name, 2, balance));
  }
  if (isBesideOne) parties.push(await openCompany(world, callers, badNeighbour, 2, '0.00'));
  const haste = world.dice.pick([4, 1, 0.2, 0.02]);
  const rest = (from: number, to: number) => world.scheduler.sleep(world.dice.between(from, to) * haste);
  return { world, callers, parties, unapproved: [], keys: [], codes: [], rest };
}

function actorsOf({ world }: Stage, party: Party): typeof actors {
  if (world.profile === 'batches') return payrollActors;
  if (party.name === badNeighbour) return pests;
  // In a quiet world, only the bad neighbour does what delays its own payouts.
  return isQuiet(world.profile) ? actors.filter(([act]) => act !== mistype) : actors;
}

/** @returns when every caller is done */
export async function work(stage: Stage): Promise<void> {
  const all = stage.parties.flatMap((party) =>
    actorsOf(stage, party).flatMap(([act, count]) =>
      Array.from({ length: count }, () => [act, party] as const),
    ),
  );
  await Promise.all(
    all.map(async ([act, party]) => {
      await stage.rest(0, 5_000);
      await act(stage, party);
    }),
  );
}

// Pairs our movements with the movements of a PSP. A movement without a pair is no difference yet: lists may be late,
// incomplete or contain duplicates, so each such movement is checked separately (judge-movement.ts).

import { createHash } from 'node:crypto';
import { keyOf, type OurMovement, type TheirMovement } from './psp-movements.ts';

export type Pair = { ours: OurMovement; theirs: TheirMovement };

type Found = 'ours only' | 'theirs only' | 'differs';

/** A movement that the two sides do not show in the same way. */
export type Candidate = {
  /** Identifies the candidate. It is the same each time the candidate is found. */
  key: string;
  found: Found;
  ours?: OurMovement;
  theirs?: TheirMovement;
  /** The PSP has the movement once, and our books have it twice. */
  isDouble?: true;
};

/** A confirmed difference, with an explanation for a person. */
export type PspDifference = Candidate & { details: string };

type Index = Map<string, OurMovement[]>;

const kindAndId = ({ kind, id }: Pick<OurMovement, 'kind' | 'id'>) => `${kind}#${id}`;
const kindAndReference = ({ kind, reference }: Pick<OurMovement, 'kind' | 'reference'>) =>
  `${kind}#${reference}`;

/**
 * The steps in which pairs are searched: first movements that agree fully, then those with the same id, then those with
 * our reference. So each movement gets its best match.
 */
const steps: ((one: OurMovement | TheirMovement) => string | undefined)[] = [
  keyOf,
  kindAndId,
  (one) => (one.reference ? kindAndReference(one) : undefined),
];

/**
 * Pairs the movements.
 * @returns pairs and candidates with at least one side on this day
 */
export function pairUp(
  ours: readonly OurMovement[],
  theirs: readonly TheirMovement[],
): { pairs: Pair[]; candidates: Candidate[] } {
  const paired = new Map<OurMovement, TheirMovement>();
  let left = [...theirs];
  for (const step of steps) {
    const index: Index = new Map();
    for (const one of ours) {
      const name = paired.has(one) ? undefined : step(one);
      if (name) index.set(name, [...(index.get(name) ?? []), one]);
    }
    left = left.filter((one) => {
      const name = step(one);
      const partner = name ? index.get(name)?.shift() : undefined;
      if (partner) paired.set(partner, one);
      return !partner;
    });
  }
  const pairs = [...paired].map(([our, their]) => ({ ours: our, theirs: their }));
  const known = new Set([...paired.keys()].flatMap((one) => [kindAndId(one), kindAndReference(one)]));
  const oursOnly = ours.filter((one) => !paired.has(one) && one.isOfDay);
  const candidates = [
    ...pairs.filter(isOfDay).filter(differs).map(asCandidate('differs')),
    ...oursOnly.map((one): Candidate => {
      const isDouble = known.has(kindAndId(one)) || (one.reference && known.has(kindAndReference(one)));
      known.add(kindAndId(one));
      return { ...asCandidate('ours only')({ ours: one }), ...(isDouble ? { isDouble: true } : {}) };
    }),
    ...left.filter((one) => one.isOfDay).map((one) => asCandidate('theirs only')({ theirs: one })),
  ];
  const order = ({ key: one }: Candidate, { key: other }: Candidate) => (one < other ? -1 : 1);
  return { pairs: pairs.filter(isOfDay), candidates: candidates.sort(order) };
}

const isOfDay = ({ ours, theirs }: Pair) => ours.isOfDay || theirs.isOfDay;

const differs = ({ ours, theirs }: Pair) => ours.amountCents !== theirs.amountCents || ours.id !== theirs.id;

const asCandidate =
  (found: Found) =>
  ({ ours, theirs }: { ours?: OurMovement; theirs?: TheirMovement }): Candidate => {
    const { kind, id } = (theirs ?? ours) as TheirMovement;
    const entry = found === 'ours only' && ours ? `#${ours.account}#${ours.at}` : '';
    const sides = { ...(ours ? { ours } : {}), ...(theirs ? { theirs } : {}) };
    return { key: `${kind}#${id}${entry}#${found}`, found, ...sides };
  };

/** The owner of a PIX key. `since`: time from which the account has had the key (ISO, UTC), if known. */
export type KeyOwner = { account: string; since?: string };

/**
 * Returns the received payments that were not credited to the account that owns the paid key. If that account got the
 * key after the payment, this is no difference.
 */
export function misattributed(pairs: readonly Pair[], owners: ReadonlyMap<string, KeyOwner>): Candidate[] {
  return pairs
    .filter(({ ours, theirs }) => {
      const owner = theirs.pixKey === undefined ? undefined : owners.get(theirs.pixKey);
      if (!owner || ours.kind !== 'received') return false;
      return owner.account !== ours.account && (owner.since ?? '') <= theirs.at;
    })
    .map(asCandidate('differs'));
}

/**
 * Returns the id of a difference's incident. It contains no account number, key or name.
 * @param place name of our account at the PSP
 */
export function pspDifferenceId(place: string, key: string): string {
  return `psp-${createHash('sha256').update(`${place}#${key}`).digest('hex').slice(0, 32)}`;
}

const days = 86_400;

/** Returns the seconds until the next comparison of a day that is not settled, by the number of full comparisons. */
export function againAfter(passes: number): number {
  return Math.min(days, 3_600 * 2 ** Math.min(passes, 10));
}

// Defines which faults may happen, how often, and counts how often they did. Each seed switches kinds of faults on and
// off and draws their rates, so that some runs have only one kind and some runs have all kinds.

import type { Dice } from './dice.ts';

/** The faults of one call to DynamoDB or SQS. */
const callFaults = [
  'throttled',
  'conflict',
  'failed before',
  'failed after',
  'request lost',
  'answer lost',
  'lands late',
  'crash before',
  'crash after',
  'stale read',
  'short page',
  'unprocessed keys',
  'torn read',
  'partly refused',
] as const;

/** The faults outside of calls: in messages, clocks, the network, receivers and callers. */
const worldFaults = [
  'message twice',
  'message not deleted',
  'stream record lost',
  'stream batch twice',
  'sweep skipped',
  'clock jump',
  'clock skew',
  'dead letters redriven',
  'network silent',
  'network lands late',
  'network answer lost',
  'network breaks',
  'network forgets',
  'network refuses a repeat',
  'network decides late',
  'network calls back twice',
  'network contradicts itself',
  'charge revised',
  'charge revised in between',
  'network takes another amount',
  'notice twice',
  'foreign txid',
  'key of nobody',
  'return unasked',
  'return before payment',
  'callback lies',
  'list late',
  'list incomplete',
  'list doubled',
  'receiver fails',
  'receiver hangs',
  'receiver breaks off',
  'receiver is gone',
  'caller gives up',
  'fee charged',
  'balance drifts',
  'payment by hand',
  'payment put back',
  'statement late',
  'statement lost',
  'PSP silent',
] as const;

export type CallFault = (typeof callFaults)[number];
export type WorldFault = (typeof worldFaults)[number];
export type Fault = CallFault | WorldFault;
export const faultKinds: readonly Fault[] = [...callFaults, ...worldFaults];

export const profiles = [
  'calm',
  'neighbour',
  'ack-loss',
  'crash',
  'throttle',
  'outage',
  'psp',
  'batches',
  'everything',
] as const;
export type Profile = (typeof profiles)[number];

/** Returns whether no fault happens by itself in this profile. */
export const isQuiet = (profile: Profile): boolean => profile === 'calm' || profile === 'neighbour';

type Rates = Partial<Record<Fault, number>>;

const ackLoss: Rates = {
  'failed after': 0.05,
  'answer lost': 0.08,
  'lands late': 0.04,
  'request lost': 0.03,
};
const crash: Rates = { 'crash before': 0.012, 'crash after': 0.02, 'message twice': 0.1 };
const throttle: Rates = {
  throttled: 0.1,
  conflict: 0.15,
  'failed before': 0.05,
  'unprocessed keys': 0.1,
  'short page': 0.2,
  'torn read': 0.2,
  'partly refused': 0.2,
};
const network: Rates = {
  'network silent': 0.2,
  'network lands late': 0.3,
  'network answer lost': 0.2,
  'network breaks': 0.05,
  'network forgets': 0.3,
  'network refuses a repeat': 0.7,
  'network decides late': 0.25,
  'network calls back twice': 0.3,
  'charge revised': 0.3,
};
const receivers: Rates = {
  'receiver fails': 0.2,
  'receiver hangs': 0.08,
  'receiver breaks off': 0.08,
  'receiver is gone': 0.04,
};
const around: Rates = {
  'stale read': 0.3,
  'torn read': 0.3,
  'message twice': 0.15,
  'message not deleted': 0.08,
  'stream record lost': 0.15,
  'stream batch twice': 0.1,
  'sweep skipped': 0.2,
  'clock jump': 0.2,
  'clock skew': 0.5,
  'dead letters redriven': 0.3,
  'network contradicts itself': 0.3,
  'notice twice': 0.2,
  'caller gives up': 0.05,
};

/** The faults of a PSP and of payers, which concern money that enters or leaves this institution. */
const border: Rates = {
  'foreign txid': 0.3,
  'key of nobody': 0.3,
  'return unasked': 0.6,
  'return before payment': 0.15,
  'callback lies': 0.15,
  'list late': 0.3,
  'list incomplete': 0.3,
  'list doubled': 0.3,
  'fee charged': 0.5,
  'balance drifts': 0.1,
  'payment by hand': 0.04,
  'payment put back': 0.15,
  'statement late': 0.3,
  'statement lost': 0.1,
  'PSP silent': 0.1,
};

const outage: Rates = { ...network, ...receivers, 'request lost': 0.05, 'failed before': 0.03 };

const rates: Record<Profile, Rates> = {
  calm: {},
  // One company deliberately disturbs the others (neighbour.ts). No other faults happen.
  neighbour: {},
  'ack-loss': ackLoss,
  crash,
  throttle,
  outage,
  // The faults are those of `everything`. The service's adapters and a PSP's messages are between the service and the
  // network, and a PSP may also get amounts wrong.
  psp: {
    ...outage,
    ...border,
    'charge revised in between': 0.4,
    'network takes another amount': 0.06,
  },
  // Companies pay mostly in batches.
  batches: { ...ackLoss, ...crash, ...throttle, ...receivers, ...around },
  everything: { ...ackLoss, ...crash, ...throttle, ...network, ...border, ...receivers, ...around },
};

export type Faults = ReturnType<typeof makeFaults>;

export function makeFaults(dice: Dice, profile: Profile) {
  const drawn = new Map<Fault, number>();
  const counts = new Map<Fault, number>();
  const struck = new Map<string, number>();
  const all = rates[profile];
  for (const kind of faultKinds) {
    // A strength is drawn for every kind, so that a new kind does not change the other draws of a seed.
    const strength = dice.pick([0, 0.25, 0.5, 1, 1]);
    drawn.set(kind, (all[kind] ?? 0) * (profile === 'everything' ? strength : Math.max(0.25, strength)));
  }
  let on = true;
  let outage = false;

  function count(kind: Fault, where: string): void {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const met = `${kind} | ${where}`;
    struck.set(met, (struck.get(met) ?? 0) + 1);
  }

  return {
    /** Returns whether the fault happens now, and counts it if it does. */
    strikes(kind: Fault, where = ''): boolean {
      const hit = on && dice.chance(drawn.get(kind) ?? 0);
      if (hit) count(kind, where);
      return hit;
    },
    /** Chooses at most one of the kinds. */
    drawOne(kinds: readonly CallFault[], where: string): CallFault | undefined {
      if (!on) return undefined;
      const rateOf = (kind: CallFault) => (outage && kind === 'request lost' ? 0.9 : (drawn.get(kind) ?? 0));
      const kind = kinds.find((one) => dice.chance(rateOf(one)));
      if (kind) count(kind, where);
      return kind;
    },
    /** Starts or ends a time in which nearly every call is lost. */
    setOutage: (is: boolean) => {
      outage = is;
    },
    isOn: () => on,
    switchOff: () => {
      on = false;
    },
    switchOn: () => {
      on = true;
    },
    counts,
    /** The counts of faults by the call in which each fault happened. */
    struck,
  };
}

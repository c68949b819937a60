// Lists the cases of the end-to-end measurement: each way to send cashouts and to learn of their end, with one, ten and
// fifty callers.

import { figure } from '../results.ts';
import { inTurns, quantile } from '../samples.ts';
import type { Options } from '../section.ts';
import { type Account, settle } from './callers.ts';
import { askForKeys, type Load, type Measured, sendAll } from './load.ts';
import type { Receiver } from './receiver.ts';

export const callerCounts = [1, 10, 50] as const;
export const ways = ['own account', 'second call', 'webhook', 'one account'] as const;
export type Case = { way: (typeof ways)[number]; callers: number };
type Measurements = Map<string, { each: Case; rounds: Measured[] }>;

export const nameOf = ({ way, callers }: Case) => `${way}, ${callers}`;
export const floorOf = (callers: number) => `floor, ${callers}`;

/** Fifty callers of one account wait for each other so long that this case is measured only once, at the end. */
const isLast = ({ way, callers }: Case) => way === 'one account' && callers === 50;

type Company = Record<'own' | 'told' | 'shared', readonly Account[]> & {
  receiver: Receiver;
  baseUrl: string;
  quick: boolean;
  progress: Options['progress'];
};

export type Result = { medians: Record<string, number[]>; cases: Measurements };

/**
 * Measures in rounds. Each round runs each case once. Returns the results of the callers and the median of each round.
 */
export async function measure(company: Company): Promise<Result> {
  const { quick, baseUrl, progress } = company;
  const counts = quick ? [1, 10] : callerCounts;
  const all = ways
    .flatMap((way) => counts.map((callers) => ({ way, callers })))
    .filter(({ way, callers }) => way !== 'one account' || callers > 1);
  const cases: Measurements = new Map();
  const measureCase = async (each: Case): Promise<number> => {
    const load = loadOf(company, each);
    const measured = await sendAll(load);
    const known = cases.get(nameOf(each)) ?? { each, rounds: [] };
    cases.set(nameOf(each), { each, rounds: [...known.rounds, measured] });
    await settle(load.accounts.slice(0, each.way === 'one account' ? 1 : undefined));
    progress(`${nameOf(each)} callers: ${figure(quantile(measured.ended, 0.5))} ms`);
    return quantile(measured.ended, 0.5);
  };
  const contestants = Object.fromEntries([
    ...counts.map((callers) => [
      floorOf(callers),
      async () => quantile(await askForKeys(baseUrl, callers, 200 / callers), 0.5),
    ]),
    ...all.filter((each) => !isLast(each)).map((each) => [nameOf(each), () => measureCase(each)]),
  ]) as Record<string, () => Promise<number>>;
  const medians = await inTurns(quick ? 1 : 3, contestants);
  for (const each of all.filter(isLast)) medians[nameOf(each)] = [await measureCase(each)];
  return { medians, cases };
}

function loadOf({ own, told, shared, receiver, quick }: Company, { way, callers }: Case): Load {
  const each = callers === 1 ? (quick ? 4 : 8) : callers === 10 && !quick ? 3 : 1;
  const approval = way === 'second call' ? 'second call' : 'self';
  if (way === 'one account') {
    return { accounts: Array.from({ length: callers }, () => shared[0] as Account), each, approval };
  }
  if (way === 'webhook') return { accounts: told.slice(0, callers), each, approval, receiver };
  return { accounts: own.slice(0, callers), each, approval };
}

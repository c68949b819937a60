// Runs a measurement in rounds and computes statistics: the median, and the middle half of the values as the spread.

export type Sample = { median: number; low: number; high: number };

/** @param share which quantile to return: 0.5 is the median, 0.99 is p99 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function sampleOf(values: readonly number[]): Sample {
  return { median: quantile(values, 0.5), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

/**
 * Runs the contestants in turns, so that other load of the machine affects all of them. The contestant that begins
 * changes with each round.
 * @returns the results of each contestant, in the order of the rounds
 */
export async function inTurns<Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as Name;
      results[name].push(await contestants[name]());
    }
  }
  return results;
}

/** Computes the ratio of each round first, because both parts of a round ran under the same conditions. */
export function ratioOf(ours: readonly number[], peers: readonly number[]): Sample {
  return sampleOf(ours.map((value, round) => value / (peers[round] ?? Number.NaN)));
}

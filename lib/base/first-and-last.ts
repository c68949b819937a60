// Keeps only the first ten and the last ten items of a list, so that a long list stays readable.

const each = 10;

export function firstAndLast<One>(all: readonly One[]): One[] {
  return all.length > 2 * each ? [...all.slice(0, each), ...all.slice(-each)] : [...all];
}

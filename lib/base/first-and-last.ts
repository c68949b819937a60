// The first ten and the last ten items of a list, so that it stays short.

const each = 10;

export function firstAndLast<One>(all: readonly One[]): One[] {
  return all.length > 2 * each ? [...all.slice(0, each), ...all.slice(-each)] : [...all];
}

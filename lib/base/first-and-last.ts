// A list that stays short however much it would have: its first ten and its last ten.

const each = 10;

export function firstAndLast<One>(all: readonly One[]): One[] {
  return all.length > 2 * each ? [...all.slice(0, each), ...all.slice(-each)] : [...all];
}

// Reads the basis of a change: the values that it would replace. Whoever confirms a change confirms it for exactly these
// values. The operation compares them again when it writes.

import { type ChangeCall, changeNamed } from './change-forms.ts';
import type { DeskDeps } from './deps.ts';

/** Returns values as text, in which the order of the fields does not matter. */
export const textOf = (values: unknown): string =>
  JSON.stringify(values ?? null, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Reads the basis as text. */
export async function basisOf(deps: DeskDeps, call: ChangeCall): Promise<string> {
  const { replaces = 'nothing' } = changeNamed(call.action)?.change ?? {};
  return textOf(replaces === 'nothing' ? undefined : await replaces(deps, call as never));
}

// Proves once more who decides, for what was shown. A step-up belongs to one session and to the cashouts that it shows, counts for two
// minutes and is used once. So a code that was read over a shoulder, or another tab, decides about nothing else.

import { checkCode } from '../access/check-code.ts';
import type { Core } from '../access/deps.ts';
import type { WithSignIn } from './deps.ts';
import { hashOf, isStepOpen, type Seen, type Session } from './session.ts';

type Deps = Core & WithSignIn;

/** @param items what the person sees. @returns the id of the step-up, for the form */
export async function beginStepUp(
  { sessions, ids, now }: Deps,
  { hash: sessionHash }: Session,
  items: readonly Seen[],
): Promise<string> {
  const id = ids.secret();
  await sessions.beginStep({ hash: hashOf(id), sessionHash, items, createdAt: now().toISOString() });
  return id;
}

export type Proved =
  | { kind: 'proved'; items: readonly Seen[] }
  /** Wrong, used before, or of a locked user. The step-up can be tried again. */
  | { kind: 'wrong code'; items: readonly Seen[] }
  /** It is too old, was used, or belongs to another session. */
  | { kind: 'over' };

/** @param id of the form, as the browser sent it */
export async function finishStepUp(
  deps: Deps,
  { hash: sessionHash, userId }: Session,
  id: string,
  code: string,
): Promise<Proved> {
  const step = await deps.sessions.getStep(hashOf(id));
  if (!step || step.sessionHash !== sessionHash || !isStepOpen(step, deps.now())) return { kind: 'over' };
  const { items } = step;
  const checked = await checkCode(deps, userId, code);
  if (!checked) return { kind: 'wrong code', items };
  const { user, step: timeStep } = checked;
  const used = await deps.sessions.useStep(step, user, timeStep, deps.now().toISOString());
  if (used === 'used') return { kind: 'proved', items };
  return used === 'over' ? { kind: 'over' } : { kind: 'wrong code', items };
}

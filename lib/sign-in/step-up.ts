// Proves once more who decides, for what was shown. A step-up belongs to one session and to the cashouts that it shows, counts for two
// minutes and is used once. So a code that was read over a shoulder, or another tab, decides about nothing else. A passkey signs the
// very content of the step-up.

import { checkCode } from '../access/check-code.ts';
import type { Core } from '../access/deps.ts';
import type { WithSessions } from './deps.ts';
import { siteIn } from './enrol-passkey.ts';
import { challengeOf, requestOptions } from './passkey.ts';
import { type Proof, proofOf, verifyProof } from './proof.ts';
import { hashOf, isStepOpen, type Seen, type Session, type StepUp } from './session.ts';

type Deps = Core & WithSessions;

/** `id`: for the form. `options`: for the browser, if the person has passkeys. */
export type BegunStepUp = { id: string; options: ReturnType<typeof requestOptions> | undefined };

/** @param items what the person sees */
export async function beginStepUp(
  deps: Deps,
  session: Session,
  items: readonly Seen[],
): Promise<BegunStepUp> {
  const { sessions, passkeys, ids, now } = deps;
  const [id, nonce, createdAt] = [ids.secret(), ids.secret(), now().toISOString()];
  const step = { hash: hashOf(id), sessionHash: session.hash, nonce, items, createdAt };
  const [known] = await Promise.all([passkeys.list(session.userId), sessions.beginStep(step)]);
  if (known.length === 0) return { id, options: undefined };
  return { id, options: requestOptions(siteIn(deps), challengeOf(step, session), known) };
}

export type Proved =
  | { kind: 'proved'; items: readonly Seen[]; proof: Proof }
  /** Wrong, used before, or of a locked user. The step-up can be tried again. */
  | { kind: 'wrong code'; items: readonly Seen[] }
  /** Not an answer to this step-up by a passkey of this person. */
  | { kind: 'wrong passkey'; items: readonly Seen[] }
  /** It is too old, was used, or belongs to another session. */
  | { kind: 'over' };

/** @returns undefined if it is over */
async function findStep(
  { sessions, now }: Deps,
  { hash: sessionHash }: Session,
  id: string,
): Promise<StepUp | undefined> {
  const step = await sessions.getStep(hashOf(id));
  return step?.sessionHash === sessionHash && isStepOpen(step, now()) ? step : undefined;
}

/** @param id of the form, as the browser sent it */
export async function finishStepUp(deps: Deps, session: Session, id: string, code: string): Promise<Proved> {
  const step = await findStep(deps, session, id);
  if (!step) return { kind: 'over' };
  const { items } = step;
  const checked = await checkCode(deps, session.userId, code);
  if (!checked) return { kind: 'wrong code', items };
  const { user, step: timeStep } = checked;
  const used = await deps.sessions.useStep(step, user, timeStep, deps.now().toISOString());
  if (used === 'used') return { kind: 'proved', items, proof: proofOf(step, session, { kind: 'code' }) };
  return used === 'over' ? { kind: 'over' } : { kind: 'wrong code', items };
}

/** @param id of the form, as the browser sent it. @param answer of the browser */
export async function finishByPasskey(
  deps: Deps,
  session: Session,
  id: string,
  answer: string,
): Promise<Proved> {
  const step = await findStep(deps, session, id);
  if (!step) return { kind: 'over' };
  const { items } = step;
  const { credentialIn, verifyUse } = await import('./webauthn.ts');
  const credentialId = credentialIn(answer);
  const passkey = credentialId && (await deps.passkeys.get(session.userId, credentialId));
  if (!passkey) return { kind: 'wrong passkey', items };
  const site = siteIn(deps);
  const verified = await verifyUse(answer, challengeOf(step, session), site, passkey);
  if (!verified) return { kind: 'wrong passkey', items };
  const { counter, signed } = verified;
  const proof = proofOf(step, session, { kind: 'passkey', ...signed });
  // The library takes keys and signatures in forms in which nobody could verify the proof afterwards.
  if (verifyProof(proof) !== site.origin) return { kind: 'wrong passkey', items };
  const next = { counter, usedAt: deps.now().toISOString() };
  const used = await deps.passkeys.useStep(step, session.userId, passkey, next);
  if (used === 'used') return { kind: 'proved', items, proof };
  return used === 'over' ? { kind: 'over' } : { kind: 'wrong passkey', items };
}

// Confirms a person's identity again before a decision about exactly the items that were shown (a step-up). A step-up
// belongs to one session and to these items. It is valid for two minutes and can be used once. So a code that somebody
// else has seen, or another browser tab, cannot decide about other items. A passkey signs exactly the content of the
// step-up.

import { checkCode } from '../access/check-code.ts';
import type { WithUsers } from '../access/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSessions } from './deps.ts';
import { siteIn } from './enrol-passkey.ts';
import { challengeOf, isGrown, requestOptions } from './passkey.ts';
import { type Proof, proofOf, verifyProof } from './proof.ts';
import { hashOf, isStepOpen, type Seen, type Session, type StepUp } from './session.ts';

type Deps = Base & WithUsers & WithSessions;

/** `id`: goes into the form. `options`: go to the browser, if the person has passkeys. */
export type BegunStepUp = { id: string; options: ReturnType<typeof requestOptions> | undefined };

/** Begins a step-up. @param items the items that the person sees */
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

/** A passkey, its counter at the last use, and its counter now. */
type WentBack = { passkey: string; known: number; given: number };

export type Proved<One extends Seen = Seen> =
  | { kind: 'proved'; items: readonly One[]; proof: Proof }
  /** The code is wrong, was used before, or belongs to a locked user. The step-up can be tried again. */
  | { kind: 'wrong code'; items: readonly One[] }
  /**
   * The answer is not from a passkey of this person, or does not answer this step-up. `wentBack`: it does, but the
   * passkey's counter has not grown.
   */
  | { kind: 'wrong passkey'; items: readonly One[]; wentBack?: WentBack }
  /** The step-up is too old, was used, belongs to another session, or is about something else. */
  | { kind: 'over' };

/** The fields of the form, as the browser sent them. `answer`: the answer of a passkey, instead of a code. */
type Answer = { id: string; code: string; answer?: string | undefined };
type Found<One extends Seen> = { step: StepUp; items: readonly One[] };

/** Finishes a step-up. @param isOne returns whether an item is of the kind that the page decides on */
export async function finishStepUp<One extends Seen>(
  deps: Deps,
  session: Session,
  { id, code, answer }: Answer,
  isOne: (one: Seen) => one is One,
): Promise<Proved<One>> {
  const step = await deps.sessions.getStep(hashOf(id));
  if (step?.sessionHash !== session.hash || !isStepOpen(step, deps.now())) return { kind: 'over' };
  const items = step.items.filter(isOne);
  if (items.length < step.items.length) return { kind: 'over' };
  return answer === undefined
    ? finishByCode(deps, session, { step, items }, code)
    : finishByPasskey(deps, session, { step, items }, answer);
}

async function finishByCode<One extends Seen>(
  deps: Deps,
  session: Session,
  { step, items }: Found<One>,
  code: string,
): Promise<Proved<One>> {
  const checked = await checkCode(deps, session.userId, code);
  if (!checked) return { kind: 'wrong code', items };
  const { user, step: timeStep } = checked;
  const used = await deps.sessions.useStep(step, user, timeStep, deps.now().toISOString());
  if (used === 'used') return { kind: 'proved', items, proof: proofOf(step, session, { kind: 'code' }) };
  return used === 'over' ? { kind: 'over' } : { kind: 'wrong code', items };
}

async function finishByPasskey<One extends Seen>(
  deps: Deps,
  session: Session,
  { step, items }: Found<One>,
  answer: string,
): Promise<Proved<One>> {
  const { credentialIn, verifyUse } = await import('./webauthn.ts');
  const credentialId = credentialIn(answer);
  const passkey = credentialId && (await deps.passkeys.get(session.userId, credentialId));
  if (!passkey) return { kind: 'wrong passkey', items };
  const site = siteIn(deps);
  const verified = await verifyUse(answer, challengeOf(step, session), site, passkey);
  if (!verified) return { kind: 'wrong passkey', items };
  const { counter, signed } = verified;
  const proof = proofOf(step, session, { kind: 'passkey', ...signed });
  // The library also accepts forms of keys and signatures with which nobody could verify the proof afterwards.
  if (verifyProof(proof) !== site.origin) return { kind: 'wrong passkey', items };
  const wentBack = { passkey: credentialId, known: passkey.counter, given: counter };
  if (!isGrown(passkey.counter, counter)) return { kind: 'wrong passkey', items, wentBack };
  const next = { counter, usedAt: deps.now().toISOString() };
  const used = await deps.passkeys.useStep(step, session.userId, passkey, next);
  if (used === 'used') return { kind: 'proved', items, proof };
  return used === 'over' ? { kind: 'over' } : { kind: 'wrong passkey', items };
}

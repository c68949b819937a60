// Adds and ends passkeys. Each of the two needs a one-time code, so that a stolen session alone can neither add nor
// end a passkey.

import { checkCode } from '../access/check-code.ts';
import type { WithUsers } from '../access/deps.ts';
import { invariant } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSessions } from './deps.ts';
import { creationOptions, enrolmentChallenge, passkeysMost, type Site, siteOf } from './passkey.ts';
import { hashOf, isStepOpen } from './session.ts';
import type { SignedIn } from './sign-in.ts';

type Deps = Base & WithUsers & WithSessions;

export function siteIn({ config }: Deps): Site {
  invariant(config.CONSOLE_URL, 'a stage with people has a console');
  return siteOf(config.CONSOLE_URL);
}

export type BegunEnrolment =
  /** `id`: goes into the form. `options`: go to the browser. */
  | { kind: 'begun'; id: string; options: ReturnType<typeof creationOptions> }
  | { kind: 'wrong code' }
  | { kind: 'many' };

/** Begins to add a passkey. @param name name that the person gives the passkey */
export async function beginEnrolment(
  deps: Deps,
  { session, caller, companyName }: SignedIn,
  name: string,
  code: string,
): Promise<BegunEnrolment> {
  const { sessions, passkeys, ids, now } = deps;
  const { userId, hash: sessionHash } = session;
  const known = await passkeys.list(userId);
  if (known.length >= passkeysMost) return { kind: 'many' };
  const checked = await checkCode(deps, userId, code);
  if (!checked) return { kind: 'wrong code' };
  const id = ids.secret();
  const createdAt = now().toISOString();
  const enrolment = { hash: hashOf(id), sessionHash, nonce: ids.secret(), name, createdAt };
  const isNew = await sessions.beginEnrolment(enrolment, checked.user, checked.step);
  if (!isNew) return { kind: 'wrong code' };
  const person = { userId, name: `${caller.userName ?? ''} · ${companyName}` };
  const options = creationOptions(siteIn(deps), enrolmentChallenge(enrolment), known, person);
  return { kind: 'begun', id, options };
}

export type Enrolled =
  | { kind: 'added'; credentialId: string }
  /** The browser's answer does not fit our challenge. */
  | { kind: 'refused' }
  /** This person or another one, in whichever company, has added the passkey before. It may have ended. */
  | { kind: 'known' }
  /** The enrolment is too old, was used, or belongs to another session. */
  | { kind: 'over' }
  | { kind: 'many' };

/** Verifies the browser's answer and adds the passkey. @param id id in the form, as the browser sent it */
export async function finishEnrolment(
  deps: Deps,
  { session: { hash: sessionHash, userId } }: SignedIn,
  id: string,
  answer: string,
): Promise<Enrolled> {
  const enrolment = await deps.sessions.getEnrolment(hashOf(id));
  if (!enrolment || enrolment.sessionHash !== sessionHash || !isStepOpen(enrolment, deps.now()))
    return { kind: 'over' };
  const { verifyEnrolment } = await import('./webauthn.ts');
  const made = await verifyEnrolment(answer, enrolmentChallenge(enrolment), siteIn(deps));
  if (!made) return { kind: 'refused' };
  const passkey = { ...made, name: enrolment.name, createdAt: deps.now().toISOString() };
  const added = await deps.passkeys.add(enrolment, userId, passkey);
  return added === 'added' ? { kind: 'added', credentialId: made.credentialId } : { kind: added };
}

/** Ends a passkey. @returns whether the code was right and the passkey existed */
export async function endPasskey(
  deps: Deps,
  { session: { userId } }: SignedIn,
  credentialId: string,
  code: string,
): Promise<boolean> {
  if (!(await deps.passkeys.get(userId, credentialId))) return false;
  const checked = await checkCode(deps, userId, code);
  if (!checked) return false;
  return deps.passkeys.end(checked.user, credentialId, checked.step, deps.now().toISOString());
}

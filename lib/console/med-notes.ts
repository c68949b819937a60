// Keeps what people have noted about a report of fraud, such as where its evidence is. The notes are entries of the
// audit, so nobody can change them.

import type { Identity } from '../access/tokens.ts';
import { type Policy, rightsOf } from '../account/policy.ts';
import { words } from '../base/field-schemas.ts';
import { findWithPolicy } from '../med-case/find-med-case.ts';
import { subjectKey } from '../operating/audit.ts';
import type { ActDeps, ReadDeps } from './deps.ts';

/** Maximum number of characters of a note. A note is short, because documents belong into the files of the company. */
export const noteMost = 200;
export const medNote = words(noteMost);
/** Maximum number of notes on a page. Older notes are on further pages. */
const notesMost = 50;

const subjectOf = (id: string) => subjectKey({ kind: 'med', id });

/**
 * Returns whether a person may note something: people who create, approve or refund on the account. Whoever may only
 * look writes nothing that stays for ever among the evidence of others.
 */
export const mayNote = (policy: Policy): boolean =>
  rightsOf(policy).some((right) => right === 'CREATE' || right === 'APPROVE' || right === 'REFUND');

/**
 * Writes a note about a case that the person may see.
 * @returns false if the person may not note anything
 */
export async function noteMed(deps: ActDeps, caller: Identity, id: string, note: string): Promise<boolean> {
  const { policy } = await findWithPolicy(deps, caller, id);
  if (!mayNote(policy)) return false;
  await deps.audit.insert({
    subject: subjectOf(id),
    id: deps.ids.uuid(),
    at: deps.now().toISOString(),
    by: caller.userId,
    action: 'med note',
    state: 'done',
    details: { note },
  });
  return true;
}

export type MedNote = { at: string; by: string; note: string };

/**
 * Returns a page of the notes about a case, newest first, with the names of the people.
 * @param until only notes at or before this instant (ISO, UTC)
 */
export async function listMedNotes(
  { audit, users }: ReadDeps,
  id: string,
  until: string | undefined,
): Promise<{ notes: MedNote[]; older: string | undefined }> {
  const entries = await audit.list(subjectOf(id), notesMost, until);
  const nameOf = await users.namesOf(entries.map(({ by }) => by));
  const notes = entries.map(({ at, by, details }) => ({
    at,
    by: nameOf(by) ?? '',
    note: String(details.note),
  }));
  return { notes, older: entries.length < notesMost ? undefined : entries.at(-1)?.at };
}

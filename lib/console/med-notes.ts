// Keeps what people have noted about a report of fraud, such as where its evidence is. The notes are entries of the
// audit, so nobody can change them.

import type { Identity } from '../access/tokens.ts';
import { words } from '../base/field-schemas.ts';
import { findMedCase } from '../med-case/find-med-case.ts';
import { subjectKey } from '../operating/audit.ts';
import type { ActDeps, ReadDeps } from './deps.ts';

/**
 * Accepts a note of at most 200 characters. A note is short, because documents belong into the files of the company.
 */
export const medNote = words(200);
/** Maximum number of notes that are shown: the newest. */
const notesMost = 50;

const subjectOf = (id: string) => subjectKey({ kind: 'med', id });

/** Writes a note about a case that the person may see. */
export async function noteMed(deps: ActDeps, caller: Identity, id: string, note: string): Promise<void> {
  await findMedCase(deps, caller, id);
  await deps.audit.insert({
    subject: subjectOf(id),
    id: deps.ids.uuid(),
    at: deps.now().toISOString(),
    by: caller.userId,
    action: 'med note',
    state: 'done',
    details: { note },
  });
}

export type MedNote = { at: string; by: string; note: string };

/** Returns the notes about a case, newest first, with the names of the people. */
export async function listMedNotes({ audit, users }: ReadDeps, id: string): Promise<MedNote[]> {
  const entries = await audit.list(subjectOf(id), notesMost);
  const nameOf = await users.namesOf(entries.map(({ by }) => by));
  return entries.map(({ at, by, details }) => ({ at, by: nameOf(by) ?? '', note: String(details.note) }));
}

// Does what an operator asks between two entries of the audit: one that it was asked for, without which nothing is done,
// and one that says what came of it. A crash between them leaves the first alone.

import type { Core } from '../app/deps.ts';
import { errorBody, isDefinite } from '../base/errors.ts';
import { type AuditEntry, type AuditState, type Subject, subjectKey } from './audit.ts';

export type Asked = {
  by: string;
  action: string;
  subjects: readonly Subject[];
  details: AuditEntry['details'];
};

/** `made`: ids of what came into being, each a subject of its own from then on. */
export type Acted = { answer: Record<string, unknown>; made?: readonly Subject[] };

export async function auditAction(
  deps: Core,
  { subjects, ...asked }: Asked,
  act: () => Promise<Acted>,
): Promise<Record<string, unknown>> {
  const id = deps.ids.uuid();
  const write = (state: AuditState, about: readonly Subject[], more: Partial<AuditEntry> = {}) =>
    Promise.all(
      [...new Set(about.map(subjectKey))].map((subject) =>
        deps.audit.insert({ ...asked, id, subject, at: deps.now().toISOString(), state, ...more }),
      ),
    );
  /** What was done stays done, and secrets are shown once: the answer is given all the same. */
  const conclude = async (...entry: Parameters<typeof write>) => {
    deps.log.info('operated', { route: asked.action, outcome: entry[0] });
    await write(...entry).catch((error) =>
      deps.log.error('audit entry not written', { route: asked.action, outcome: entry[0] }, error),
    );
  };

  await write('asked', subjects);
  try {
    const { answer, made = [] } = await act();
    const named = made.map((subject) => subjectKey(subject));
    const details = { ...asked.details, ...(named.length > 0 ? { made: named } : {}) };
    await conclude('done', [...subjects, ...made], { details });
    return answer;
  } catch (error) {
    if (isDefinite(error))
      await conclude('refused', subjects, { message: errorBody(error.code).body.message });
    else await conclude('failed', subjects);
    throw error;
  }
}

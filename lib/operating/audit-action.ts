// Runs an operator's action between two audit entries. If the first entry, `asked`, cannot be written, the action is
// not done. The second entry contains the result. After a crash in between, only the first entry exists.

import { errorBody, isDefinite } from '../base/errors.ts';
import { type AuditEntry, type AuditState, type Subject, subjectKey } from './audit.ts';
import { companiesOf, type FindingDeps } from './companies-of.ts';
import type { WithOperating } from './deps.ts';

export type AuditingDeps = FindingDeps & WithOperating;

export type Asked = {
  by: string;
  action: string;
  subjects: readonly Subject[];
  details: AuditEntry['details'];
};

/**
 * Result of an action. `made`: the rows that were created. From then on, each of them is a subject of its own. `shows`:
 * what the answer is about, in addition to the subjects of the call. Their companies see the call, too.
 */
export type Acted = {
  answer: Record<string, unknown>;
  made?: readonly Subject[];
  shows?: readonly Subject[];
};

export async function auditAction(
  deps: AuditingDeps,
  { subjects: named, ...asked }: Asked,
  act: () => Promise<Acted>,
): Promise<Record<string, unknown>> {
  const id = deps.ids.uuid();
  const subjects = [...named, ...(await companiesOf(deps, named))];
  const write = (state: AuditState, about: readonly Subject[], more: Partial<AuditEntry> = {}) =>
    Promise.all(
      [...new Set(about.map(subjectKey))].map((subject) =>
        deps.audit.insert({ ...asked, id, subject, at: deps.now().toISOString(), state, ...more }),
      ),
    );
  /** The answer is sent even if this write fails, because the action is done and secrets are shown only once. */
  const conclude = async (...entry: Parameters<typeof write>) => {
    deps.log.info('operator action', { route: asked.action, outcome: entry[0] });
    await write(...entry).catch((error) =>
      deps.log.error('audit entry not written', { route: asked.action, outcome: entry[0] }, error),
    );
  };

  await write('asked', subjects);
  try {
    const { answer, made = [], shows = [] } = await act();
    const rows = made.map((subject) => subjectKey(subject));
    const details = { ...asked.details, ...(rows.length > 0 ? { made: rows } : {}) };
    // A company that is known only now has no entry yet. Without one, it would not see the call, so this write must
    // succeed. The companies of the subjects are searched for again, because a payment may get its account meanwhile.
    const known = new Set([...subjects, ...made].map(subjectKey));
    const found = await companiesOf(deps, [...named, ...made, ...shows]);
    await write(
      'done',
      found.filter((company) => !known.has(subjectKey(company))),
      { details },
    );
    await conclude('done', [...subjects, ...made], { details });
    return answer;
  } catch (error) {
    if (isDefinite(error))
      await conclude('refused', subjects, { message: errorBody(error.code).body.message });
    else await conclude('failed', subjects);
    throw error;
  }
}

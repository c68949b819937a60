// Finishes a step-up by the form of a page. A passkey whose counter went back leaves an entry in the audit, because
// somebody may have copied it.

import type { WithUsers } from '../access/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSessions } from '../sign-in/deps.ts';
import type { Seen, Session } from '../sign-in/session.ts';
import { finishStepUp, type Proved } from '../sign-in/step-up.ts';
import { type Context, formOf } from './frame-handler.ts';
import { noteOfPerson } from './note-of-person.ts';
import { answerIn } from './passkey-pages.ts';

/** Finishes a step-up. @param isOne returns whether an item is of the kind that the page decides on */
export async function finishStep<One extends Seen>(
  deps: Base & WithUsers & WithSessions & Pick<WithOperating, 'audit'>,
  session: Session,
  context: Context,
  isOne: (one: Seen) => one is One,
): Promise<Proved<One>> {
  const proved = await finishStepUp(deps, session, answerIn(await formOf(context)), isOne);
  if (proved.kind === 'wrong passkey' && proved.wentBack)
    await noteOfPerson(deps, session.userId, 'passkey counter', proved.wentBack, 'refused');
  return proved;
}

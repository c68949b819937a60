// Handles the pages of reports of fraud (MED), and the notes and defences that people write there.

import { parseInstant } from '../base/time.ts';
import type { ActDeps, ReadDeps } from './deps.ts';
import { type Frame, formOf } from './frame-handler.ts';
import { drawDefenceAgain, giveDefence } from './med-defence.ts';
import { medNote, noteMed } from './med-notes.ts';
import { drawMed, drawMedCase, drawNoteAgain, loadMed, loadMedCase } from './med-pages.ts';

const one = '/console/med/:id{[\\w-]{1,100}}' as const;

export function addMed({ page }: Frame, deps: ReadDeps): void {
  page('/console/med', async ({ caller }, view) => drawMed(view, await loadMed(deps, caller), deps.now()));
  page(one, async ({ caller }, view, { req }) =>
    drawMedCase(
      view,
      await loadMedCase(deps, caller, req.param('id') ?? '', parseInstant(req.query('until') ?? '')),
      deps.now(),
    ),
  );
}

export function addMedActs({ act, lead }: Frame, deps: ActDeps): void {
  act(`${one}/note`, async ({ caller }, view, context) => {
    const id = context.req.param('id') ?? '';
    const typed = (await formOf(context)).get('note') ?? '';
    const note = medNote.safeParse(typed);
    if (!note.success) return drawNoteAgain(view, id, typed, 'medNoteWrong');
    if (!(await noteMed(deps, caller, id, note.data))) return drawNoteAgain(view, id, typed, 'medNoteLacks');
    return lead(context, `/console/med/${id}#notes`);
  });
  act(`${one}/defence`, async ({ caller }, view, context) => {
    const id = context.req.param('id') ?? '';
    const form = await formOf(context);
    const why = await giveDefence(deps, caller, id, form);
    return why ? drawDefenceAgain(view, id, form, why) : lead(context, `/console/med/${id}#defence`);
  });
}

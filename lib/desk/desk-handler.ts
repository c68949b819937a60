// Handles the operators' desk, which can show every company. Each page is an operator's call (npm run admin), so it is
// recorded in the audit, and the company sees it there. Changes need a one-time code (except to take an incident), and
// most need a second operator.

import { saoPauloDay } from '../base/time.ts';
import type { App, Context } from '../console/frame-handler.ts';
import { formOf, makeFrame } from '../console/frame-handler.ts';
import { codeIn } from '../console/page-parts.ts';
import { administerCall } from '../operating/admin-calls.ts';
import { runCall } from '../operating/admin-handler.ts';
import { booksRoute } from '../operating/books-route.ts';
import { freezeCall } from '../operating/freeze-route.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { spendCode } from '../sign-in/spend-code.ts';
import type { DeskDeps } from './deps.ts';
import { drawBooks, drawDone, drawHome, drawNothingFound, drawRefused } from './desk-pages.ts';
import { deskWords } from './desk-words.ts';
import { addEvidence } from './evidence.ts';
import { findAny } from './find-any.ts';
import { drawIncident, drawIncidentList, type Listed } from './incident-pages.ts';
import { addLooks } from './look-handler.ts';
import { makeOperatorCalls, refusing } from './operator-calls.ts';
import { isOpen, nameOf } from './proposal.ts';
import { addProposals } from './proposals-handler.ts';
import { isOfOperators } from './propose.ts';

const incidentsMost = 50;

export function deskApp(deps: DeskDeps): App {
  const frame = makeFrame(deps, { room: 'desk' });
  const { app, page, act, lead } = frame;
  const calls = makeOperatorCalls(deps);
  const { administer, freeze } = calls;
  const isProved = async (signedIn: SignedIn, form: URLSearchParams) =>
    spendCode(deps, signedIn.session.userId, codeIn(form));
  const idOf = ({ req }: Context) => req.param('id') ?? '';

  const listIncidents = async (signedIn: SignedIn, all: boolean) =>
    (await administer(signedIn, { action: 'incident list', all, limit: incidentsMost })) as Listed;

  page('/desk', async (signedIn, view) => {
    const [listed, proposals] = await Promise.all([listIncidents(signedIn, false), deps.proposals.list()]);
    const now = deps.now();
    const open = proposals.filter((proposal) => isOpen(proposal, now));
    return drawHome(view, listed, open, now);
  });
  page('/desk/find', async (signedIn, view, context) => {
    const q = (context.req.query('q') ?? '').slice(0, 300);
    const found = await findAny(deps, q, (key) => administer(signedIn, { action: 'key show', key }));
    return found === undefined ? drawNothingFound(view, q) : lead(context, `/desk/${found}`);
  });
  page('/desk/incidents', async (signedIn, view, { req }) => {
    const all = req.query('all') === '1';
    return drawIncidentList(view, await listIncidents(signedIn, all), all);
  });
  page('/desk/incidents/:id{.{1,600}}', async (signedIn, view, context) => {
    const answer = await administer(signedIn, { action: 'incident show', incident: idOf(context) });
    return drawIncident(view, idOf(context), answer);
  });

  page('/desk/books', async (signedIn, view, { req }) => {
    const yesterday = saoPauloDay(new Date(deps.now().getTime() - 86_400_000).toISOString());
    const asked = req.query('day') ?? '';
    const day = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : yesterday;
    const call = { action: 'books show', by: nameOf(signedIn), day } as const;
    return drawBooks(view, day, await runCall(deps, booksRoute, call));
  });

  act('/desk/incidents/:id{.{1,600}}/take', async (signedIn, view, context) =>
    refusing(view, async () => {
      await administer(signedIn, { action: 'incident take', incident: idOf(context) });
      return lead(context, `/desk/incidents/${encodeURIComponent(idOf(context))}`);
    }),
  );
  act('/desk/incidents/:id{.{1,600}}/close', async (signedIn, view, context) => {
    const form = await formOf(context);
    const asked = {
      action: 'incident close',
      incident: idOf(context),
      note: form.get('note') ?? '',
    } as const;
    const parsed = administerCall.safeParse({ ...asked, by: 'desk' });
    if (!parsed.success) return drawRefused(view, deskWords[view.language].wrongFields);
    if (!(await isProved(signedIn, form))) return drawRefused(view, deskWords[view.language].wrongCode);
    return refusing(view, async () => {
      await administer(signedIn, asked);
      return lead(context, `/desk/incidents/${encodeURIComponent(idOf(context))}`);
    });
  });
  act('/desk/freeze', async (signedIn, view, context) => {
    const form = await formOf(context);
    const target = { kind: form.get('kind'), id: form.get('id') };
    const asked = { action: 'freeze', target, reason: form.get('reason') ?? '' } as const;
    const parsed = freezeCall.safeParse({ ...asked, by: 'desk' });
    if (!parsed.success || !('target' in parsed.data))
      return drawRefused(view, deskWords[view.language].wrongFields);
    if (await isOfOperators(deps, signedIn, parsed.data.target))
      return drawRefused(view, deskWords[view.language].ofOperators);
    if (!(await isProved(signedIn, form))) return drawRefused(view, deskWords[view.language].wrongCode);
    return refusing(view, async () => drawDone(view, await freeze(signedIn, asked)));
  });
  addLooks(frame, calls);
  addEvidence(frame, deps, calls);
  addProposals(frame, deps, calls);
  return app;
}

// What a person does in the console: decide about payments. Only a form of our own pages, sent by a browser, does anything.

import { approveCashout } from '../approval/approve-cashout.ts';
import { presentApproved } from '../approval/approve-handler.ts';
import { decideMany } from '../approval/decide-many-handler.ts';
import { rejectCashout } from '../approval/reject-cashout.ts';
import { presentCashout } from '../cashout/present.ts';
import { countRequests } from '../http/limit-client.ts';
import { beginStepUp, finishStepUp } from '../sign-in/step-up.ts';
import { decisionMost, drawDecision, drawResults, loadDecision, overPage } from './decide-pages.ts';
import type { ActDeps } from './deps.ts';
import { type App, type Context, makeFrame } from './frame-handler.ts';
import { refusedFormPage } from './message-pages.ts';

const formType = 'application/x-www-form-urlencoded';
const reasonMost = 200;

export function actApp(deps: ActDeps): App {
  const { app, act, show, viewFor } = makeFrame(deps);
  const { origin } = new URL(deps.config.CONSOLE_URL || 'http://localhost');

  // A browser names the page that a form comes from. Without a name it is no browser, or an old one.
  app.use(async (context, next) => {
    const { req } = context;
    const isOurs =
      req.header('origin') === origin && (req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin';
    const isForm = req.header('content-type')?.split(';')[0]?.trim() === formType;
    if (isOurs && isForm) return next();
    const view = viewFor(context);
    return show(context, view, refusedFormPage(view), 403);
  });

  act('/console/confirm', async ({ caller, session }, view, context) => {
    const ids = await idsOf(context);
    await countRequests(deps, context.env.event, Math.max(0, ids.length - 1));
    const shown = await loadDecision(deps, caller, ids);
    const items = shown.flatMap((one) => ('waiting' in one ? [one.waiting] : []));
    const seen = items.map(({ id, content_digest }) => ({ id, content_digest }));
    return drawDecision(view, shown, seen.length > 0 ? await beginStepUp(deps, session, seen) : undefined);
  });

  act('/console/decide', async ({ caller, session }, view, context) => {
    const { step = '', code = '' } = await context.req.parseBody<Record<string, string>>();
    const proved = await finishStepUp(deps, session, String(step), String(code).replaceAll(' ', ''));
    if (proved.kind === 'over') return overPage(view);
    if (proved.kind === 'wrong code') {
      const shown = await loadDecision(
        deps,
        caller,
        proved.items.map(({ id }) => id),
      );
      return drawDecision(view, shown, String(step), true);
    }
    const { rest } = await decideMany(deps, context.env.event, proved.items, async (id, digest) =>
      presentApproved(await approveCashout(deps, caller, id, digest)),
    );
    return drawResults(view, rest.results, true);
  });

  act('/console/reject', async ({ caller }, view, context) => {
    const { reason = '' } = await context.req.parseBody<Record<string, string>>();
    const why = String(reason).trim().slice(0, reasonMost);
    const ids = await idsOf(context);
    if (why === '') return drawDecision(view, await loadDecision(deps, caller, ids), undefined);
    const items = ids.map((id) => ({ id, content_digest: '' }));
    const { rest } = await decideMany(deps, context.env.event, items, async (id) =>
      presentCashout(await rejectCashout(deps, caller, id, why), 'lookup'),
    );
    return drawResults(view, rest.results, false);
  });
  return app;
}

/** The cashouts of a form, each once. */
async function idsOf({ req }: Context): Promise<number[]> {
  const { cashout = [] } = await req.parseBody({ all: true });
  const ids = [cashout].flat().flatMap((id) => (/^\d{1,16}$/.test(String(id)) ? [Number(id)] : []));
  return [...new Set(ids.filter(Number.isSafeInteger))].slice(0, decisionMost);
}

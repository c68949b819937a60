// Handles the page of one delivery of a webhook, and the pages that send many deliveries again. The latter first show
// the plan of what will be sent, and then send it.

import { findAccount } from '../account/find-account.ts';
import { hasPermissions } from '../account/policy.ts';
import { refuse } from '../base/errors.ts';
import { pathInteger } from '../base/field-schemas.ts';
import { parseInstant } from '../base/time.ts';
import { countRequests } from '../http/limit-client.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { type Again, planRedeliveries, redeliverMany } from '../webhook/redeliver-many.ts';
import { showDelivery } from '../webhook/show-delivery.ts';
import { drawAgain, drawDelivery } from './delivery-pages.ts';
import type { WebhookDeps } from './deps.ts';
import { type Context, type Frame, formOf } from './frame-handler.ts';
import type { Page, View } from './shell.ts';
import { drawWebhook, loadWebhook, toldOf } from './webhook-pages.ts';

/**
 * Time in milliseconds for which a plan is valid. After that, a new plan is shown first, because deliveries may have
 * been sent since.
 */
const planMs = 10 * 60_000;
/** Number of additional requests to count, so that a hundred deliveries count as ten requests. */
const moreRequests = 9;

/**
 * Adds the pages.
 * @param ofOne path of a webhook, with its id
 */
export function addDeliveries<Path extends string>(
  { page, act }: Frame,
  deps: WebhookDeps,
  ofOne: Path,
): void {
  const idOf = ({ req }: Context) => Number(req.param('id'));

  page(`${ofOne}/deliveries/:sequence{[0-9]{1,16}}`, async ({ caller }, view, context) => {
    const shown = await showDelivery(deps, caller, idOf(context), sequenceIn(context));
    const { policy } = await findAccount(deps, caller, shown.webhook.account);
    const may = (right: 'WEBHOOK' | 'CREATE' | 'APPROVE') => hasPermissions(policy, [right]);
    const mayChange = may('WEBHOOK');
    return drawDelivery(view, { ...shown, mayChange, isWhole: mayChange || may('CREATE') || may('APPROVE') });
  });

  /**
   * Reads the request in the address or the form, and calls `run` with it. If the request cannot be read or `run`
   * refuses it, shows the webhook's page with the reason.
   */
  async function about(
    signedIn: SignedIn,
    view: View,
    context: Context,
    given: URLSearchParams,
    run: (again: Again) => Promise<Page>,
  ): Promise<Page> {
    await countRequests(deps, context.env.event, moreRequests);
    const fail = async (told: string) =>
      drawWebhook(view, await loadWebhook(deps, signedIn.caller, idOf(context), undefined), deps.now(), told);
    const since = sinceIn(given);
    if (!since) return fail(view.words.sinceUnread);
    const before = pathInteger.safeParse(given.get('before') ?? '').data;
    try {
      return await run({ since, before, asked: deps.now().toISOString() });
    } catch (error) {
      return fail(toldOf(view, error));
    }
  }

  page(`${ofOne}/again`, async (signedIn, view, context) =>
    about(signedIn, view, context, new URL(context.req.url).searchParams, async (again) =>
      drawAgain(view, await planRedeliveries(deps, signedIn.caller, idOf(context), again), again, false),
    ),
  );
  act(`${ofOne}/again`, async (signedIn, view, context) => {
    const form = await formOf(context);
    return about(signedIn, view, context, form, async (now) => {
      const { caller } = signedIn;
      const asked = parseInstant(form.get('asked') ?? '') ?? '';
      const isRecent = asked <= now.asked && Date.parse(now.asked) - Date.parse(asked) < planMs;
      if (!isRecent)
        return drawAgain(view, await planRedeliveries(deps, caller, idOf(context), now), now, false);
      const again = { ...now, asked };
      return drawAgain(view, await redeliverMany(deps, caller, idOf(context), again), again, true);
    });
  });
}

/** Returns the number of the delivery in the path. */
export const sequenceIn = ({ req }: Context): number =>
  pathInteger.safeParse(req.param('sequence')).data ?? refuse('delivery_not_found');

/** Reads an instant or the number of a delivery. An instant without a zone is in São Paulo. */
function sinceIn(given: URLSearchParams): Again['since'] | undefined {
  const at = parseInstant(given.get('since') ?? '');
  if (at) return { at };
  const from = pathInteger.safeParse(given.get('from') ?? '').data;
  return from === undefined ? undefined : { from };
}

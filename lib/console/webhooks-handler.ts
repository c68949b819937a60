// Handles the pages of webhooks: the webhooks of an account, and their deliveries. To create or delete a webhook, or to
// rotate its secret, a person needs a one-time code.

import { pathInteger } from '../base/field-schemas.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { spendCode } from '../sign-in/spend-code.ts';
import { createWebhook } from '../webhook/create-webhook.ts';
import { deleteWebhook } from '../webhook/delete-webhook.ts';
import { redeliverWebhook } from '../webhook/redeliver-webhook.ts';
import { createWebhookBody } from '../webhook/schemas.ts';
import { testWebhook } from '../webhook/test-webhook.ts';
import { updateWebhook } from '../webhook/update-webhook.ts';
import { addDeliveries, sequenceIn } from './delivery-handler.ts';
import type { WebhookDeps } from './deps.ts';
import { type App, accountIn, accountPath, type Context, formOf, makeFrame } from './frame-handler.ts';
import { codeIn } from './page-parts.ts';
import type { Page, View } from './shell.ts';
import {
  drawSecret,
  drawWebhook,
  drawWebhooks,
  loadWebhook,
  loadWebhooks,
  toldOf,
  webhooksPath,
} from './webhook-pages.ts';

const ofAccount = `${webhooksPath}/${accountPath}` as const;
const ofOne = `${ofAccount}/:id{[0-9]{1,16}}` as const;

export function webhooksApp(deps: WebhookDeps): App {
  const frame = makeFrame(deps);
  const { app, page, act, lead } = frame;
  const wantedBody = createWebhookBody(deps.config.OUTBOUND_LOOPBACK === 'allow');
  const idOf = ({ req }: Context) => Number(req.param('id'));
  const beforeOf = ({ req }: Context) => pathInteger.safeParse(req.query('before')).data;

  page(ofAccount, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    return drawWebhooks(view, ref, await loadWebhooks(deps, caller, ref));
  });
  page(ofOne, async ({ caller }, view, context) => {
    const found = await loadWebhook(deps, caller, idOf(context), beforeOf(context));
    return drawWebhook(view, found, deps.now());
  });

  act(ofAccount, async ({ caller, session }, view, context) => {
    const ref = accountIn(context);
    const form = await formOf(context);
    const again = async (told: string): Promise<Page> =>
      drawWebhooks(view, ref, await loadWebhooks(deps, caller, ref), { told, form });
    const wanted = wantedBody.safeParse({
      source_account_branch_identifier: ref.branch,
      source_account_number: ref.number,
      url: form.get('url') ?? '',
      type_webhook: form.get('type') ?? '',
      authorization_token: form.get('token') || null,
      x_functions_key: form.get('functions_key') || null,
    });
    if (!wanted.success) return again(view.words.checkWebhook);
    if (!(await spendCode(deps, session.userId, codeIn(form)))) return again(view.words.wrongCode);
    const { url, type_webhook: type, authorization_token, x_functions_key } = wanted.data;
    try {
      const made = await createWebhook(deps, caller, ref, {
        url,
        type,
        ...(authorization_token ? { authorizationToken: authorization_token } : {}),
        ...(x_functions_key ? { functionsKey: x_functions_key } : {}),
      });
      return drawSecret(view, made);
    } catch (error) {
      return again(toldOf(view, error));
    }
  });

  /**
   * Adds an action on one webhook.
   * @param run does the action; if it returns nothing, the person is redirected to the webhook's page
   */
  const onOne = (path: string, run: (one: One) => Promise<Page | Response | undefined>) =>
    act(`${ofOne}${path}`, async (signedIn, view, context) => {
      const id = idOf(context);
      const again = async (told: string) =>
        drawWebhook(view, await loadWebhook(deps, signedIn.caller, id, undefined), deps.now(), told);
      try {
        const made = await run({ id, signedIn, view, context, again });
        const { branch, number } = accountIn(context);
        return made ?? lead(context, `${webhooksPath}/${branch}/${number}/${id}`);
      } catch (error) {
        return again(toldOf(view, error));
      }
    });
  const isProved = async ({ signedIn, context }: One) =>
    spendCode(deps, signedIn.session.userId, codeIn(await formOf(context)));

  onOne('/test', async ({ id, signedIn }) => void (await testWebhook(deps, signedIn.caller, id)));
  onOne('/resume', async ({ id, signedIn }) => {
    await updateWebhook(deps, signedIn.caller, id, { rotateSecret: false, resume: true });
    return undefined;
  });
  onOne('/deliveries/:sequence{[0-9]{1,16}}', async ({ id, signedIn, context }) => {
    await redeliverWebhook(deps, signedIn.caller, id, sequenceIn(context));
    return undefined;
  });
  onOne('/rotate', async (one) => {
    const { id, signedIn, view } = one;
    if (!(await isProved(one))) return one.again(view.words.wrongCode);
    const edit = { rotateSecret: true, resume: false };
    return drawSecret(view, await updateWebhook(deps, signedIn.caller, id, edit));
  });
  onOne('/delete', async (one) => {
    const { id, signedIn, view, context } = one;
    if (!(await isProved(one))) return one.again(view.words.wrongCode);
    await deleteWebhook(deps, signedIn.caller, id);
    const { branch, number } = accountIn(context);
    return lead(context, `${webhooksPath}/${branch}/${number}`);
  });

  addDeliveries(frame, deps, ofOne);
  return app;
}

/** A webhook on which a person acts. `again`: draws the webhook's page with the reason why nothing was done. */
type One = {
  id: number;
  signedIn: SignedIn;
  view: View;
  context: Context;
  again: (told: string) => Promise<Page>;
};

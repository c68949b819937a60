// Handles the desk's pages about one thing: a company, a client, a user, an account, a cashout or a payment, with the
// possible actions. Also handles the page about the networks for payouts.

import { html } from 'hono/html';
import type { Context, Frame } from '../console/frame-handler.ts';
import type { Html, View } from '../console/shell.ts';
import type { Page } from '../operating/call.ts';
import { drawChanges } from './change-pages.ts';
import { drawFreeze, drawMore, drawThing } from './desk-pages.ts';
import { deskWords } from './desk-words.ts';
import type { OperatorCalls } from './operator-calls.ts';

const id = ':id{[0-9a-f-]{36}}';
const idOf = ({ req }: Context) => req.param('id') ?? '';

export function addLooks({ page }: Frame, { administer, freeze }: OperatorCalls): void {
  page(`/desk/companies/${id}`, async (signedIn, view, context) => {
    const company = idOf(context);
    const [answer, { clients }] = await Promise.all([
      administer(signedIn, { action: 'company show', company }),
      administer(signedIn, { action: 'client list', company }),
    ]);
    const target = { kind: 'company', id: company };
    return drawThing(
      view,
      String(answer.name),
      [['', { ...answer, clients }]],
      acts(view, 'company', { company, ...target }, target),
    );
  });
  page(`/desk/clients/${id}`, async (signedIn, view, context) => {
    const client = idOf(context);
    const answer = await administer(signedIn, { action: 'client show', client });
    const target = { kind: 'client', id: client };
    return drawThing(
      view,
      String(answer.user_name ?? client),
      [['', answer]],
      acts(view, 'client', { client, ...target }, target),
    );
  });
  page(`/desk/users/${id}`, async (signedIn, view, context) => {
    const answer = await administer(signedIn, { action: 'user show', user: idOf(context) });
    return drawThing(
      view,
      String(answer.name ?? idOf(context)),
      [['', answer]],
      drawMore(view, 'user', idOf(context), false),
    );
  });
  page('/desk/accounts/:branch{[0-9]{4}}/:number{[0-9]{1,20}}', async (signedIn, view, { req }) => {
    const { branch = '', number = '' } = req.param();
    const account = `${branch}/${number}`;
    const words = deskWords[view.language];
    const [shown, rules, payees, webhooks] = await Promise.all([
      administer(signedIn, { action: 'account show', account }),
      administer(signedIn, { action: 'rule show', account }),
      administer(signedIn, { action: 'payee list', account }),
      administer(signedIn, { action: 'webhook list', account }),
    ]);
    const target = { kind: 'account', id: account };
    return drawThing(
      view,
      account,
      [
        ['', shown],
        [words.rules, { ...rules, account: null }],
        [words.payees, { payees: payees.payees }],
        [words.webhooks, { webhooks: webhooks.webhooks }],
      ],
      acts(view, 'account', { account, ...target }, target),
    );
  });
  page('/desk/cashouts/:id{[0-9]{1,16}}', async (signedIn, view, context) => {
    const answer = await administer(signedIn, { action: 'cashout show', cashout: idOf(context) });
    const isOpen = answer.status === 'PROCESSING';
    const more = drawMore(view, 'cashout', idOf(context), false);
    const evidence = html`<nav><a href="/desk/cashouts/${idOf(context)}/evidence">${deskWords[view.language].evidence}</a></nav>`;
    const changes = isOpen ? drawChanges(view, 'cashout', { cashout: idOf(context) }) : '';
    return drawThing(view, idOf(context), [['', answer]], html`${more}${evidence}${changes}`);
  });
  page('/desk/chargebacks/:id{[0-9]{1,16}}', async (signedIn, view, context) => {
    const chargeback = Number(idOf(context));
    const answer = await administer(signedIn, { action: 'chargeback show', chargeback });
    const isOpen = answer.status === 'PENDING';
    const more = drawMore(view, 'chargeback', idOf(context), false);
    const changes = isOpen ? drawChanges(view, 'chargeback', { chargeback: idOf(context) }) : '';
    return drawThing(view, idOf(context), [['', answer]], html`${more}${changes}`);
  });
  page('/desk/payments/:id{[A-Za-z0-9]{32}}', async (signedIn, view, context) => {
    const payment = idOf(context);
    const answer = await administer(signedIn, { action: 'payment show', payment });
    const changes = answer.state === 'waiting' ? drawChanges(view, 'payment', { payment }) : '';
    return drawThing(view, payment, [['', answer]], changes);
  });
  page('/desk/meds/:id{[\\w-]{1,100}}', async (signedIn, view, context) => {
    const med = idOf(context);
    const answer = await administer(signedIn, { action: 'med show', med });
    const more = drawMore(view, 'med', med, false);
    const changes = answer.takes_defence ? drawChanges(view, 'med', { med }) : '';
    return drawThing(view, med, [['', answer]], html`${more}${changes}`);
  });
  page('/desk/flight', async (signedIn, view, { req }) => {
    const { kind, id } = req.query();
    const answer = await freeze(signedIn, { action: 'freeze list', target: { kind, id } });
    return drawThing(view, deskWords[view.language].inFlight, [['', answer]]);
  });
  page('/desk/networks', async (signedIn, view) =>
    drawThing(view, view.words.networks, [['', await freeze(signedIn, { action: 'network list' })]]),
  );
  page('/desk/audit', async (signedIn, view, { req }) => {
    const { kind, id } = req.query();
    const answer = await administer(signedIn, { action: 'audit show', subject: { kind, id } });
    return drawThing(view, deskWords[view.language].audit, [['', answer]]);
  });
}

/** Draws the possible actions on a thing: changes by two operators, and an immediate freeze. */
const acts = (
  view: View,
  page: Page,
  known: Record<string, string>,
  target: { kind: string; id: string },
): Html =>
  html`${drawMore(view, target.kind, target.id, true)}${drawChanges(view, page, known)}${drawFreeze(view, target)}`;

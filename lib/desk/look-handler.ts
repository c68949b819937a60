// Handles the desk's pages about one thing: a company, a client, a user, an account, a cashout or a payment,
// with the possible actions. Also handles the page about the networks for payouts.

import type { Context, Frame } from '../console/frame-handler.ts';
import type { View } from '../console/shell.ts';
import type { Page } from '../operating/call.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { buttonLink } from '../page/parts.ts';
import { deskWords } from './desk-words.ts';
import { labelOf, moneyIn, type Row } from './draw-value.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { drawChanges } from './propose-pages.ts';
import { backToDesk, drawFreeze, drawLead, drawMore, drawThing } from './thing-page.ts';

const id = ':id{[0-9a-f-]{36}}';
const idOf = ({ req }: Context) => req.param('id') ?? '';

export function addLooks(frame: Frame, calls: OperatorCalls): void {
  addOwners(frame, calls);
  addAccounts(frame, calls);
  addPayments(frame, calls);
  addCases(frame, calls);
  addLists(frame, calls);
}

/** Adds the pages of companies, clients and users. */
function addOwners({ page }: Frame, { administer }: OperatorCalls): void {
  page(`/desk/companies/${id}`, async (signedIn, view, context) => {
    const company = idOf(context);
    const [answer, { clients }] = await Promise.all([
      administer(signedIn, { action: 'company show', company }),
      administer(signedIn, { action: 'client list', company }),
    ]);
    return drawThing(view, {
      title: String(answer.name),
      lead: drawLead(view, answer),
      acts: drawMore(view, 'company', company, true),
      answers: [['', { ...answer, clients }]],
      beside: drawActs(view, 'company', company),
    });
  });
  page(`/desk/clients/${id}`, async (signedIn, view, context) => {
    const client = idOf(context);
    const answer = await administer(signedIn, { action: 'client show', client });
    return drawThing(view, {
      title: String(answer.user_name ?? client),
      lead: drawLead(view, answer),
      acts: drawMore(view, 'client', client, true),
      answers: [['', answer]],
      beside: drawActs(view, 'client', client),
    });
  });
  page(`/desk/users/${id}`, async (signedIn, view, context) => {
    const user = idOf(context);
    const answer = await administer(signedIn, { action: 'user show', user });
    return drawThing(view, {
      title: String(answer.name ?? user),
      acts: drawMore(view, 'user', user, false),
      answers: [['', answer]],
    });
  });
}

function addAccounts({ page }: Frame, { administer }: OperatorCalls): void {
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
    return drawThing(view, {
      title: `${labelOf(view, 'account')} ${account}`,
      lead: drawLead(view, shown),
      acts: drawMore(view, 'account', account, true),
      answers: [
        ['', { ...shown, account: null }],
        [words.rules, { ...rules, account: null }],
        [words.payees, { payees: payees.payees }],
        [words.webhooks, { webhooks: webhooks.webhooks }],
      ],
      beside: drawActs(view, 'account', account),
    });
  });
}

/** Adds the pages of sent payments, refunds and received payments. */
function addPayments({ page }: Frame, { administer }: OperatorCalls): void {
  page('/desk/cashouts/:id{[0-9]{1,16}}', async (signedIn, view, context) => {
    const cashout = idOf(context);
    const answer = await administer(signedIn, { action: 'cashout show', cashout });
    const isOpen = answer.status === 'PROCESSING';
    return drawThing(view, {
      ...headOf(view, 'cashout', answer),
      acts: joined(
        drawMore(view, 'cashout', cashout, false),
        buttonLink(`/desk/cashouts/${cashout}/evidence`, deskWords[view.language].evidence),
      ),
      answers: [['', answer]],
      beside: isOpen ? drawChanges(view, 'cashout', { cashout }) : '',
    });
  });
  page('/desk/chargebacks/:id{[0-9]{1,16}}', async (signedIn, view, context) => {
    const chargeback = idOf(context);
    const answer = await administer(signedIn, { action: 'chargeback show', chargeback: Number(chargeback) });
    return drawThing(view, {
      ...headOf(view, 'chargeback', answer),
      acts: drawMore(view, 'chargeback', chargeback, false),
      answers: [['', answer]],
      beside: answer.status === 'PENDING' ? drawChanges(view, 'chargeback', { chargeback }) : '',
    });
  });
  page('/desk/payments/:id{[A-Za-z0-9]{32}}', async (signedIn, view, context) => {
    const payment = idOf(context);
    const answer = await administer(signedIn, { action: 'payment show', payment });
    return drawThing(view, {
      ...headOf(view, 'payment', answer),
      answers: [['', answer]],
      beside: answer.state === 'waiting' ? drawChanges(view, 'payment', { payment }) : '',
    });
  });
}

function addCases({ page }: Frame, { administer }: OperatorCalls): void {
  page('/desk/meds/:id{[\\w-]{1,100}}', async (signedIn, view, context) => {
    const med = idOf(context);
    const answer = await administer(signedIn, { action: 'med show', med });
    return drawThing(view, {
      ...headOf(view, 'med_case', answer),
      acts: drawMore(view, 'med', med, false),
      answers: [['', answer]],
      beside: answer.takes_defence ? drawChanges(view, 'med', { med }) : '',
    });
  });
}

/** Adds the lists of what is at the network, of the networks, and of the audit. */
function addLists({ page }: Frame, { administer, freeze }: OperatorCalls): void {
  page('/desk/flight', async (signedIn, view, { req }) => {
    const { kind, id } = req.query();
    const answer = await freeze(signedIn, { action: 'freeze list', target: { kind, id } });
    const title = deskWords[view.language].inFlight;
    return drawThing(view, { title, back: backTo(view, kind, id), answers: [['', answer]] });
  });
  page('/desk/networks', async (signedIn, view) =>
    drawThing(view, {
      title: view.words.networks,
      answers: [['', await freeze(signedIn, { action: 'network list' })]],
    }),
  );
  page('/desk/audit', async (signedIn, view, { req }) => {
    const { kind, id } = req.query();
    const answer = await administer(signedIn, { action: 'audit show', subject: { kind, id } });
    const words = deskWords[view.language];
    return drawThing(view, {
      title: words.audit,
      lead: h.span({ class: 'id' }, String(answer.subject)),
      back: backTo(view, kind, id),
      answers: [[words.auditEntries, { ...answer, subject: null }]],
    });
  });
}

/** Returns the title of a thing with an amount, and its state. */
const headOf = (view: View, name: string, answer: Row) => ({
  title: [labelOf(view, name), moneyIn(view, 'amount', answer.amount)].filter(Boolean).join(': '),
  lead: drawLead(view, answer),
});

const things: ReadonlyMap<string | undefined, readonly [path: string, field: string]> = new Map([
  ['company', ['companies', 'company_id']],
  ['client', ['clients', 'client_id']],
  ['user', ['users', 'user_id']],
  ['account', ['accounts', 'account']],
  ['cashout', ['cashouts', 'cashout']],
  ['chargeback', ['chargebacks', 'chargeback']],
  ['med', ['meds', 'med_case']],
]);

/** Returns the page of the thing that a list is about. */
function backTo(view: View, kind: string | undefined, id = ''): readonly [to: string, name: string] {
  const [path, field] = things.get(kind) ?? [];
  if (!path || !field) return backToDesk(view);
  return [`/desk/${path}/${id.split('/').map(encodeURIComponent).join('/')}`, labelOf(view, field)];
}

/** Draws the possible acts on a thing: changes by two operators, and an immediate freeze. */
const drawActs = (view: View, kind: Page & ('company' | 'client' | 'account'), id: string): Html =>
  joined(drawChanges(view, kind, { [kind]: id, kind, id }), drawFreeze(view, { kind, id }));

// Contains the texts of the page that shows what operators have viewed and changed.

import type { AdministerCall } from '../operating/admin-calls.ts';
import type { FreezeCall } from '../operating/freeze-route.ts';

/** The subject of an operator's call: the first word of its action. No company sees the calls about networks. */
type NounOf<Action extends string> = Action extends `${infer Noun} ${string}` ? Noun : Action;
type Noun =
  | Exclude<NounOf<(AdministerCall | FreezeCall)['action']>, 'network'>
  | 'person'
  | 'books'
  | 'proposal';

const pt = {
  operators: 'Quem opera o serviço',
  operatorsNote:
    'Quem opera o serviço vê os dados da empresa para ajudar. Cada consulta e cada mudança aparece aqui, a mais nova primeiro.',
  noOperators: 'Ninguém que opera o serviço consultou ou mudou algo da empresa.',
  operatorLooked: 'Consultou',
  operatorChanged: 'Mudou',
  operatorRefused: 'Tentou e foi recusado',
  operatorBegan: 'Começou, e não se sabe o fim',
  when: 'Quando',
  what: 'O quê',
  about: 'Sobre',
  operatorNouns: {
    company: 'a empresa',
    client: 'um cliente de API ou pessoa',
    user: 'um usuário',
    account: 'uma conta',
    policy: 'direitos numa conta',
    rule: 'as regras de uma conta',
    payee: 'os favorecidos de uma conta',
    key: 'uma chave Pix',
    synthetic: 'o pagamento com que o serviço se testa',
    cashout: 'um pagamento',
    chargeback: 'uma devolução',
    payment: 'um Pix recebido',
    med: 'uma notificação de fraude (MED)',
    webhook: 'os webhooks de uma conta',
    freeze: 'o bloqueio de pagamentos',
    thaw: 'o desbloqueio de pagamentos',
    incident: 'um incidente ou a lista de incidentes',
    audit: 'o registro do que fez quem opera o serviço',
    books: 'a comparação com os livros do PSP',
    person: 'os dados de uma pessoa',
    proposal: 'a proposta de uma mudança',
  } satisfies Record<Noun, string>,
};

const en: typeof pt = {
  operators: 'Operators of the service',
  operatorsNote:
    'Operators see the data of the company to help it. Every look and every change is here, newest first.',
  noOperators: 'No operator has looked at or changed anything of the company.',
  operatorLooked: 'Looked at',
  operatorChanged: 'Changed',
  operatorRefused: 'Tried, and was refused',
  operatorBegan: 'Began, and the end is not known',
  when: 'When',
  what: 'What',
  about: 'About',
  operatorNouns: {
    company: 'the company',
    client: 'an API client or person',
    user: 'a user',
    account: 'an account',
    policy: 'rights on an account',
    rule: 'the rules of an account',
    payee: 'the payees of an account',
    key: 'a Pix key',
    synthetic: 'the payment with which the service tests itself',
    cashout: 'a payment',
    chargeback: 'a chargeback',
    payment: 'a received Pix',
    med: 'a report of fraud (MED)',
    webhook: 'the webhooks of an account',
    freeze: 'the freeze of payouts',
    thaw: 'the thaw of payouts',
    incident: 'an incident or the list of incidents',
    audit: 'the record of what operators did',
    books: 'the comparison with the books of the PSP',
    person: 'the data of a person',
    proposal: 'the proposal of a change',
  },
};

export const operatorsWords = { pt, en };

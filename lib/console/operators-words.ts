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
  operators: 'Equipe de operação',
  operatorsNote:
    'A equipe de operação vê os dados da empresa para dar suporte. Cada consulta e cada alteração aparece aqui, da mais recente à mais antiga.',
  noOperators: 'A equipe de operação não consultou nem alterou nada da empresa.',
  operatorLooked: 'Consultou',
  operatorChanged: 'Alterou',
  operatorRefused: 'Tentativa recusada',
  operatorBegan: 'Iniciou, sem resultado conhecido',
  when: 'Quando',
  what: 'Ação',
  about: 'Sobre',
  operatorNouns: {
    company: 'a empresa',
    client: 'um cliente de API ou pessoa',
    user: 'um usuário',
    account: 'uma conta',
    policy: 'permissões em uma conta',
    rule: 'as regras de uma conta',
    payee: 'os favorecidos de uma conta',
    key: 'uma chave Pix',
    synthetic: 'o pagamento de teste do serviço',
    cashout: 'um pagamento',
    chargeback: 'uma devolução',
    payment: 'um Pix recebido',
    med: 'uma notificação de fraude (MED)',
    webhook: 'os webhooks de uma conta',
    freeze: 'o bloqueio de pagamentos',
    thaw: 'o desbloqueio de pagamentos',
    incident: 'um incidente ou a lista de incidentes',
    audit: 'o registro de auditoria',
    books: 'a conciliação com o banco liquidante',
    person: 'os dados de uma pessoa',
    proposal: 'uma proposta de alteração',
  } satisfies Record<Noun, string>,
};

const en: typeof pt = {
  operators: 'Operations team',
  operatorsNote:
    'The operations team sees the company’s data to support it. Every view and every change is here, newest first.',
  noOperators: 'The operations team has not viewed or changed anything of the company.',
  operatorLooked: 'Viewed',
  operatorChanged: 'Changed',
  operatorRefused: 'Attempt refused',
  operatorBegan: 'Started, with unknown outcome',
  when: 'When',
  what: 'Action',
  about: 'About',
  operatorNouns: {
    company: 'the company',
    client: 'an API client or person',
    user: 'a user',
    account: 'an account',
    policy: 'permissions in an account',
    rule: 'the rules of an account',
    payee: 'the payees of an account',
    key: 'a Pix key',
    synthetic: 'the service’s test payment',
    cashout: 'a payment',
    chargeback: 'a refund',
    payment: 'a received Pix',
    med: 'a fraud report (MED)',
    webhook: 'the webhooks of an account',
    freeze: 'the freeze of payments',
    thaw: 'the thaw of payments',
    incident: 'an incident or the list of incidents',
    audit: 'the audit log',
    books: 'the reconciliation with the settlement bank',
    person: 'the data of a person',
    proposal: 'a proposed change',
  },
};

export const operatorsWords = { pt, en };

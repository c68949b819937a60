// Contains the words and the looks of values in operators' calls and answers, by field and language.

import { recoveryTones } from '../console/recovery-part.ts';
import type { View } from '../console/shell.ts';
import { tones } from '../console/shown-status.ts';
import type { Language } from '../page/formats.ts';
import type { Tone } from '../page/parts.ts';
import { fieldWord } from './field-words.ts';

type Words = Readonly<Record<string, readonly [pt: string, en: string]>>;
type State = { word: string; tone: Tone };
type States = Readonly<Record<string, readonly [tone: Tone, pt: string, en: string]>>;

/** The states of rows that the console does not show, or shows with longer words. */
const states: States = {
  ACTIVE: ['good', 'Ativo', 'Active'],
  PAUSED: ['wait', 'Pausado', 'Paused'],
  CLOSED: ['over', 'Encerrado', 'Closed'],
  PENDING: ['run', 'Em processamento', 'Processing'],
  SENT: ['good', 'Entregue ao PSP', 'Sent to the PSP'],
  DELIVERED: ['good', 'Entregue', 'Delivered'],
  EXHAUSTED: ['bad', 'Não entregue', 'Not delivered'],
  HELD: ['wait', 'Retido', 'Held'],
  asked: ['wait', 'Iniciado', 'Started'],
  done: ['good', 'Concluído', 'Done'],
  refused: ['over', 'Recusado', 'Refused'],
  failed: ['bad', 'Falhou', 'Failed'],
  credited: ['good', 'Creditado', 'Credited'],
  assigned: ['run', 'Atribuído', 'Assigned'],
  waiting: ['wait', 'Aguardando', 'Waiting'],
  'cut short': ['wait', 'Interrompido', 'Cut short'],
  open: ['wait', 'Aberto', 'Open'],
  settled: ['good', 'Concluído', 'Settled'],
  resolved: ['good', 'Resolvido', 'Resolved'],
  ended: ['good', 'Encerrado', 'Ended'],
  'waits for another operator': ['wait', 'Aguarda outra pessoa', 'Awaiting another operator'],
};
const ofRefunds: States = {
  SUCCESS: ['back', 'Devolvida', 'Refunded'],
  REJECTED: ['bad', 'Falhou', 'Failed'],
  REFUSED: ['over', 'Recusada', 'Refused'],
};
/** A defence that an operator must give to the PSP waits for that operator. */
const ofDefences: States = {
  BY_HAND: ['wait', 'A entregar ao PSP', 'To deliver to the PSP'],
  REFUSED: ['bad', 'Recusada', 'Refused'],
};
const medTones = {
  WAITING: 'wait',
  IN_ANALYSIS: 'run',
  ACCEPTED: 'back',
  REJECTED: 'over',
  CANCELLED: 'over',
} as const satisfies Record<string, Tone>;

const duplicateActions: Words = {
  tell: ['avisar', 'tell'],
  hold: ['reter', 'hold'],
  refuse: ['recusar', 'refuse'],
};
const reportedMoney: Words = { blocked: ['bloqueado', 'blocked'], free: ['livre', 'free'] };
const values: Readonly<Record<string, Words>> = {
  action: duplicateActions,
  rule_action: duplicateActions,
  audience: {
    api: ['API', 'API'],
    web: ['web', 'web'],
    console: ['pessoa', 'person'],
    desk: ['operação', 'operator'],
  },
  proved_by: { code: ['código', 'code'], passkey: ['chave de acesso', 'passkey'] },
  payees: { listed: ['só os da lista', 'listed ones only'], any: ['todos', 'all'] },
  reported: reportedMoney,
  reported_money: reportedMoney,
  position: { contest: ['contestar', 'contest'], accept: ['aceitar', 'accept'] },
  end: { settled: ['pago', 'paid'], failed: ['falhou', 'failed'] },
  named_by: { payer: ['o pagador', 'the payer'], institution: ['a instituição', 'the institution'] },
  settings: {
    'new payouts': ['novos pagamentos', 'new payments'],
    'new refunds': ['novas devoluções', 'new refunds'],
    listed: ['configurada', 'listed'],
    none: ['nada', 'none'],
  },
  kind: {
    contradicting_outcome: ['Resultado contraditório', 'Contradicting outcome'],
    unresolved_payment: ['Pagamento sem resultado', 'Unresolved payment'],
    other_amount_paid: ['Pago com outro valor', 'Another amount was paid'],
    network_event_not_applied: ['Aviso da rede não aplicado', 'Network notice not applied'],
    unassigned_payment: ['Pix recebido sem conta', 'Unassigned received Pix'],
    account_overdrawn: ['Conta com saldo negativo', 'Account overdrawn'],
    ledger_difference: ['Diferença nos nossos registros', 'Difference in our records'],
    psp_difference: ['Diferença com o PSP', 'Difference with the PSP'],
    payouts_stopped: ['Pagamentos suspensos', 'Payments stopped'],
    defence_by_hand: ['Defesa a entregar', 'Defence to deliver by hand'],
    recovery_by_hand: ['Recuperação a solicitar', 'Recovery to request by hand'],
    sent: ['enviado', 'sent'],
    'sent undone': ['envio desfeito', 'sent undone'],
    received: ['recebido', 'received'],
    'return sent': ['devolução enviada', 'return sent'],
    'return undone': ['devolução desfeita', 'return undone'],
    'return received': ['devolução recebida', 'return received'],
  },
  what: {
    'payments sent': ['pagamentos enviados', 'payments sent'],
    'payments received': ['pagamentos recebidos', 'payments received'],
    'the balance': ['o saldo', 'the balance'],
    'PSP, opening': ['PSP, abertura', 'PSP, opening'],
    'our accounts, opening (since the first day)': [
      'nossas contas, abertura (desde o primeiro dia)',
      'our accounts, opening (since the first day)',
    ],
    'of the day: other day': ['do dia: de outro dia', 'of the day: other day'],
    'of the day: on its way': ['do dia: a caminho', 'of the day: on its way'],
    'of the day: waits': ['do dia: aguarda', 'of the day: waits'],
    'of the day: difference': ['do dia: diferença', 'of the day: difference'],
    'our accounts, closing': ['nossas contas, fechamento', 'our accounts, closing'],
    '+ money of the institution': ['+ dinheiro da instituição', '+ money of the institution'],
    '+ on one side only': ['+ só de um lado', '+ on one side only'],
    '+ unexplained, of the day': ['+ sem explicação, do dia', '+ unexplained, of the day'],
    '= PSP, closing': ['= PSP, fechamento', '= PSP, closing'],
  },
};

const places: Readonly<Record<Language, 0 | 1>> = { pt: 0, en: 1 };
type Row = Readonly<Record<string, unknown>>;

/** Returns the word and the look of a state in a row; undefined for a field that is no state. */
export function stateIn({ words, language }: View, name: string, value: string, row: Row): State | undefined {
  if (name !== 'status' && name !== 'state') return undefined;
  const own = 'chargeback' in row ? ofRefunds[value] : 'position' in row ? ofDefences[value] : undefined;
  const [tone, ...said] = own ?? states[value] ?? [];
  if (tone) return { tone, word: said[places[language]] ?? value };
  const isMed = 'med_case' in row;
  const shown: Readonly<Record<string, string>> = {
    ...words.recoveryPills,
    ...(isMed ? words.medStatuses : words.statuses),
  };
  const looks: Readonly<Record<string, Tone>> = { ...recoveryTones, ...(isMed ? medTones : tones) };
  return { tone: looks[value] ?? 'over', word: shown[value] ?? value };
}

/** Returns the word of a value; the value itself if it has none. */
export function valueWord({ words, language }: View, name: string, value: string): string {
  if (name === 'situation')
    return (words.recoverySituations as Readonly<Record<string, string>>)[value] ?? value;
  const said = values[name]?.[value]?.[places[language]];
  // The names of limits and of kinds of things are also names of fields.
  return said ?? (name === 'limit' || name === 'kind' ? fieldWord(value, language) : value);
}

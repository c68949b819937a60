// Explains in the person's language why a payment cannot be decided or paid, and what the person can do. The API's
// texts are only in English.

import { type CallerCode, wordsOf } from '../base/errors.ts';
import { type OwnFailure, ownFailures } from '../cashout/failures.ts';
import type { Language } from '../receipt/words.ts';

type Said = Readonly<Record<Language, string>>;
const say = (pt: string, en: string): Said => ({ pt, en });

const failures: Readonly<Record<OwnFailure, Said>> = {
  insufficient_funds: say('Saldo insuficiente', 'Not enough money in the account'),
  key_not_found: say('A chave Pix não existe', 'The Pix key does not exist'),
  owner_unknown: say('Não se sabe de quem é a chave Pix', 'Nobody knows whose Pix key it is'),
  too_many_lookups: say(
    'Consultas demais a chaves; espere alguns minutos',
    'Too many look-ups of keys; wait some minutes',
  ),
  same_account: say('Paga à própria conta', 'It pays the account that it comes from'),
  account_closed: say('A conta está encerrada', 'The account is closed'),
  frozen: say('Bloqueado; fale com o suporte', 'Blocked; ask the support'),
  psp_short: say(
    'Falta dinheiro no banco que paga; fale com o suporte',
    'The bank that pays is short of money; ask the support',
  ),
  psp_stopped: say(
    'O banco que paga recusa esta instituição; fale com o suporte',
    'The bank that pays refuses this institution; ask the support',
  ),
  no_answer: say('O diretório do Pix não respondeu', 'The Pix directory gave no answer'),
  expired: say('Não foi aprovado a tempo', 'It was not approved in time'),
  rule_approvals: say('Faltam aprovações', 'Approvals are missing'),
  rule_per_transfer: say('Acima do limite por pagamento', 'Above the limit of a payment'),
  rule_per_day: say('Acima do limite do dia', 'Above the limit of the day'),
  rule_per_night: say('Acima do limite da noite', 'Above the limit of the night'),
  rule_new_payee: say('Acima do limite para um favorecido novo', 'Above the limit for a new payee'),
  rule_payees: say('O favorecido não está na lista da conta', 'The payee is not on the list of the account'),
  dynamic_code_refused: say('QR Codes dinâmicos não são aceitos', 'Dynamic QR codes are not accepted'),
  dynamic_code_above_max: say(
    'Acima do máximo para um QR Code dinâmico',
    'Above the maximum for a dynamic QR code',
  ),
};

const refusals: Partial<Record<CallerCode, Said>> = {
  transaction_not_found: say('Não é de uma conta que você pode ver', 'It is of no account that you may see'),
  transaction_in_wrong_status: say(
    'Já foi decidido ou expirou; veja o pagamento',
    'It was decided already, or has expired; look at the payment',
  ),
  batch_in_wrong_status: say(
    'A situação do lote mudou; veja o lote',
    'The batch is in another state now; look at the batch',
  ),
  batch_retried_already: say(
    'As linhas não pagas já estão em outro lote',
    'The unpaid lines are in another batch already',
  ),
  too_many_batches: say(
    'A conta já enviou lotes demais hoje; tente de novo amanhã',
    'The account has sent too many batches today; try again tomorrow',
  ),
  approved_already: say('Você já aprovou este', 'You have approved this one already'),
  approval_of_own: say(
    'Outra pessoa tem de aprovar o que você criou',
    'Another person must approve what you created',
  ),
  content_differs: say(
    'Mudou desde que você o viu; confira de novo',
    'It has changed since you saw it; check it again',
  ),
  unauthorized: say('Você não tem este direito nesta conta', 'You have no right to do this in this account'),
  qr_code_not_paid: say('O QR Code não foi pago', 'The QR code was not paid'),
  refund_in_processing: say(
    'Outra devolução deste Pix está em andamento; espere o fim dela',
    'Another refund of this payment is in progress; wait for its end',
  ),
  chargeback_account_closed: say(
    'A conta está encerrada; fale com o suporte',
    'The account is closed; ask the support',
  ),
  amount_above_qr_code: say(
    'É mais do que resta deste Pix; veja quanto resta',
    'It is more than is left of this payment; look at what is left',
  ),
  refund_refused: say('A rede Pix recusou a devolução', 'The Pix network has refused the refund'),
  too_many_open: say(
    'A conta tem pagamentos demais em andamento; tente de novo em alguns segundos',
    'The account has too many payments in progress; try again in some seconds',
  ),
  unavailable: say(
    'Não sabemos se foi feito; veja o pagamento antes de tentar de novo',
    'The outcome is unknown; look at the payment before you try again',
  ),
};

/** The text for a payee that was not looked up, because the time was over or an error occurred. */
export const notLookedAt = 'Not looked up';

const byText: ReadonlyMap<string, Said> = new Map([
  ...Object.entries(failures).map(([name, said]) => [ownFailures[name as OwnFailure].text, said] as const),
  [notLookedAt, say('Não foi consultado agora; tente de novo', 'It was not looked up now; try again')],
  ...Object.entries(refusals).map(([code, said]) => [wordsOf(code as CallerCode), said] as const),
]);

/**
 * Returns the text in the person's language.
 * @param text of the API (a failure or a refusal) or of the network; an unknown text is returned unchanged
 */
export const saidIn = (language: Language, text: string): string => byText.get(text)?.[language] ?? text;

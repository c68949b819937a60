// Explains in the person's language why a payment cannot be decided or paid, and what the person can do. The API's
// texts are only in English.

import { type CallerCode, wordsOf } from '../base/errors.ts';
import { type OwnFailure, ownFailures } from '../cashout/failures.ts';
import type { Language } from '../page/formats.ts';

type Said = Readonly<Record<Language, string>>;
const say = (pt: string, en: string): Said => ({ pt, en });

const failures: Readonly<Record<OwnFailure, Said>> = {
  insufficient_funds: say('Saldo insuficiente', 'Insufficient balance'),
  key_not_found: say('A chave Pix não existe', 'The Pix key does not exist'),
  owner_unknown: say('Titular da chave Pix não confirmado', 'The owner of the Pix key is not confirmed'),
  too_many_lookups: say(
    'Muitas consultas de chaves Pix; aguarde alguns minutos',
    'Too many Pix key look-ups; wait a few minutes',
  ),
  same_account: say('Origem e destino são a mesma conta', 'It pays the account that it comes from'),
  account_closed: say('A conta está encerrada', 'The account is closed'),
  frozen: say('Bloqueado; fale com o suporte', 'Blocked; contact support'),
  psp_short: say(
    'Falta saldo no banco liquidante; fale com o suporte',
    'The settlement bank is short of funds; contact support',
  ),
  psp_stopped: say(
    'O banco liquidante não aceita nossos pagamentos agora; fale com o suporte',
    'The settlement bank does not accept our payments now; contact support',
  ),
  no_answer: say('O diretório do Pix não respondeu', 'The Pix directory did not answer'),
  expired: say('Não foi aprovado a tempo', 'It was not approved in time'),
  rule_approvals: say('Faltam aprovações', 'Approvals are missing'),
  rule_per_transfer: say('Acima do limite por pagamento', 'Above the limit per payment'),
  rule_per_day: say('Acima do limite diário', 'Above the daily limit'),
  rule_per_night: say('Acima do limite noturno', 'Above the nightly limit'),
  rule_new_payee: say('Acima do limite para novo favorecido', 'Above the limit for a new payee'),
  rule_payees: say('O favorecido não está na lista da conta', 'The payee is not on the list of the account'),
  dynamic_code_refused: say('QR Codes dinâmicos não são aceitos', 'Dynamic QR codes are not accepted'),
  dynamic_code_above_max: say(
    'Acima do máximo para QR Code dinâmico',
    'Above the maximum for a dynamic QR code',
  ),
};

const refusals: Partial<Record<CallerCode, Said>> = {
  transaction_not_found: say(
    'Não encontrado nas contas a que você tem acesso',
    'Not found in the accounts that you have access to',
  ),
  transaction_in_wrong_status: say(
    'Já foi decidido ou expirou; veja o pagamento',
    'Already decided or expired; see the payment',
  ),
  batch_in_wrong_status: say(
    'A situação do lote mudou; veja o lote',
    'The status of the batch has changed; see the batch',
  ),
  batch_retried_already: say(
    'As linhas não pagas já estão em outro lote',
    'The unpaid lines are already in another batch',
  ),
  too_many_batches: say(
    'A conta atingiu o limite de lotes de hoje; tente de novo amanhã',
    'The account has reached today’s limit of batches; try again tomorrow',
  ),
  approved_already: say('Você já aprovou', 'You have already approved this one'),
  approval_of_own: say(
    'Outra pessoa precisa aprovar o que você criou',
    'Another person must approve what you created',
  ),
  content_differs: say(
    'Os dados foram alterados depois que você os viu; confira de novo',
    'The data has changed since you saw it; review it again',
  ),
  unauthorized: say(
    'Você não tem permissão nesta conta',
    'You have no permission to do this in this account',
  ),
  br_code_not_payable: say(
    'Este código não pode ser pago: já foi pago, expirou ou foi cancelado',
    'This code cannot be paid: it was already paid, has expired or was cancelled',
  ),
  qr_code_not_paid: say('O QR Code não foi pago', 'The QR code was not paid'),
  refund_in_processing: say(
    'Outra devolução deste Pix está em processamento; aguarde o resultado',
    'Another refund of this payment is in progress; wait for its result',
  ),
  chargeback_account_closed: say(
    'A conta está encerrada; fale com o suporte',
    'The account is closed; contact support',
  ),
  amount_above_qr_code: say(
    'Acima do saldo a devolver deste Pix',
    'It is more than is left to refund of this payment',
  ),
  refund_refused: say('A rede Pix recusou a devolução', 'The Pix network refused the refund'),
  too_many_open: say(
    'A conta tem muitos pagamentos em processamento; tente de novo em alguns segundos',
    'The account has too many payments in progress; try again in a few seconds',
  ),
  unavailable: say(
    'Resultado desconhecido; confira o pagamento antes de tentar de novo',
    'The outcome is unknown; check the payment before you try again',
  ),
};

/** The text for a payee that was not looked up, because the time was over or an error occurred. */
export const notLookedAt = 'Not looked up';

const byText: ReadonlyMap<string, Said> = new Map([
  ...Object.entries(failures).map(([name, said]) => [ownFailures[name as OwnFailure].text, said] as const),
  [notLookedAt, say('Favorecido não consultado agora; tente de novo', 'Payee not looked up now; try again')],
  ...Object.entries(refusals).map(([code, said]) => [wordsOf(code as CallerCode), said] as const),
]);

/**
 * Returns the text in the person's language.
 * @param text of the API (a failure or a refusal) or of the network; an unknown text is returned unchanged
 */
export const saidIn = (language: Language, text: string): string => byText.get(text)?.[language] ?? text;

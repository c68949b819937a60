// Says why a batch is paused, and what to do.

import type { BatchPause } from '../batch/batch.ts';

const pt: Record<BatchPause, string> = {
  insufficient_funds: 'O saldo não cobre as próximas linhas. Deposite na conta e retome.',
  unknown_keys:
    'Muitas chaves Pix não existem ou são de outra pessoa. Confira as linhas não pagas e depois retome ou cancele o lote.',
  lookups: 'Quem enviou o lote consultou muitos favorecidos incorretos. Nenhuma linha falhou por isso.',
  frozen: 'Há um bloqueio na conta ou em quem enviou ou aprovou o lote. Fale com o suporte.',
  account_closed: 'A conta está encerrada. Cancele o lote.',
  limits: 'O limite diário ou noturno não cobre as próximas linhas.',
  psp_short: 'Falta saldo no banco liquidante. Fale com o suporte e depois retome.',
  psp_stopped: 'O banco liquidante não aceita nossos pagamentos agora. Fale com o suporte e depois retome.',
  approvals: 'Faltam aprovações, ou quem aprovou não pode mais aprovar. Outra pessoa precisa retomar o lote.',
};

const en: Record<BatchPause, string> = {
  insufficient_funds: 'The balance does not cover the next lines. Add money to the account, then resume.',
  unknown_keys:
    'Too many Pix keys do not exist or belong to somebody else. Check the unpaid lines, then resume or cancel the batch.',
  lookups: 'The sender of the batch looked up too many wrong payees. No line has failed because of this.',
  frozen: 'The account, or somebody who sent or approved the batch, is blocked. Contact support.',
  account_closed: 'The account is closed. Cancel the batch.',
  limits: 'The daily or nightly limit does not cover the next lines.',
  psp_short: 'The settlement bank is short of funds. Contact support, then resume.',
  psp_stopped: 'The settlement bank does not accept our payments now. Contact support, then resume.',
  approvals:
    'Approvals are missing: an approver may no longer approve, or the rules require more. Another approver must resume the batch.',
};

export const pauses = { pt, en };

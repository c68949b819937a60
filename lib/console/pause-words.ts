// Says why a batch is paused, and what to do.

import type { BatchPause } from '../batch/batch.ts';

const pt: Record<BatchPause, string> = {
  insufficient_funds: 'O saldo não basta para as próximas linhas. Ponha dinheiro na conta e continue.',
  unknown_keys:
    'Chaves Pix demais não existem ou são de outra pessoa. Confira as linhas não pagas. Depois continue, ou pare o lote.',
  lookups: 'Quem enviou o lote consultou recebedores errados demais. Nenhuma linha falhou por isso.',
  frozen: 'A conta ou alguém que enviou ou aprovou o lote está bloqueado. Fale com o suporte.',
  account_closed: 'A conta está encerrada. Pare o lote.',
  limits: 'O limite do dia ou da noite não basta.',
  psp_short: 'Falta dinheiro no banco que paga. Fale com o suporte, e depois continue.',
  psp_stopped: 'O banco que paga recusa esta instituição. Fale com o suporte, e depois continue.',
  approvals: 'Faltam aprovações, ou quem aprovou não pode mais aprovar. Outra pessoa tem de continuar.',
};

const en: Record<BatchPause, string> = {
  insufficient_funds: 'The money does not cover the next lines. Put money into the account, and go on.',
  unknown_keys:
    'Too many Pix keys do not exist or belong to somebody else. Check the lines that were not paid. Then go on, or stop the batch.',
  lookups: 'Whoever sent the batch has looked up too many wrong payees. No line has failed for it.',
  frozen: 'The account, or somebody who sent or approved the batch, is blocked. Ask the support.',
  account_closed: 'The account is closed. Stop the batch.',
  limits: 'The limit of the day or the night has too little left.',
  psp_short: 'The bank that pays is short of money. Ask the support, and then go on.',
  psp_stopped: 'The bank that pays refuses this institution. Ask the support, and then go on.',
  approvals:
    'Approvals are missing: somebody who approved may no longer approve, or the rules want more. Another person who may approve has to go on.',
};

export const pauses = { pt, en };

// Contains the texts about reports of fraud (MED).

import type { MedDuty } from '../med-case/deadlines.ts';
import type { MedStatus } from '../med-case/med-case.ts';

const pt = {
  medShort: 'MED',
  med: 'Notificações de fraude (MED)',
  medCase: 'Notificação de fraude',
  medNote:
    'Sobre Pix recebidos, com o prazo mais próximo primeiro. A defesa é enviada à instituição que liquida o Pix.',
  medMore: 'Há mais notificações; estas são as mais novas.',
  noMed: 'Nenhuma notificação.',
  medDuty: 'O que fazer',
  noDuty: 'Nada a fazer agora',
  deadline: 'Prazo',
  late: 'O prazo passou',
  medDuties: {
    ANALYSE: 'Enviar a defesa',
    REQUEST_REFUND: 'A instituição de quem pagou pede a devolução',
    EXECUTE_REFUND: 'A devolução será debitada da conta',
    CONTEST: 'Você pode contestar a devolução',
  } satisfies Record<MedDuty, string>,
  medStatuses: {
    WAITING: 'Aguarda análise',
    IN_ANALYSIS: 'Em análise',
    ACCEPTED: 'Aceita',
    REJECTED: 'Rejeitada',
    CANCELLED: 'Cancelada',
  } satisfies Record<MedStatus, string>,
  reportedAmount: 'Valor notificado',
  blockedAmount: 'Bloqueado na conta até a decisão',
  returnedAmount: 'Valor já devolvido',
  reportedAt: 'Notificado em',
  reportDetails: 'Relato',
  analysisDetails: 'Análise',
  paidAmount: 'Valor do Pix recebido',
  paidAt: 'Recebido em',
  payer: 'Quem pagou',
  returnsOf: 'Devoluções',
  contestUntil: 'Contestação até',
  medNotes: 'Anotações',
  medNoteLabel: 'Anote, por exemplo, onde estão as provas',
  medNoteHint: 'Sem nomes nem documentos de pessoas. Uma anotação não pode ser mudada nem apagada.',
  medNoteAdd: 'Anotar',
  medNoteWrong: 'Uma anotação tem de 1 a 200 caracteres, numa linha. Nada mudou.',
  medNoteLacks: 'Só anota quem pode criar, aprovar ou devolver nesta conta. Nada mudou.',
};

const en: typeof pt = {
  medShort: 'MED',
  med: 'Reports of fraud (MED)',
  medCase: 'Report of fraud',
  medNote:
    'About received payments, the nearest deadline first. The defence goes to the institution that settles Pix.',
  medMore: 'There are more reports; these are the newest.',
  noMed: 'No reports.',
  medDuty: 'What to do',
  noDuty: 'Nothing to do now',
  deadline: 'Deadline',
  late: 'The deadline has passed',
  medDuties: {
    ANALYSE: 'Send the defence',
    REQUEST_REFUND: 'The payer’s institution asks for the money',
    EXECUTE_REFUND: 'The money will be debited from the account',
    CONTEST: 'You may contest the return',
  },
  medStatuses: {
    WAITING: 'Waits for analysis',
    IN_ANALYSIS: 'In analysis',
    ACCEPTED: 'Accepted',
    REJECTED: 'Rejected',
    CANCELLED: 'Cancelled',
  },
  reportedAmount: 'Reported amount',
  blockedAmount: 'Blocked on the account until the decision',
  returnedAmount: 'Returned so far',
  reportedAt: 'Reported at',
  reportDetails: 'Report',
  analysisDetails: 'Analysis',
  paidAmount: 'Amount of the received payment',
  paidAt: 'Received at',
  payer: 'Payer',
  returnsOf: 'Returns',
  contestUntil: 'To be contested until',
  medNotes: 'Notes',
  medNoteLabel: 'Note, for example, where the evidence is',
  medNoteHint: 'Without names or documents of people. A note cannot be changed or deleted.',
  medNoteAdd: 'Add the note',
  medNoteWrong: 'A note has 1 to 200 characters, in one line. Nothing has changed.',
  medNoteLacks:
    'Only people who may create, approve or refund on this account note something. Nothing has changed.',
};

export const medWords = { pt, en };

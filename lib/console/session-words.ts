// Contains the texts of the list of a person's sessions.

const pt = {
  sessions: 'Sessões abertas',
  sessionsNote:
    'Suas sessões nesta empresa. O último uso é anotado a cada cinco minutos. Se você não reconhece uma, encerre-a.',
  session: 'Sessão',
  begun: 'Início',
  thisSession: 'Esta sessão',
  usedNow: 'Agora',
  endSession: 'Encerrar a sessão',
};

const en: typeof pt = {
  sessions: 'Open sessions',
  sessionsNote:
    'Your sessions in this company. The last use is noted every five minutes. If you do not recognise one, end it.',
  session: 'Session',
  begun: 'Begun',
  thisSession: 'This session',
  usedNow: 'Now',
  endSession: 'End the session',
};

export const sessionWords = { pt, en };

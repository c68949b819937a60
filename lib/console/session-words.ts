// Contains the texts of the list of a person's sessions, and of the first code after an invitation.

const pt = {
  sessions: 'Sessões abertas',
  sessionsNote:
    'Suas sessões nesta empresa. O último uso é atualizado a cada cinco minutos. Se não reconhecer uma sessão, encerre-a.',
  session: 'Sessão',
  begun: 'Início',
  thisSession: 'Esta sessão',
  usedNow: 'Agora',
  endSession: 'Encerrar sessão',
  notAdmittedTitle: 'Você não tem acesso a esta empresa',
  notAdmittedNote: 'Nada foi alterado. Se você já entrou em outra empresa, continua nela.',
  joinManyTitle: 'Limite de empresas atingido',
  joinManyNote: 'Você já tem acesso a cem empresas, o máximo. O convite não foi usado. Fale com o suporte.',
  proveTitle: 'Confirme com um código',
  proveNote:
    'Você entrou por um convite. Nada foi feito ainda. Digite o código do seu aplicativo autenticador e depois repita a ação.',
  proveButton: 'Confirmar identidade',
};

const en: typeof pt = {
  sessions: 'Open sessions',
  sessionsNote:
    'Your sessions in this company. The last use is updated every five minutes. If you do not recognise a session, end it.',
  session: 'Session',
  begun: 'Started',
  thisSession: 'This session',
  usedNow: 'Now',
  endSession: 'End session',
  notAdmittedTitle: 'You have no access to this company',
  notAdmittedNote: 'Nothing has changed. If you are signed in to another company, you still are.',
  joinManyTitle: 'Limit of companies reached',
  joinManyNote:
    'You already have access to a hundred companies, the maximum. The invitation was not used. Contact support.',
  proveTitle: 'Confirm with a code',
  proveNote:
    'You signed in by invitation. Nothing was done yet. Enter the code from your authenticator app, then repeat the action.',
  proveButton: 'Confirm identity',
};

export const sessionWords = { pt, en };

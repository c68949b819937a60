// Contains the texts of the list of a person's sessions, and of the first code after an invitation.

const pt = {
  sessions: 'Sessões abertas',
  sessionsNote:
    'Suas sessões nesta empresa. O último uso é anotado a cada cinco minutos. Se você não reconhece uma, encerre-a.',
  session: 'Sessão',
  begun: 'Início',
  thisSession: 'Esta sessão',
  usedNow: 'Agora',
  endSession: 'Encerrar a sessão',
  notAdmittedTitle: 'Esta empresa não está aberta para você',
  notAdmittedNote: 'Nada mudou. Se você já entrou em outra empresa, continua nela.',
  joinManyTitle: 'Empresas demais',
  joinManyNote: 'Você já tem acesso a cem empresas, o máximo. O convite não foi usado. Fale com o suporte.',
  proveTitle: 'Primeiro, um código',
  proveNote:
    'Você entrou por um convite. Nada foi feito ainda. Digite um código do seu aplicativo de códigos, e depois repita o que queria fazer.',
  proveButton: 'Confirmar que sou eu',
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
  notAdmittedTitle: 'This company is not open to you',
  notAdmittedNote: 'Nothing has changed. If you are signed in to another company, you still are.',
  joinManyTitle: 'Too many companies',
  joinManyNote:
    'You already have access to a hundred companies, the maximum. The invitation was not used. Ask the support.',
  proveTitle: 'A code first',
  proveNote:
    'You came by an invitation. Nothing was done yet. Enter a code of your codes app, and then repeat what you wanted to do.',
  proveButton: 'Confirm that it is me',
};

export const sessionWords = { pt, en };

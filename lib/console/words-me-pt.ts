// The words of the page about the person, and of passkeys, in Portuguese. They say what the other language must have.

import type { Language } from '../receipt/words.ts';

export const me = {
  me: 'Você',
  myName: 'Nome',
  myCompany: 'Empresa',
  language: 'Idioma',
  ownName: 'Português',
  isLanguage: 'pt' as Language,
  passkeys: 'Chaves de acesso',
  passkeysNote:
    'Com uma chave de acesso, seu aparelho reconhece você (digital, rosto ou PIN) e aprova exatamente o que a página mostra. Não é preciso código.',
  passkeysMany: 'Você já tem dez chaves de acesso, o máximo. Encerre uma antes de criar outra.',
  noPasskeys: 'Você ainda não tem nenhuma.',
  passkey: 'Chave de acesso',
  passkeyName: 'Nome da chave, como “Notebook”',
  passkeyNameNote: 'A chave precisa de um nome de até 60 caracteres, em uma linha. Nada foi alterado.',
  addPasskey: 'Criar uma chave de acesso',
  addingNote: 'Seu aparelho vai pedir que você confirme quem é. Você tem dois minutos.',
  needsScript: 'Este passo precisa de JavaScript, que está desligado neste navegador.',
  goOn: 'Continuar',
  added: 'Criada em',
  lastUsed: 'Último uso',
  never: 'Nunca',
  endPasskey: 'Encerrar',
  approveByPasskey: 'Aprovar com chave de acesso',
  passkeyFailed: 'O aparelho não respondeu. Tente de novo ou use o código.',
  passkeyRefused:
    'A resposta da chave de acesso não serve. Nada foi alterado. Tente de novo ou use o código.',
  enrolmentOver: 'O tempo acabou, ou este passo já foi usado. Nada foi alterado agora. Comece de novo.',
  notDone: 'Não foi feito',
  shortcuts: 'Atalhos do teclado',
  shortcutsNote:
    'Nas listas: j e k mudam de linha, x marca, Enter abre, a confere os marcados. Nenhum deles paga.',
  shortcutsOn: 'Ligar os atalhos',
  shortcutsOff: 'Desligar os atalhos',
  endSessions: 'Sair em todos os navegadores',
  endSessionsNote: 'Aqui vale agora; nos outros navegadores, em até um minuto.',
};

export type MeWords = typeof me;

// Contains the texts of the page about the signed-in person, and about passkeys.

import type { Language } from '../receipt/words.ts';

const pt = {
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
  passkeyKnown:
    'Esta chave de acesso já foi adicionada, por você ou por outra pessoa. Uma chave pertence a uma só pessoa, mesmo depois de encerrada. Nada foi alterado. Crie uma nova chave no seu aparelho.',
  enrolmentOver: 'O tempo acabou, ou este passo já foi usado. Nada foi alterado agora. Comece de novo.',
  notDone: 'Não foi feito',
  shortcuts: 'Atalhos do teclado',
  shortcutsNote:
    'Nas listas: j e k mudam de linha, x seleciona, Enter abre, a revisa os selecionados. Nenhum deles paga.',
  shortcutsOn: 'Ligar os atalhos',
  shortcutsOff: 'Desligar os atalhos',
  endSessions: 'Sair em todos os navegadores',
  endSessionsNote: 'Aqui vale agora; nos outros navegadores, em até um minuto.',
};

const en: typeof pt = {
  me: 'You',
  myName: 'Name',
  myCompany: 'Company',
  language: 'Language',
  ownName: 'English',
  isLanguage: 'en',
  passkeys: 'Passkeys',
  passkeysNote:
    'With a passkey your device recognises you (fingerprint, face or PIN) and approves exactly what the page shows. No code is needed.',
  passkeysMany: 'You have ten passkeys, which is the most. End one before you add another one.',
  noPasskeys: 'You have none yet.',
  passkey: 'Passkey',
  passkeyName: 'Name of the passkey, such as “Laptop”',
  passkeyNameNote: 'The passkey needs a name of at most 60 characters, in one line. Nothing has changed.',
  addPasskey: 'Add a passkey',
  addingNote: 'Your device will ask you to confirm who you are. You have two minutes.',
  needsScript: 'This step needs JavaScript, which is off in this browser.',
  goOn: 'Continue',
  added: 'Added',
  lastUsed: 'Last used',
  never: 'Never',
  endPasskey: 'End it',
  approveByPasskey: 'Approve with passkey',
  passkeyFailed: 'The device did not answer. Try again, or use the code.',
  passkeyRefused: 'The answer of the passkey does not fit. Nothing has changed. Try again, or use the code.',
  passkeyKnown:
    'This passkey was added already, by you or by another person. A passkey belongs to one person, also after its end. Nothing has changed. Create a new passkey on your device.',
  enrolmentOver: 'The time is over, or this step was used already. Nothing has changed now. Begin again.',
  notDone: 'Not done',
  shortcuts: 'Keyboard shortcuts',
  shortcutsNote: 'In lists: j and k move, x marks, Enter opens, a checks the marked ones. None of them pays.',
  shortcutsOn: 'Turn the shortcuts on',
  shortcutsOff: 'Turn the shortcuts off',
  endSessions: 'Sign out everywhere',
  endSessionsNote: 'It counts here at once, and in other browsers within a minute.',
};

export const meWords = { pt, en };

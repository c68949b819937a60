// Contains the texts of the page about the signed-in person, and about passkeys.

import type { Language } from '../page/formats.ts';

const pt = {
  me: 'Perfil',
  myName: 'Nome',
  myCompany: 'Empresa',
  language: 'Idioma',
  ownName: 'Português',
  isLanguage: 'pt' as Language,
  passkeys: 'Chaves de acesso',
  passkeysNote:
    'Com uma chave de acesso, seu aparelho reconhece você (digital, rosto ou PIN) e aprova exatamente o que a página mostra. Não é preciso código.',
  passkeysMany: 'Você já tem dez chaves de acesso, o máximo. Exclua uma antes de criar outra.',
  noPasskeys: 'Nenhuma chave de acesso ainda.',
  passkey: 'Chave de acesso',
  passkeyName: 'Nome da chave, como “Notebook”',
  passkeyNameNote: 'Informe um nome de até 60 caracteres, em uma linha. Nada foi alterado.',
  addPasskey: 'Criar chave de acesso',
  addingNote: 'Confirme sua identidade no aparelho. Você tem dois minutos.',
  needsScript: 'Esta etapa precisa de JavaScript, que está desativado neste navegador.',
  goOn: 'Continuar',
  added: 'Criada em',
  lastUsed: 'Último uso',
  never: 'Nunca',
  endPasskey: 'Excluir',
  approveByPasskey: 'Aprovar com chave de acesso',
  passkeyFailed: 'O aparelho não respondeu. Tente de novo ou use o código.',
  passkeyRefused: 'A chave de acesso não foi aceita. Nada foi alterado. Tente de novo ou use o código.',
  passkeyKnown:
    'Esta chave de acesso já foi cadastrada, por você ou por outra pessoa. Cada chave pertence a uma só pessoa, mesmo depois de excluída. Nada foi alterado. Crie outra chave no seu aparelho.',
  enrolmentOver: 'O tempo acabou ou esta etapa já foi usada. Nada foi alterado agora. Comece de novo.',
  notDone: 'Não concluído',
  shortcuts: 'Atalhos do teclado',
  shortcutsNote:
    'Nas listas: j e k mudam de linha, x seleciona, Enter abre, a revisa os selecionados. Nenhum atalho paga.',
  shortcutsOn: 'Ativar atalhos',
  shortcutsOff: 'Desativar atalhos',
  endSessions: 'Sair de todos os navegadores',
  endSessionsNote: 'Neste navegador, na hora; nos outros, em até um minuto.',
};

const en: typeof pt = {
  me: 'Profile',
  myName: 'Name',
  myCompany: 'Company',
  language: 'Language',
  ownName: 'English',
  isLanguage: 'en',
  passkeys: 'Passkeys',
  passkeysNote:
    'With a passkey your device recognises you (fingerprint, face or PIN) and approves exactly what the page shows. No code is needed.',
  passkeysMany: 'You have ten passkeys, the maximum. Delete one before you add another.',
  noPasskeys: 'No passkeys yet.',
  passkey: 'Passkey',
  passkeyName: 'Passkey name, such as “Laptop”',
  passkeyNameNote: 'Enter a name of at most 60 characters, in one line. Nothing has changed.',
  addPasskey: 'Add passkey',
  addingNote: 'Confirm your identity on your device. You have two minutes.',
  needsScript: 'This step needs JavaScript, which is off in this browser.',
  goOn: 'Continue',
  added: 'Added',
  lastUsed: 'Last used',
  never: 'Never',
  endPasskey: 'Delete',
  approveByPasskey: 'Approve with passkey',
  passkeyFailed: 'The device did not answer. Try again, or use the code.',
  passkeyRefused: 'The passkey was not accepted. Nothing has changed. Try again, or use the code.',
  passkeyKnown:
    'This passkey was already added, by you or by another person. A passkey belongs to one person, even after it is deleted. Nothing has changed. Create a new passkey on your device.',
  enrolmentOver: 'The time is over, or this step was already used. Nothing has changed now. Start again.',
  notDone: 'Not completed',
  shortcuts: 'Keyboard shortcuts',
  shortcutsNote:
    'In lists: j and k move, x selects, Enter opens, a reviews the selected ones. No shortcut pays.',
  shortcutsOn: 'Turn shortcuts on',
  shortcutsOff: 'Turn shortcuts off',
  endSessions: 'Sign out everywhere',
  endSessionsNote: 'At once in this browser, and within a minute in the others.',
};

export const meWords = { pt, en };

// The words of the page about the person, and of passkeys, in English.

import type { MeWords } from './words-me-pt.ts';

export const me: MeWords = {
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
  goOn: 'Go on',
  added: 'Added',
  lastUsed: 'Last used',
  never: 'Never',
  endPasskey: 'End it',
  approveByPasskey: 'Approve with passkey',
  passkeyFailed: 'The device did not answer. Try again, or use the code.',
  passkeyRefused: 'The answer of the passkey does not fit. Nothing has changed. Try again, or use the code.',
  enrolmentOver: 'The time is over, or this step was used already. Nothing has changed now. Begin again.',
  notDone: 'Not done',
  shortcuts: 'Keyboard shortcuts',
  shortcutsNote: 'In lists: j and k move, x marks, Enter opens, a checks the marked ones. None of them pays.',
  shortcutsOn: 'Turn the shortcuts on',
  shortcutsOff: 'Turn the shortcuts off',
  endSessions: 'Sign out everywhere',
  endSessionsNote: 'It counts here at once, and in other browsers within a minute.',
};

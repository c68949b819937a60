// Contains the texts of the console by language.

import type { Language } from '../receipt/words.ts';
import { batchWords } from './batch-words.ts';
import { chartWords } from './chart-words.ts';
import { deliveryWords } from './delivery-words.ts';
import { formWords } from './form-words.ts';
import { listWords } from './list-words.ts';
import { meWords } from './me-words.ts';
import { medWords } from './med-words.ts';
import { moneyBackWords } from './money-back-words.ts';
import { operatorsWords } from './operators-words.ts';
import { recoveryWords } from './recovery-words.ts';
import { rulesWords } from './rules-words.ts';
import { sandboxWords } from './sandbox-words.ts';
import { sessionWords } from './session-words.ts';
import { waitingWords } from './waiting-words.ts';
import { webhookWords } from './webhook-words.ts';
import { en } from './words-en.ts';
import { pt } from './words-pt.ts';

const portuguese = {
  ...pt,
  ...listWords.pt,
  ...formWords.pt,
  ...meWords.pt,
  ...medWords.pt,
  ...webhookWords.pt,
  ...moneyBackWords.pt,
  ...deliveryWords.pt,
  ...batchWords.pt,
  ...operatorsWords.pt,
  ...chartWords.pt,
  ...recoveryWords.pt,
  ...rulesWords.pt,
  ...sandboxWords.pt,
  ...sessionWords.pt,
  ...waitingWords.pt,
};
export type ConsoleWords = typeof portuguese;

export const consoleWords: Readonly<Record<Language, ConsoleWords>> = {
  pt: portuguese,
  en: {
    ...en,
    ...listWords.en,
    ...formWords.en,
    ...meWords.en,
    ...medWords.en,
    ...webhookWords.en,
    ...moneyBackWords.en,
    ...deliveryWords.en,
    ...batchWords.en,
    ...operatorsWords.en,
    ...chartWords.en,
    ...recoveryWords.en,
    ...rulesWords.en,
    ...sandboxWords.en,
    ...sessionWords.en,
    ...waitingWords.en,
  },
};

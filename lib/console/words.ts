// Contains the texts of the console by language.

import type { Language } from '../page/formats.ts';
import { batchWords } from './batch-words.ts';
import { chartWords } from './chart-words.ts';
import { deliveryWords } from './delivery-words.ts';
import { formWords } from './form-words.ts';
import { homeWords } from './home-words.ts';
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

type Texts = Readonly<Record<Language, object>>;

/**
 * The texts of all groups. If two groups use the same name for a text, the type has only these names, so code that uses
 * the texts does not compile.
 */
type Joined<Groups extends readonly Texts[], Before = unknown> = Groups extends readonly [
  infer Group extends Texts,
  ...infer Rest extends readonly Texts[],
]
  ? keyof Group['pt'] & keyof Before extends never
    ? Joined<Rest, Before & Group['pt']>
    : { namesOfTwoTexts: keyof Group['pt'] & keyof Before }
  : Before;

function join<const Groups extends readonly Texts[]>(...groups: Groups) {
  const inLanguage = (language: Language) => Object.assign({}, ...groups.map((group) => group[language]));
  return { pt: inLanguage('pt'), en: inLanguage('en') } as Readonly<Record<Language, Joined<Groups>>>;
}

export const consoleWords = join(
  { pt, en },
  listWords,
  homeWords,
  formWords,
  meWords,
  medWords,
  webhookWords,
  moneyBackWords,
  deliveryWords,
  batchWords,
  operatorsWords,
  chartWords,
  recoveryWords,
  rulesWords,
  sandboxWords,
  sessionWords,
  waitingWords,
);
export type ConsoleWords = (typeof consoleWords)['pt'];

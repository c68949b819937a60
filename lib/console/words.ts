// The words of the console, by language.

import type { Language } from '../receipt/words.ts';
import { en } from './words-en.ts';
import { type ConsoleWords, pt } from './words-pt.ts';

export const consoleWords: Readonly<Record<Language, ConsoleWords>> = { pt, en };

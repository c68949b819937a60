// Compares documented.json with the documents that it names, as a check-out of their repository has them. A changed page
// is only reported: what counts is whether each documented word is still there, and whether a word is new.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, documents, wordsIn } from '../../tools/psp-documents.ts';
import { foundWords } from './found-words.ts';
import type { Report } from './judge.ts';

/** Returns the text of a file of the repository, or undefined if the repository does not have the file. */
export type Read = (path: string) => string | undefined;
type List = 'answers' | 'statuses' | 'states' | 'recoveries' | 'natures' | 'reasons';
/** A word of a document. A status is written as "send 400". */
export type Found = { list: List; word: string; place: string };

/** Returns the words of each fact, and the names of the fact's sources. */
function factsIn({ answers, states, recoveryStates = [], natures = [], reasons = [] }: Document) {
  const codes = /"(?:code|codigo|providerErrorCode|providerRejectedReason)":"(\w+)/g;
  const facts: { list: List; words: string[]; from: string[] }[] = [
    ...answers.map(({ body, from }) => ({ list: 'answers' as const, words: wordsIn(body), from })),
    ...answers.map(({ call, status }) => ({
      list: 'statuses' as const,
      words: [`${call} ${status}`],
      from: [],
    })),
    ...states.map(({ word, from }) => ({ list: 'states' as const, words: [word], from })),
    ...recoveryStates.map(({ word, from }) => ({ list: 'recoveries' as const, words: [word], from })),
    ...natures.map(({ word, code, from }) => ({ list: 'natures' as const, words: [word, code], from })),
    ...reasons.map((one) => ({
      list: 'reasons' as const,
      words: [...JSON.stringify(one).matchAll(codes)].map(([, code = '']) => code),
      from: one.from,
    })),
  ];
  return facts;
}

/** Returns whether a text has exactly this word: NAO_REALIZADO is not REALIZADO. */
const hasWord = (text: string, word: string) =>
  text.split(word).some((before, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !/\w$/.test(before) && !/^\w/.test(after);
  });

/** Reports each source of this repository: whether it is as recorded, and which documented words it has lost. */
function compareSources(document: Document, repository: string, read: Read, report: Report): void {
  const facts = factsIn(document);
  for (const [name, source] of Object.entries(document.sources)) {
    if ('issue' in source || source.repository !== repository) continue;
    const text = read(source.path);
    const digest = createHash('sha256')
      .update(text ?? '')
      .digest('hex');
    const changed = text === undefined ? 'is gone' : 'has changed';
    report(`${source.path} ${digest === source.sha256 ? 'is as recorded' : changed}`, undefined);
    const words = facts.flatMap((fact) => (fact.from.includes(name) ? fact.words : []));
    for (const word of new Set(words))
      if (!hasWord(text ?? '', word)) report(`${source.path}: ${word}`, 'the document does not have it');
  }
}

/** Reports the words of a document that documented.json does not have. A person must decide what each one means. */
function compareWords(document: Document, found: readonly Found[], report: Report): void {
  const known = new Set(
    factsIn(document).flatMap(({ list, words }) => words.map((word) => `${list} ${word}`)),
  );
  const ignored = new Set(document.ignored?.flatMap(({ words }) => words));
  const isKnown = ({ list, word }: Found) =>
    ignored.has(word) ||
    known.has(`${list} ${word}`) ||
    (list === 'statuses' && known.has(`statuses ${word.replace(/.* /, 'any ')}`));
  const each = new Map(found.toReversed().map((one) => [`${one.list} ${one.word}`, one]));
  const unknown = [...each.values()].filter((one) => !isKnown(one)).reverse();
  for (const { list, word, place } of unknown)
    report(`${place}: ${word}`, `documented.json has it neither under ${list} nor under ignored`);
  report(`${each.size - unknown.length} of ${each.size} words are known`, undefined);
}

export function compare(
  document: Document,
  repository: string,
  read: Read,
  found: readonly Found[],
  report: Report,
): void {
  compareSources(document, repository, read, report);
  compareWords(document, found, report);
}

/** Compares a PSP's documented.json with a check-out of the repository that has its documents. */
export function compareFacts(psp: keyof typeof documents, folder: string, report: Report): void {
  const read: Read = (path) => {
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const { repository, wordsOf } = foundWords[psp];
  compare(documents[psp], repository, read, wordsOf(read), report);
}

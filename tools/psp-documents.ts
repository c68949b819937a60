// The answers that PSPs document (lib/network/<psp>/documented.json). The fakes give these answers, so that a fake does
// not share the reading of its adapter.

import bcb from '../lib/network/bcb/documented.json' with { type: 'json' };
import efi from '../lib/network/efi/documented.json' with { type: 'json' };
import woovi from '../lib/network/woovi/documented.json' with { type: 'json' };

/** Whose fault an answer is, by the document. `none`: no error. `unclear`: the documents do not say it, or contradict. */
type Fault = 'payee' | 'payment' | 'ours' | 'psp' | 'none' | 'unclear';
export type Documented = {
  call: string;
  status: number;
  body: Readonly<Record<string, unknown>>;
  fault: Fault;
  from: string[];
};
/** Where a word is documented. */
export type Source =
  | { repository: string; commit: string; path: string; sha256?: string }
  | { issue: string };
export type Document = {
  sources: Record<string, Source>;
  answers: Documented[];
  states: { word: string; means: string; from: string[] }[];
  /** The statuses of recoveries of payouts. */
  recoveryStates?: { word: string; means: string; from: string[] }[];
  natures?: { word: string; code: string; from: string[] }[];
  reasons?: {
    fault: Fault;
    from: string[];
    error?: { code: string };
    transaction?: object;
    gnExtras?: object;
  }[];
  /** Words of the documents that mean nothing to the adapter: of calls that it does not make, for example. */
  ignored?: { words: string[]; reason: string }[];
};

export const documents = { efi, woovi, bcb } as unknown as Record<'efi' | 'woovi' | 'bcb', Document>;

/** Returns the documented answer of a call that contains a word. Throws if there is none. */
export function answerOf(psp: keyof typeof documents, call: string, word: string) {
  const found = documents[psp].answers.find(
    (one) => [call, 'any'].includes(one.call) && JSON.stringify(one.body).includes(word),
  );
  if (!found) throw new Error(`${psp} documents no answer ${word} to ${call}`);
  return { status: found.status, body: found.body };
}

/** Returns the word of an answer: a name, a type, a code or, if there is none, a text. Then the field that it names. */
export function wordsIn(body: Documented['body']): string[] {
  const { nome, type, errorCode, error, message, errors, violacoes } = body as Record<string, never>;
  const [violation] = (violacoes ?? []) as { propriedade: string }[];
  const [first] = (errors ?? []) as { message: string }[];
  const word = nome ?? (type as string | undefined)?.split('/').at(-1) ?? errorCode ?? error ?? message;
  return [word ?? first?.message ?? '', ...(violation ? [violation.propriedade] : [])];
}

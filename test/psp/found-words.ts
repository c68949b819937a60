// Finds the words in the documents of each PSP: the errors and statuses of the calls that we use, states, and reasons.

import { parse } from 'yaml';
import type { documents } from '../../tools/psp-documents.ts';
import type { Found, Read } from './compare-facts.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;
type Call = [name: string, verb: string, path: string];

const named = (list: Found['list'], place: string, words: readonly string[] = []): Found[] =>
  words.map((word) => ({ list, word, place }));

/** Finds a pattern's groups in the lines of a page. */
const inLines = (read: Read, path: string, list: Found['list'], pattern: RegExp): Found[] =>
  (read(path) ?? '').split('\n').flatMap((line, index) => {
    const groups = [...line.matchAll(pattern)].flatMap(([, ...found]) => found.filter(Boolean));
    return named(list, `${path}:${index + 1}`, groups);
  });

const errorType = /\/api\/v2\/error\/(\w+)/g;

/** Returns the statuses of the calls, except the two of success, which the judges check. */
const statusesOf = (document: Json, calls: readonly Call[]): Found[] =>
  calls.flatMap(([name, verb, path]) => {
    const statuses = Object.keys(document.paths?.[path]?.[verb]?.responses ?? {});
    const errors = statuses.filter((status) => !['200', '201'].includes(status));
    return named(
      'statuses',
      `${verb.toUpperCase()} ${path}`,
      errors.map((status) => `${name} ${status}`),
    );
  });

const wooviCalls: readonly Call[] = [
  ['send', 'post', '/api/v1/payment'],
  ['find', 'get', '/api/v1/payment/{id}'],
  ['approve', 'post', '/api/v1/payment/approve'],
  ['find key', 'get', '/api/v1/pix-keys/{pixKey}/check'],
  ['request recovery', 'post', '/api/v1/funds-recovery'],
  ['find recovery', 'get', '/api/v1/funds-recovery/{id}'],
  ['cancel recovery', 'post', '/api/v1/funds-recovery/{id}/cancel'],
];
function wooviWords(read: Read): Found[] {
  const path = 'src/swaggers/woovi.json';
  const document: Json = JSON.parse(read(path) ?? '{}');
  const { Payment, FundsRecovery } = document.components?.schemas ?? {};
  const { status } = Payment?.properties ?? {};
  // The codes stand in tables.
  const codes = /(?<=^\|.*)\b([A-Z]+(?:_[A-Z]+)+)\b/g;
  return [
    ...named('states', `${path}: Payment.status`, status?.enum),
    ...named('recoveries', `${path}: FundsRecovery.status`, FundsRecovery?.properties.status.enum),
    ...statusesOf(document, wooviCalls),
    ...inLines(read, 'docs/payment/payment-failed-errors.md', 'reasons', codes),
    ...inLines(read, 'docs/flows/sandbox-error-simulation.md', 'reasons', codes),
  ];
}

const bcbCalls: readonly Call[] = [
  ['find received', 'get', '/pix/{e2eid}'],
  ['list received', 'get', '/pix'],
  ['refund', 'put', '/pix/{e2eid}/devolucao/{id}'],
  ['find refund', 'get', '/pix/{e2eid}/devolucao/{id}'],
];
function bcbWords(read: Read): Found[] {
  const document: Json = parse(read('openapi.yaml') ?? '{}');
  const { Devolucao, DevolucaoPixAutomatico, ...schemas } = document.components?.schemas ?? {};
  const natures = ['DevolucaoNatureza', 'DevolucaoNaturezaPixAutomatico', 'DevolucaoSolicitadaNatureza'];
  return [
    ...errorChapter(document.info?.description ?? ''),
    ...statusesOf(document, bcbCalls),
    ...bcbCalls.flatMap(([, verb, path]) => {
      const text = inlined(document, document.paths?.[path]?.[verb]?.responses);
      const types = [...text.matchAll(errorType)].map(([, type = '']) => type);
      return named('answers', `${verb.toUpperCase()} ${path}`, types);
    }),
    ...[Devolucao, DevolucaoPixAutomatico].flatMap((one) =>
      named('states', `${one?.title}.status`, one?.properties.status.enum),
    ),
    ...natures.flatMap((name) => named('natures', name, schemas[name]?.enum)),
  ];
}

/** Returns the errors of our tags in the chapter about errors. A tag that we do not use counts as one word. */
function errorChapter(text: string): Found[] {
  const [, ...sections] = text.split(/^## (?=Gerais|Tag )/m);
  return sections.flatMap((section) => {
    const title = section.split('\n')[0]?.trim() ?? '';
    const types = [...section.matchAll(/^### `(\w+)`/gm)].map(([, type = '']) => type);
    return named('answers', `the chapter ${title}`, ['Gerais', 'Tag Pix'].includes(title) ? types : [title]);
  });
}

/** Returns a part of a document as JSON text, with what it refers to. */
function inlined(document: Json, part: Json): string {
  const at = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce((inner: Json, name) => inner?.[name], document);
  return JSON.stringify(part ?? {}, (_, value) => {
    const isExample = /\/(?:examples|responses)\//.test(value?.$ref ?? '');
    return isExample ? at(value.$ref) : value;
  });
}

function efiWords(read: Read): Found[] {
  const errors = /"(?:nome|error)":\s*"([a-z_]+)"|\/api\/v2\/error\/(\w+)/g;
  return [
    ...inLines(read, 'docs/api-pix/envio-pagamento-pix.md', 'answers', errors),
    ...inLines(read, 'docs/api-pix/gestao-de-pix.md', 'answers', errors),
    ...inLines(defencesIn(read), 'docs/api-pix/endpoints-exclusivos-efi.md', 'answers', errors),
    ...inLines(read, 'docs/api-pix/status.md', 'states', /<code>([A-Z_]+)<\/code>/g),
  ];
}

/** Reads only the part of a page that is about defences, on the same lines. */
const defencesIn =
  (read: Read): Read =>
  (path) => {
    const [before = '', ...rest] = (read(path) ?? '').split(/^(?=\s*## Submeter defesa)/m);
    const [part = ''] = rest.join('').split(/^(?=\s*## (?!Submeter defesa))/m);
    return before.replace(/[^\n]/g, '') + part;
  };

type Finder = { repository: string; wordsOf: (read: Read) => Found[] };
export const foundWords: Record<keyof typeof documents, Finder> = {
  woovi: { repository: 'woovibr/woovi-developers', wordsOf: wooviWords },
  bcb: { repository: 'bacen/pix-api', wordsOf: bcbWords },
  /** Efí's public pages, in a copy of somebody else: Efí publishes no repository of them. */
  efi: { repository: 'mpaivaana/error-report', wordsOf: efiWords },
};

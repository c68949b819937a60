// Compares made-up documents with made-up facts. The judges (check-woovi.ts, check-contract.ts, check-efi.ts) compare
// the real ones.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Document, documents } from '../../tools/psp-documents.ts';
import { workflowOf } from '../support/workflows.ts';
import { compare, type Read } from './compare-facts.ts';
import { foundWords } from './found-words.ts';

const repository = 'psp/documents';
const page = '| `NO_SUCH_KEY` |\n| `LIMIT_REACHED` |\n';
const document: Document = {
  sources: {
    page: {
      repository,
      commit: '0'.repeat(40),
      path: 'page.md',
      sha256: createHash('sha256').update(page).digest('hex'),
    },
    elsewhere: { issue: 'psp/client#1' },
  },
  answers: [{ call: 'any', status: 403, body: { message: 'Forbidden' }, fault: 'ours', from: ['elsewhere'] }],
  states: [],
  reasons: [
    { error: { code: 'NO_SUCH_KEY' }, fault: 'payee', from: ['page'] },
    { error: { code: 'LIMIT_REACHED' }, fault: 'ours', from: ['page'] },
  ],
};

/** Returns what is reported of a page with this text. */
function reportOf(text: string | undefined, given = document) {
  const read: Read = () => text;
  const words = [...(text ?? '').matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
  const found = words.map((word) => ({ list: 'reasons' as const, word, place: 'page.md' }));
  const said: string[] = [];
  const faults: string[] = [];
  const also = { list: 'statuses', word: 'send 403', place: 'POST /payment' } as const;
  compare(given, repository, read, [...found, also], (what, fault) => (fault ? faults : said).push(what));
  return { said, faults };
}

describe('the facts of a PSP’s document', () => {
  test('an unchanged document has every word', () => {
    expect(reportOf(page)).toEqual({
      said: ['page.md is as recorded', '3 of 3 words are known'],
      faults: [],
    });
  });

  test('a changed document is reported, and is no fault while it has every word', () => {
    const { said, faults } = reportOf(`${page}Another sentence.`);
    expect(said).toContain('page.md has changed');
    expect(faults).toEqual([]);
  });

  test.each([
    ['removed', page.replace('NO_SUCH_KEY', 'LIMIT_REACHED')],
    ['part of another word', page.replace('NO_SUCH_KEY', 'NO_SUCH_KEYS')],
  ])('a documented word that is %s is a fault', (_, text) => {
    expect(reportOf(text).faults).toContain('page.md: NO_SUCH_KEY');
  });

  test('a document that is gone has none of its words', () => {
    const { said, faults } = reportOf(undefined);
    expect(said).toContain('page.md is gone');
    expect(faults).toEqual(['page.md: NO_SUCH_KEY', 'page.md: LIMIT_REACHED']);
  });

  test('a new word is a fault, unless it is ignored with a reason', () => {
    const text = `${page}| \`NEW_WORD\` |`;
    expect(reportOf(text).faults).toEqual(['page.md: NEW_WORD']);
    const ignored = [{ words: ['NEW_WORD'], reason: 'of another call' }];
    expect(reportOf(text, { ...document, ignored }).faults).toEqual([]);
  });

  test('a word that is known from another list is a fault', () => {
    const reasons = document.reasons?.slice(1) ?? [];
    const states = [{ word: 'NO_SUCH_KEY', means: 'done', from: ['page'] }];
    expect(reportOf(page, { ...document, reasons, states }).faults).toEqual(['page.md: NO_SUCH_KEY']);
  });
});

/** Returns the words that are found in these files. */
const found = (psp: keyof typeof documents, files: Record<string, string>) =>
  foundWords[psp].wordsOf((path) => files[path]).map(({ list, word, place }) => [list, word, place]);

describe('the words of a document', () => {
  test('Woovi’s states, statuses of errors, and codes in tables', () => {
    const path = 'src/swaggers/woovi.json';
    const Payment = { properties: { status: { enum: ['CREATED'] } } };
    const paths = { '/api/v1/payment': { post: { responses: { 200: {}, 418: {} } } } };
    const files = {
      [path]: JSON.stringify({ paths, components: { schemas: { Payment } } }),
      'docs/payment/payment-failed-errors.md': 'The NO_CODE of text\n| A_CODE | SHORT | B_CODE |',
    };
    expect(found('woovi', files)).toEqual([
      ['states', 'CREATED', `${path}: Payment.status`],
      ['statuses', 'send 418', 'POST /api/v1/payment'],
      ['reasons', 'A_CODE', 'docs/payment/payment-failed-errors.md:2'],
      ['reasons', 'B_CODE', 'docs/payment/payment-failed-errors.md:2'],
    ]);
  });

  test('the Central Bank’s errors, statuses, states and natures', () => {
    const description = 'Text\n## Gerais\n### `Busy`\n## Tag Pix\n### `NoPix`\n## Tag Other\n### `NoOther`\n';
    const example = { value: { type: 'https://bank/api/v2/error/Denied' } };
    const components = {
      responses: { Denied: { content: { examples: { one: { $ref: '#/components/examples/Denied' } } } } },
      examples: { Denied: example },
      schemas: {
        Devolucao: { title: 'Return', properties: { status: { enum: ['DONE'] } } },
        DevolucaoNatureza: { enum: ['FRAUD'] },
      },
    };
    const responses = { 200: {}, 403: { $ref: '#/components/responses/Denied' } };
    const text = JSON.stringify({
      info: { description },
      paths: { '/pix': { get: { responses } } },
      components,
    });
    expect(found('bcb', { 'openapi.yaml': text })).toEqual([
      ['answers', 'Busy', 'the chapter Gerais'],
      ['answers', 'NoPix', 'the chapter Tag Pix'],
      ['answers', 'Tag Other', 'the chapter Tag Other'],
      ['statuses', 'list received 403', 'GET /pix'],
      ['answers', 'Denied', 'GET /pix'],
      ['states', 'DONE', 'Return.status'],
      ['natures', 'FRAUD', 'DevolucaoNatureza'],
    ]);
  });

  test('Efí’s names and types of errors, but no names of people', () => {
    const send = 'docs/api-pix/envio-pagamento-pix.md';
    const text = '"nome": "Maria da Silva"\n"nome": "no_key"\n"type": "https://bank/api/v2/error/NoCode"';
    expect(found('efi', { [send]: text, 'docs/api-pix/status.md': '<code>DONE</code>' })).toEqual([
      ['answers', 'no_key', `${send}:2`],
      ['answers', 'NoCode', `${send}:3`],
      ['states', 'DONE', 'docs/api-pix/status.md:1'],
    ]);
  });
});

test('a job of every night checks out the commits that documented.json names', () => {
  const { steps = [] } = workflowOf('nightly.yml').jobs.recorded ?? {};
  for (const psp of ['woovi', 'bcb'] as const) {
    const { repository: name } = foundWords[psp];
    const step = steps.find(({ with: given }) => given?.repository === name);
    const commits = Object.values(documents[psp].sources).map(
      (source) => 'commit' in source && source.commit,
    );
    expect([...new Set(commits)]).toEqual([step?.with?.ref]);
  }
});

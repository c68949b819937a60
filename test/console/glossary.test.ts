// The words of the console and of the operators' desk: one term for one thing, and each text in both languages.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleWords } from '../../lib/console/words.ts';
import { deskWords } from '../../lib/desk/desk-words.ts';
import { root } from '../../local/service.ts';

/** What no Portuguese text says, and what to say instead. */
const instead: Readonly<Record<string, string>> = {
  'quem recebeu?|recebedor(es)?': 'favorecido',
  'quem paga|quem pagou': 'pagador',
  'etiqueta(s)?': 'referência interna',
  'marca(r|d[ao]s?)': 'selecionar',
  'mesa(s)?': 'operação',
  'não serve': 'inválido',
  'pa(rar|re) o lote': 'cancelar lote',
  'pedido:': 'protocolo',
  'espécie(s)?': 'tipo',
  'nada mudou': 'nada foi alterado',
  'terminad[ao]s?': 'concluído',
  'talvez repita': 'possível duplicidade',
  'resumo do conteúdo': 'código de verificação',
  'resta(rá)?': 'saldo a devolver',
  'id fim a fim': 'ID Pix (end-to-end)',
  'tem de|têm de': 'precisa',
  'direitos? n(a|uma|as) contas?': 'permissões na conta',
  'cashouts?|chargebacks?|payouts?': 'pagamento, devolução',
  'passkeys?': 'chave de acesso',
  'congela(r|d[ao]s?)': 'bloqueado',
};
/** Texts that are the same in both languages. */
const names =
  /^(API|camt\.053 \(XML\)|e-mail|ID|ISPB|MED|Menu|OFX|PSP|Sandbox|total|txid|UTF-8|web|webhooks?|2 \(R\$\))$/i;

type Pair = readonly [pt: string, en: string];

/** Returns the texts of an object of words. A text that is made of arguments gets numbers. */
function pairsIn(pt: unknown, en: unknown): Pair[] {
  const said = (text: unknown) => (typeof text === 'function' ? text(2, 3, 4) : text);
  if (typeof pt !== 'object' || pt === null) return [[String(said(pt)), String(said(en))]];
  return Object.entries(pt).flatMap(([key, one]) => pairsIn(one, (en as Record<string, unknown>)[key]));
}

const read = (file: string) => readFileSync(join(root, 'lib', file), 'utf8');

/** Texts in pairs: `['sim', 'yes']` or `say('sim', 'yes')`. */
const listed = /'([^']+)',\s*'([^']+)',?\s*[\])]/g;
/** The names of the desk's changes: `change('Limite', 'Limit')` or `pt: 'Limite', en: 'Limit'`. */
const offered = /(?:change\(|pt: )'([^']+)',\s*(?:en: )?'([^']+)'/g;
const pairsOf = (files: string[], form: RegExp): Pair[] =>
  files.flatMap((file) => [...read(file).matchAll(form)].map(([, pt = '', en = '']) => [pt, en] as const));
const filesIn = (folder: string) => readdirSync(join(root, 'lib', folder)).map((file) => `${folder}/${file}`);

const pairs: readonly Pair[] = [
  ...pairsIn(consoleWords.pt, consoleWords.en),
  ...pairsIn(deskWords.pt, deskWords.en),
  ...pairsOf(
    ['console/refusals.ts', ...filesIn('desk').filter((file) => file.endsWith('-words.ts'))],
    listed,
  ),
  ...pairsOf(filesIn('operating'), offered),
];
/** The messages about a file, of which only the Portuguese ones are texts of their own. */
const faults = [...read('console/fault-words.ts').matchAll(/'([^']*[à-ú][^']*)'/g)].map(
  ([, text = '']) => text,
);

test('the Portuguese texts use the words of the glossary', () => {
  const texts = [...pairs.map(([pt]) => pt), ...faults];
  const wrong = Object.entries(instead).flatMap(([form, better]) => {
    const word = new RegExp(`(?<!\\p{L})(?:${form})(?!\\p{L})`, 'iu');
    return texts.filter((text) => word.test(text)).map((text) => `${text} (say: ${better})`);
  });
  expect(wrong).toEqual([]);
  expect(texts.length).toBeGreaterThan(1_000);
});

test('each Portuguese text has its own English text', () => {
  const same = pairs.filter(([pt, en]) => pt === en && !names.test(pt)).map(([pt]) => pt);
  expect([...new Set(same)]).toEqual([]);
});

// Makes the template of a file for people: its columns in their language, and in a spreadsheet a page of instructions.

import { stringify } from 'csv-stringify/sync';
import type { Language } from '../page/formats.ts';
import type { LineField } from './schemas.ts';

type Column = readonly [field: LineField, name: string, whatToWrite: string, example: string];

/** The columns of the template. Each name is one that is read (columns.ts). */
export const templateColumns: Readonly<Record<Language, readonly Column[]>> = {
  pt: [
    ['recipient_name', 'Nome', 'Nome do favorecido; aparece para quem aprova', 'Ana Souza'],
    [
      'recipient_legal_id',
      'CPF ou CNPJ',
      'Opcional. Se preenchido, o pagamento só é feito se a chave for desta pessoa',
      '529.982.247-25',
    ],
    ['key', 'Chave Pix', 'CPF, CNPJ, e-mail, telefone ou chave aleatória', '(11) 99999-8888'],
    ['amount', 'Valor', 'Em reais', '1.250,90'],
    ['tag', 'Referência interna', 'Opcional. O favorecido não a vê', 'Salário de novembro'],
  ],
  en: [
    ['recipient_name', 'Name', 'Name of the payee; approvers see it', 'Ana Souza'],
    [
      'recipient_legal_id',
      'CPF or CNPJ',
      'Optional. If filled in, it is only paid if the key belongs to this person',
      '529.982.247-25',
    ],
    ['key', 'Pix key', 'CPF, CNPJ, e-mail, phone or random key', '(11) 99999-8888'],
    ['amount', 'Value', 'In reais', '1,250.90'],
    ['tag', 'Own reference', 'Optional. The payee does not see it', 'Salary of November'],
  ],
};

const sheetNames = { pt: ['Pagamentos', 'Instruções'], en: ['Payments', 'Instructions'] } as const;

const headings: Readonly<Record<Language, readonly string[]>> = {
  pt: ['Coluna', 'O que escrever', 'Exemplo'],
  en: ['Column', 'What to write', 'Example'],
};

const otherRows: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  pt: [
    [
      'Outras colunas',
      'Agência de origem, Conta de origem, Identificador, Tipo de chave, Mensagem ao favorecido, Data do pagamento',
    ],
    [
      'Sem chave Pix',
      'Banco (nome ou ISPB), Agência, Conta, Dígito da conta, Tipo de conta (corrente, poupança ou pagamento)',
    ],
    ['Só a primeira folha é lida. As fórmulas contam pelo valor que mostram.'],
  ],
  en: [
    ['Other columns', 'Source branch, Source account, Line id, Key type, Message to the payee, Payment date'],
    [
      'Without a Pix key',
      'Bank (name or ISPB), Branch, Account, Account digit, Account type (current, savings or payment)',
    ],
    ['Only the first sheet is read. Formulas count by the value that they show.'],
  ],
};

/** Returns the rows of the page of instructions, with an empty row before those about other columns. */
const instructionsOf = (language: Language): readonly (readonly string[])[] => [
  headings[language],
  ...templateColumns[language].map(([, ...row]) => row),
  [],
  ...otherRows[language],
];

const headerOf = (language: Language) => templateColumns[language].map(([, name]) => name);

/** Makes the template as CSV, for the spreadsheets of the language. */
export const csvTemplate = (language: Language): string =>
  stringify([headerOf(language)], {
    bom: true,
    delimiter: language === 'pt' ? ';' : ',',
    record_delimiter: 'windows',
  });

/** Makes the template as a spreadsheet. */
export async function xlsxTemplate(language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const { utils, write } = await import('@e965/xlsx');
  const book = utils.book_new();
  const [first, second] = sheetNames[language];
  const sheet = utils.aoa_to_sheet([headerOf(language)]);
  sheet['!cols'] = headerOf(language).map(() => ({ wch: 24 }));
  const help = utils.aoa_to_sheet(instructionsOf(language).map((row) => [...row]));
  help['!cols'] = [{ wch: 20 }, { wch: 90 }, { wch: 24 }];
  utils.book_append_sheet(book, sheet, first);
  utils.book_append_sheet(book, help, second);
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
}

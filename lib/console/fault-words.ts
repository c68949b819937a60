// Translates the API's messages about faults in a file to the person's language. The API's own messages are in English,
// and some name a header that a form does not have.

import type { Language } from '../page/formats.ts';

/** Translations by pattern. `$1`: the text that the first group of the pattern matched. */
const portuguese: readonly (readonly [RegExp, string])[] = [
  [/^is required$/, 'é obrigatório'],
  [/^must not be empty$/, 'não pode estar vazio'],
  [/^must be there once$/, 'só pode aparecer uma vez'],
  [/^must be a string$/, 'deve ser um texto'],
  [/^must be a positive integer$/, 'deve ser um número inteiro maior que zero'],
  [
    /^must be greater than 0, with at most 2 decimal places.*$/,
    'deve ser maior que 0, com no máximo 2 casas decimais, até 9.999.999.999,99',
  ],
  [/^must be the number of lines, which is (\d+)$/, 'deve ser o número de linhas, que é $1'],
  [/^must be the sum of the lines, which is ([\d.]+)$/, 'deve ser a soma das linhas, que é $1'],
  [/^must be at most (\d+) characters$/, 'deve ter no máximo $1 caracteres'],
  [/^must be at least (\d+) characters$/, 'deve ter pelo menos $1 caracteres'],
  [/^must be at most (\d+) bytes$/, 'deve ter no máximo $1 bytes'],
  [/^must be (\d+) to (\d+) digits$/, 'deve ter de $1 a $2 dígitos'],
  [/^must be (\d+) digits$/, 'deve ter $1 dígitos'],
  [/^must be one digit$/, 'deve ser um dígito'],
  [/^must be one digit or empty$/, 'deve ser um dígito ou estar vazio'],
  [
    /^must be 1 to 20 characters of ASCII without blanks$/,
    'deve ter de 1 a 20 caracteres ASCII, sem espaços',
  ],
  [/^must be a CPF or CNPJ, .*$/, 'deve ser um CPF ou CNPJ, sem pontuação'],
  [/^must be a UUID version 4$/, 'deve ser um UUID versão 4'],
  [/^must be a date .*$/, 'deve ser uma data (AAAA-MM-DD), ou data e hora com fuso (RFC 3339)'],
  [/^must be well-formed Unicode$/, 'deve ser Unicode válido'],
  [/^must be the same in all lines$/, 'deve ser igual em todas as linhas'],
  [/^must be ([A-Z_, ]+) or ([A-Z_]+)$/, 'deve ser $1 ou $2'],
  [/^must be Movement$/, 'deve ser Movement'],
  [/^must differ from the keys of all other lines$/, 'deve ser diferente das chaves das outras linhas'],
  [/^must be in utf-8, .*$/, 'o arquivo deve estar em UTF-8, Windows-1252 ou UTF-16'],
  [/^must have the charset .*$/, 'deve ser UTF-8, Windows-1252 ou UTF-16'],
  [/^is in (\S+), but the content type says (\S+)$/, 'está em $1, mas foi declarado $2'],
  [/^must say that the file is \.xlsx: .*$/, 'é uma planilha .xlsx, e não CSV'],
  [/^is no \.xlsx file$/, 'não é uma planilha .xlsx'],
  [
    /^unpacks to too much, .*$/,
    'é grande demais por dentro, ou está danificado: salve de novo com uma só folha',
  ],
  [/^is damaged or protected .*$/, 'está danificado ou protegido por senha: salve de novo como .xlsx'],
  [/^must have a sheet that is not hidden$/, 'deve ter uma folha visível'],
  [
    /^column "(.*)" is not known; the nearest is "(.*)"$/,
    'a coluna “$1” não é conhecida; a mais parecida é “$2”',
  ],
  [/^column "(.*)" is not known$/, 'a coluna “$1” não é conhecida'],
  [/^must have at most (\d+) columns$/, 'deve ter no máximo $1 colunas'],
  [/^must be the same in the file and in the request$/, 'deve ser a mesma no arquivo e na página'],
  [/^may mean two amounts: .*$/, 'pode ser dois valores: escreva duas casas decimais'],
  [/^must have digits only$/, 'deve ter só dígitos'],
  [/^must have a header and at least one line$/, 'deve ter um cabeçalho e pelo menos uma linha'],
  [/^must have at most (\d+) lines$/, 'deve ter no máximo $1 linhas'],
  [/^must have (\d+) cells, as the header has$/, 'deve ter $1 colunas, como o cabeçalho'],
  [/^must have at most 2 decimal places$/, 'deve ter no máximo 2 casas decimais'],
  [/^must have ([a-z_, ]+)$/, 'deve ter $1'],
  [/^must not have blanks around it$/, 'não pode ter espaços no início nem no fim'],
  [/^must not have blanks$/, 'não pode ter espaços'],
  [/^must not have control characters$/, 'não pode ter caracteres de controle'],
  [/^must not have the character NUL$/, 'não pode ter o caractere NUL'],
  [/^must not be in a line with a key$/, 'não pode estar em uma linha com chave'],
  [/^([a-z_]+) must be there once$/, '$1 só pode aparecer uma vez'],
  [/^has a field that is not one of a line$/, 'tem um campo desconhecido'],
  [/^has quotes that do not match: .*$/, 'tem aspas que não fecham'],
  [
    /^has too few digits: .*$/,
    'tem dígitos a menos: os zeros à esquerda podem ter se perdido; formate a coluna como texto',
  ],
  [
    /^is in scientific form: format the column as text$/,
    'está em notação científica: formate a coluna como texto',
  ],
  [
    /^is in scientific form: format the column with two decimal places$/,
    'está em notação científica: formate a coluna com duas casas decimais',
  ],
  [/^is not a CPF; a phone begins with \+55$/, 'não é um CPF; um telefone começa com +55'],
  [/^is no phone: a phone begins with \+55$/, 'não é um telefone: um telefone começa com +55'],
  [/^is a key of another type than key_type says$/, 'é uma chave de tipo diferente do informado em key_type'],
  [/^is not a Pix key$/, 'não é uma chave Pix'],
  [/^is too large to be stored: .*$/, 'é grande demais: envie em dois lotes'],
];
const english: typeof portuguese = [
  [/^must be the same in the file and in the request$/, 'must be the same in the file and on the page'],
];
const rules = { pt: portuguese, en: english };

/**
 * Translates a message.
 * @param message of the API; an unknown message is returned unchanged
 */
export function faultIn(language: Language, message: string): string {
  const [form, said = ''] = rules[language].find(([one]) => one.test(message)) ?? [];
  return form ? message.replace(form, said) : message;
}

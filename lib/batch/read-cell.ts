// Reads cells of a file as people write them: amounts, PIX keys, tax ids, dates and the kinds of accounts. A text that
// can mean two things is returned unchanged, so that its fault is reported.

import { readKey } from '../account/read-key.ts';
import { plainName } from '../base/plain-name.ts';
import { readAmount } from '../base/read-amount.ts';
import { isCpf, withoutSigns } from '../base/tax-id.ts';
import { participantNamed } from '../network/institutions.ts';

const accountTypes: Readonly<Record<string, string>> = {
  corrente: 'CURRENT_ACCOUNT',
  'conta corrente': 'CURRENT_ACCOUNT',
  current: 'CURRENT_ACCOUNT',
  'current account': 'CURRENT_ACCOUNT',
  poupanca: 'SAVING_ACCOUNT',
  'conta poupanca': 'SAVING_ACCOUNT',
  savings: 'SAVING_ACCOUNT',
  'savings account': 'SAVING_ACCOUNT',
  pagamento: 'PAYMENT_ACCOUNT',
  'conta de pagamento': 'PAYMENT_ACCOUNT',
  'payment account': 'PAYMENT_ACCOUNT',
};
const keyTypes: Readonly<Record<string, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  telefone: 'PHONE',
  celular: 'PHONE',
  phone: 'PHONE',
  email: 'EMAIL',
  'e-mail': 'EMAIL',
  aleatoria: 'EVP',
  'chave aleatoria': 'EVP',
  evp: 'EVP',
};
const wordIn = (words: Readonly<Record<string, string>>, text: string) =>
  words[plainName(text.trim())] ?? text;

/** A text with other characters is no tax id. */
const taxIdIn = (text: string) => (/^[\dA-Za-z./\s-]+$/.test(text) ? withoutSigns(text) : text);

/** A day as 30/11/2026. */
const dayIn = (text: string) => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');

/** The fields whose cells are read in a form of their own. */
const readers: Readonly<Record<string, (text: string, cnpjLetters: boolean) => string>> = {
  amount: (text) => readAmount(text) ?? text,
  key: readKey,
  key_type: (text) => wordIn(keyTypes, text),
  recipient_legal_id: taxIdIn,
  recipient_account_type: (text) => wordIn(accountTypes, text),
  recipient_instution: (text) => participantNamed(text) ?? text,
  scheduled_for: dayIn,
};

/**
 * Reads the filled cells of a row.
 * @param filled by the name of the field
 * @returns the fields of a line as the API takes them
 */
export function readCells(
  filled: Readonly<Record<string, string>>,
  cnpjLetters: boolean,
): Record<string, string> {
  const read = Object.fromEntries(
    Object.entries(filled).map(([name, text]) => [name, readers[name]?.(text, cnpjLetters) ?? text]),
  );
  const { key, key_type: type } = read;
  // The type says that these digits are a phone, unless they are a valid CPF, too.
  if (key && type === 'PHONE' && !isCpf(key) && /^[1-9]\d9?\d{8}$/.test(key)) read.key = `+55${key}`;
  return key ? namedByTag(read) : withModel(read);
}

/** The name beside a key is not sent to the network. It becomes part of the reference, which approvers see. */
function namedByTag({ recipient_name: name, ...line }: Record<string, string>): Record<string, string> {
  if (name === undefined) return line;
  return { ...line, tag: line.tag ? `${line.tag} · ${name}` : name };
}

/** The API's only model of an account is left out in people's files. */
const withModel = (line: Record<string, string>) =>
  line.recipient_account_number === undefined ? line : { recipient_account_model: 'Movement', ...line };

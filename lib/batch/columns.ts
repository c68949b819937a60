// Finds the field of each column of a file. People name columns in Portuguese or English, in any case, with or without
// accents.

import { plainName } from '../base/plain-name.ts';
import { type BatchField, batchFields, type LineField, lineFields } from './schemas.ts';

type Field = BatchField | LineField;
const known: readonly string[] = [...batchFields, ...lineFields];

/** The names that people use, without accents, in lower case. */
const spoken: Partial<Readonly<Record<Field, { pt: readonly string[]; en: readonly string[] }>>> = {
  source_account_branch_identifier: { pt: ['agencia de origem'], en: ['source branch'] },
  source_account_number: { pt: ['conta de origem'], en: ['source account'] },
  line_id: {
    pt: ['identificador', 'linha', 'matricula', 'id da linha'],
    en: ['line id', 'line', 'employee id'],
  },
  recipient_name: {
    pt: [
      'nome',
      'favorecido',
      'nome do favorecido',
      'beneficiario',
      'funcionario',
      'razao social',
      'fornecedor',
    ],
    en: ['name', 'payee', 'payee name', 'beneficiary', 'recipient name'],
  },
  recipient_legal_id: {
    pt: ['cpf', 'cnpj', 'cpf cnpj', 'cpf ou cnpj', 'documento', 'cpf do favorecido', 'cnpj do favorecido'],
    en: ['tax id', 'document', 'cpf or cnpj', 'recipient document'],
  },
  key: { pt: ['chave pix', 'chave', 'pix', 'chave do pix'], en: ['pix key', 'recipient key'] },
  key_type: {
    pt: ['tipo de chave', 'tipo da chave', 'tipo chave', 'tipo de chave pix'],
    en: ['key type', 'pix key type'],
  },
  amount: {
    pt: [
      'valor',
      'valor r',
      'valor em reais',
      'valor liquido',
      'liquido',
      'salario liquido',
      'valor a pagar',
    ],
    en: ['amount brl', 'value', 'amount in reais', 'net pay'],
  },
  tag: {
    pt: ['referencia interna', 'referencia', 'descricao', 'finalidade', 'observacao'],
    en: ['own reference', 'reference', 'description', 'purpose'],
  },
  message_to_payee: { pt: ['mensagem ao favorecido', 'mensagem'], en: ['message to the payee', 'message'] },
  scheduled_for: {
    pt: ['data do pagamento', 'pagar no dia', 'data'],
    en: ['payment date', 'pay on', 'date'],
  },
  recipient_instution: {
    pt: ['banco', 'ispb', 'instituicao', 'nome do banco'],
    en: ['bank', 'institution', 'recipient institution'],
  },
  recipient_account_branch: { pt: ['agencia', 'agencia do favorecido'], en: ['branch', 'branch number'] },
  recipient_account_branch_digit: { pt: ['digito da agencia', 'dv agencia'], en: ['branch digit'] },
  recipient_account_number: {
    pt: ['conta', 'numero da conta', 'conta sem digito', 'conta do favorecido'],
    en: ['account', 'account number'],
  },
  recipient_account_number_digit: {
    pt: ['digito da conta', 'digito', 'dv', 'dv conta'],
    en: ['account digit', 'check digit'],
  },
  recipient_account_type: { pt: ['tipo de conta', 'tipo da conta'], en: ['account type'] },
};

/** The columns that only a results file has. A file that comes back may keep them; they say nothing about a payment. */
const results: ReadonlySet<string> = new Set([
  ...['status', 'id', 'end to end id', 'erro descriptor'],
  ...['situacao', 'favorecido pago', 'numero', 'id pix', 'motivo'],
  ...['state', 'paid to', 'number', 'pix id', 'reason'],
]);

/** Returns the form in which names are compared: without accents and signs, in lower case. */
const form = (name: string): string =>
  plainName(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const byName: ReadonlyMap<string, Field> = new Map(
  known.flatMap((field) => {
    const words = spoken[field as Field];
    const all = [form(field), ...(words ? [...words.pt, ...words.en] : [])];
    return all.map((name) => [name, field as Field] as const);
  }),
);

/** A column of a file. `field`: absent for a column of results. `name`: as the file has it. */
export type Column = { name: string; field: Field | undefined };

/** Finds the columns. @returns a name that is none, with the nearest known name, if there is one */
export function findColumns(
  names: readonly string[],
): readonly Column[] | { unknown: string; nearest?: string } {
  const columns: Column[] = [];
  for (const name of names) {
    const field = byName.get(form(name));
    if (!field && !results.has(form(name))) return { unknown: name, ...nearestTo(form(name)) };
    columns.push({ name: name.trim(), field });
  }
  return columns;
}

/** Maximum share of a name that may be mistyped. */
const mistyped = 0.34;

function nearestTo(name: string): { nearest?: string } {
  let best: { nearest: string; distance: number } | undefined;
  for (const known of byName.keys()) {
    const distance = distanceOf(name, known);
    if (
      distance <= Math.ceil(known.length * mistyped) &&
      distance < (best?.distance ?? Number.POSITIVE_INFINITY)
    )
      best = { nearest: known, distance };
  }
  return best ? { nearest: best.nearest } : {};
}

/** Returns how many characters must be changed, added or removed to make one text of the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= other.length; index += 1) {
      const changed = (row[index - 1] ?? 0) + (other[index - 1] === character ? 0 : 1);
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

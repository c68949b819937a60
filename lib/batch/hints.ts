// Makes messages for values that a spreadsheet has changed. The messages say how to correct the file. No value is
// corrected here.

const scientific = /^[+-]?\d+([.,]\d+)?[eE][+-]?\d+$/;

/** Returns whether a CPF or CNPJ with this number of digits may have lost one or two leading zeros. */
const shortTaxId = (digits: number) => [9, 10, 12, 13].includes(digits);
/** By field: whether a value with this number of digits may have lost leading zeros. */
const short: Readonly<Record<string, (digits: number) => boolean>> = {
  recipient_legal_id: shortTaxId,
  recipient_instution: (digits) => digits < 8,
  key: shortTaxId,
};

/** Returns a message for a value that a spreadsheet may have changed, or undefined for any other value. */
export function hintFor(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field === 'amount') return amountHint(value);
  if (scientific.test(value)) return 'is in scientific form: format the column as text';
  if (value !== value.trim()) return 'must not have blanks around it';
  if (/^\d+$/.test(value) && short[field]?.(value.length))
    return 'has too few digits: zeros at its start may be lost, format the column as text';
  if (field === 'key' && /^\d{11}$/.test(value)) return 'is not a CPF; a phone begins with +55';
  return undefined;
}

function amountHint(value: string): string | undefined {
  if (scientific.test(value)) return 'is in scientific form: format the column with two decimal places';
  if (/[^\d.,\s-]/.test(value)) return 'must have digits only';
  if (/\d[.,]\d{3}([.,]|$)/.test(value)) return 'may mean two amounts: write two decimal places';
  if (/\s/.test(value.trim())) return 'must not have blanks';
  if (/[.,]\d{3,}$/.test(value)) return 'must have at most 2 decimal places';
  return undefined;
}

// Messages for values that a spreadsheet has changed. They say how to correct the file. No value is repaired.

const scientific = /^[+-]?\d+([.,]\d+)?[eE][+-]?\d+$/;

/** Digits of a CPF or CNPJ that has lost one or two zeros at its start. */
const shortTaxId = (digits: number) => [9, 10, 12, 13].includes(digits);
/** By field: whether a text with so many digits may have lost zeros at its start. */
const short: Readonly<Record<string, (digits: number) => boolean>> = {
  recipient_legal_id: shortTaxId,
  recipient_instution: (digits) => digits < 8,
  key: shortTaxId,
};

/** @returns undefined for any other value */
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
  if (value !== value.trim() || /\s/.test(value)) return 'must not have blanks';
  if (/[^\d.,-]/.test(value)) return 'must have digits only, without a currency';
  if (/\d[.,]\d{3}([.,]|$)/.test(value))
    return 'must have no separators of thousands, and two decimal places';
  if (/[.,]\d{3,}$/.test(value)) return 'must have at most 2 decimal places';
  if (value.includes(',')) return 'must have a point before its decimal places';
  return undefined;
}

// What a receipt may say about a person: it is shown to whoever has its address.

import { maskTaxId } from '../base/tax-id.ts';

const masked = /^\*{3}\.?\d{3}\.?\d{3}-?\*{2}$/;
/** A person's own company may bear the owner's CPF in its name. */
const cpfInName = /(?<!\d)\d{3}\.?(\d{3})\.?(\d{3})-?\d{2}(?!\d)/g;

/** A CPF with six digits of eleven, a CNPJ as it is; null for anything else, whatever a network calls it. */
export function shownTaxId(text: string | undefined): string | null {
  if (text === undefined || masked.test(text)) return text ?? null;
  const bare = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (/^\d{11}$/.test(bare)) return maskTaxId(bare);
  return /^[0-9A-Z]{12}\d\d$/.test(bare) ? bare : null;
}

/** A name in one line, without what cannot be seen, and without a CPF in it. */
export function shownName(text: string | undefined): string | null {
  const plain = (text ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replace(cpfInName, '***.$1.$2-**') || null;
}

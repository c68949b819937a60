// What a receipt may say about a person: it is shown to whoever has its address.

import { maskTaxId } from '../base/tax-id.ts';
import { hideCpf } from './hide-cpf.ts';

const masked = /^\*{3}\.?\d{3}\.?\d{3}-?\*{2}$/;
/** A CPF with six digits of eleven, a CNPJ as it is; null for anything else, whatever a network calls it. */
export function shownTaxId(text: string | undefined): string | null {
  if (text === undefined || masked.test(text)) return text ?? null;
  const bare = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (/^\d{11}$/.test(bare)) return maskTaxId(bare);
  return /^[0-9A-Z]{12}\d\d$/.test(bare) ? bare : null;
}

/** What cannot be seen, though it may turn around, hide or part what stands beside it. Lines and tabs are blanks. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;
/** U+2800 looks like a blank. */
const blanks = /[\s\p{C}\p{Z}\u2800]+/gu;

/**
 * A name in one line, without what cannot be seen, and without a CPF in it: a person's own company may bear its owner's.
 * @param legalId the document of the same party
 */
export function shownName(text: string | undefined, legalId?: string): string | null {
  const plain = (text ?? '').replace(unseen, '').replace(blanks, ' ').trim();
  return hideCpf(plain, legalId) || null;
}

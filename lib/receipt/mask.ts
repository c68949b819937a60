// Decides which personal data a receipt may show, because anybody with its address can read it.

import { maskTaxId } from '../base/tax-id.ts';
import { hideCpf } from './hide-cpf.ts';

const masked = /^\*{3}\.?\d{3}\.?\d{3}-?\*{2}$/;
/**
 * Returns a CPF with six of its eleven digits visible, or a whole CNPJ. Returns null for any other text, even if a
 * network calls it a tax id.
 */
export function shownTaxId(text: string | undefined): string | null {
  if (text === undefined || masked.test(text)) return text ?? null;
  const bare = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (/^\d{11}$/.test(bare)) return maskTaxId(bare);
  return /^[0-9A-Z]{12}\d\d$/.test(bare) ? bare : null;
}

/**
 * Matches invisible characters that may reverse, hide or split the text around them. Line ends and tabs are not among
 * them, because they count as blanks.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;
/** Matches blanks. U+2800 is among them, because it is displayed as a blank. */
const blanks = /[\s\p{C}\p{Z}\u2800]+/gu;

/**
 * Returns a name on one line, without invisible characters and CPFs. The name of a one-person company may contain its
 * owner's CPF.
 * @param legalId the CPF or CNPJ of the same party
 */
export function shownName(text: string | undefined, legalId?: string): string | null {
  const plain = (text ?? '').replace(unseen, '').replace(blanks, ' ').trim();
  return hideCpf(plain, legalId) || null;
}

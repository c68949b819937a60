// The personal data that a receipt may show. Anybody with its address can read it.

import { maskTaxId } from '../base/tax-id.ts';
import { hideCpf } from './hide-cpf.ts';

const masked = /^\*{3}\.?\d{3}\.?\d{3}-?\*{2}$/;
/** A CPF with six of its eleven digits shown, or a whole CNPJ; null for anything else, whatever a network calls it. */
export function shownTaxId(text: string | undefined): string | null {
  if (text === undefined || masked.test(text)) return text ?? null;
  const bare = text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (/^\d{11}$/.test(bare)) return maskTaxId(bare);
  return /^[0-9A-Z]{12}\d\d$/.test(bare) ? bare : null;
}

/** Invisible characters that may reverse, hide or split the text around them. Line ends and tabs count as blanks. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu;
/** U+2800 is displayed as a blank. */
const blanks = /[\s\p{C}\p{Z}\u2800]+/gu;

/**
 * A name on one line, without invisible characters and CPFs. A one-person company's name may contain its owner's CPF.
 * @param legalId the document of the same party
 */
export function shownName(text: string | undefined, legalId?: string): string | null {
  const plain = (text ?? '').replace(unseen, '').replace(blanks, ' ').trim();
  return hideCpf(plain, legalId) || null;
}

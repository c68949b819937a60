// Reads amounts that people type.

/**
 * Reads an amount as people type it: 1.234,56 and 1234,56, or 1,234.56 and 1234.56. A text that can mean two amounts,
 * such as 1.234, is refused.
 * @returns the amount as the API's decimal text; undefined if the text is refused
 */
export function readAmount(typed: string): string | undefined {
  const spaced = typed.trim().replace(/^R\$/, '').replaceAll(/\s/g, ' ').trim();
  // Blanks are only removed between thousands, because 10 50 may also mean 10.50.
  const text = /^\d{1,3}( \d{3})+([.,]\d{1,2})?$/.test(spaced) ? spaced.replaceAll(' ', '') : spaced;
  const isPlain = /^\d+([.,]\d{1,2})?$/.test(text);
  if (isPlain) return text.replace(',', '.');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(text)) return text.replaceAll(',', '');
  return undefined;
}

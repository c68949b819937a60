// Reads amounts that people type.

/**
 * Reads an amount as people write it: 1.234,56 and 1234,56, or 1,234.56 and 1234.56. Text that may mean two amounts, such as 1.234, is
 * not read.
 * @returns decimal text of the API; undefined if it is none
 */
export function readAmount(typed: string): string | undefined {
  const spaced = typed.trim().replace(/^R\$/, '').replaceAll(/\s/g, ' ').trim();
  // A blank is taken for one between thousands only: 10 50 may mean 10.50, too.
  const text = /^\d{1,3}( \d{3})+([.,]\d{1,2})?$/.test(spaced) ? spaced.replaceAll(' ', '') : spaced;
  const isPlain = /^\d+([.,]\d{1,2})?$/.test(text);
  if (isPlain) return text.replace(',', '.');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(text)) return text.replaceAll(',', '');
  return undefined;
}

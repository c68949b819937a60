// Writes YAML that has the same meaning for readers of YAML 1.1 and YAML 1.2.

import { Document, isScalar, Scalar, visit } from 'yaml';

/**
 * Matches invisible characters. YAML 1.1 ends a line at U+2028, U+2029 and U+0085, and reads U+FEFF as an encoding
 * mark.
 */
const unseen = /(?![ \n])[\p{Z}\p{C}]/gu;

const escaped = (character: string) =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');

export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, node) => {
      // Only double-quoted text can contain escapes.
      if (isScalar(node) && typeof node.value === 'string' && node.value.search(unseen) >= 0)
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 110 }).replace(unseen, escaped);
}

// Writes XML, and OFX's SGML, in pieces. fast-xml-builder writes the elements and escapes the text of XML.

import XMLBuilder from 'fast-xml-builder';

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, indentBy: '' });

/** Characters that XML 1.0 does not allow, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Replaces characters that XML does not allow, in text from outside. */
export function xmlText(text: string): string {
  return text.replace(notXml, '\ufffd');
}

const plain = new XMLBuilder({ format: true, indentBy: '', processEntities: false });

/** Writes elements by name, in this order, on separate lines. Names of attributes begin with `@_`. */
export function elements(content: object): string {
  return builder.build(content);
}

/** Escapes text for SGML. SGML has names for three characters only. */
export function sgmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Writes elements like `elements`, but without escaping. Text that others have chosen must be escaped with `sgmlText`
 * first.
 */
export function sgmlElements(content: object): string {
  return plain.build(content);
}

// XML, and OFX's SGML, in pieces: elements are written by fast-xml-builder, which escapes the text of XML.

import XMLBuilder from 'fast-xml-builder';

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, indentBy: '' });

/** Characters that XML 1.0 does not allow, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text from outside, with what XML cannot have replaced. */
export function xmlText(text: string): string {
  return text.replace(notXml, '\ufffd');
}

const plain = new XMLBuilder({ format: true, indentBy: '', processEntities: false });

/** Elements by their names, in this order, each in lines of its own. Attributes begin with `@_`. */
export function elements(content: object): string {
  return builder.build(content);
}

/** Text for SGML, which has names for three characters only. */
export function sgmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The same elements without escaping: what was chosen by others goes through `sgmlText` first. */
export function sgmlElements(content: object): string {
  return plain.build(content);
}

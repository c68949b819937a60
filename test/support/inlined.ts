// Replaces the references to parameters, answers and headers in the document by their content. Schemas and examples
// stay components.

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;

export function inlined(document: object): Json {
  const { components }: Json = document;
  const inline = (node: Json): Json => {
    if (node === null || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map(inline);
    const [, kind, name] = /^#\/components\/(parameters|responses|headers)\/(.+)$/.exec(node.$ref) ?? [];
    if (kind && name) return inline(components[kind][name]);
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, inline(inner)]));
  };
  return inline(document);
}

// Makes the elements of a page by functions: h.p({ class: 'soft' }, text). All texts and values are escaped. Only these
// functions write markup.

/** Markup, which needs no more escaping. */
export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** What an element may contain. Empty values are not drawn. */
export type Content = Html | string | number | false | null | undefined | readonly Content[];

/** The elements, and the attributes of each besides those of every element. Others do not compile. */
const own = {
  html: [],
  head: [],
  meta: ['charset', 'name', 'content'],
  title: [],
  link: ['rel', 'href'],
  style: [],
  script: ['type', 'src'],
  noscript: [],
  body: [],
  header: [],
  main: [],
  footer: [],
  nav: [],
  section: [],
  div: [],
  span: [],
  p: [],
  h1: [],
  h2: [],
  h3: [],
  a: ['href', 'hreflang', 'rel', 'download'],
  i: [],
  b: [],
  small: [],
  bdi: [],
  br: [],
  code: [],
  pre: [],
  img: ['src', 'alt', 'width', 'height'],
  ul: [],
  ol: [],
  li: [],
  dl: [],
  dt: [],
  dd: [],
  figure: [],
  figcaption: [],
  details: ['open'],
  summary: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['scope', 'colspan'],
  td: ['colspan'],
  form: ['action', 'method', 'enctype'],
  fieldset: [],
  legend: [],
  label: ['for'],
  button: ['name', 'value', 'formaction', 'type'],
  input: [
    'name',
    'value',
    'type',
    'required',
    'checked',
    'maxlength',
    'pattern',
    'inputmode',
    'autocomplete',
    'accept',
    'placeholder',
  ],
  select: ['name', 'required'],
  option: ['value', 'selected'],
  textarea: ['name', 'rows', 'required', 'maxlength'],
  svg: ['viewBox', 'width', 'height', 'preserveAspectRatio', 'y', 'shape-rendering'],
  path: ['d', 'fill', 'vector-effect'],
  rect: ['x', 'y', 'width', 'height'],
  text: ['x', 'y', 'dx', 'dy', 'text-anchor'],
} as const;

type Tag = keyof typeof own;
type Value = string | number | boolean | null | undefined;
type Everywhere = 'class' | 'id' | 'lang' | 'hidden' | 'role' | 'tabindex';
type Attributes<Name extends Tag> = Readonly<
  Partial<Record<(typeof own)[Name][number] | Everywhere, Value>> & {
    [name: `data-${string}` | `aria-${string}`]: Value;
  }
>;
type Draw<Name extends Tag> = {
  (attributes: Attributes<Name>, ...content: readonly Content[]): Html;
  (...content: readonly Content[]): Html;
};

const withoutContent: ReadonlySet<string> = new Set(['br', 'img', 'input', 'link', 'meta']);
const codes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => codes[character] ?? '') : text;
const isEmpty = (value: unknown) => value === null || value === undefined || value === false;
const isAttributes = (given: unknown): given is Record<string, Value> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !(given instanceof Html);

function textOf(content: Content): string {
  if (typeof content === 'string') return escaped(content);
  if (Array.isArray(content)) return textOfAll(content);
  return isEmpty(content) ? '' : String(content);
}

function textOfAll(contents: readonly Content[], from = 0): string {
  let text = '';
  for (let index = from; index < contents.length; index += 1) text += textOf(contents[index]);
  return text;
}

function element(tag: string, given: readonly unknown[]): Html {
  const [first] = given;
  const has = isAttributes(first);
  let text = `<${tag}`;
  if (has)
    for (const [name, value] of Object.entries(first))
      if (!isEmpty(value)) text += value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
  if (withoutContent.has(tag)) return new Html(`${text}>`);
  return new Html(`${text}>${textOfAll(given as readonly Content[], has ? 1 : 0)}</${tag}>`);
}

export const h = Object.fromEntries(
  Object.keys(own).map((tag) => [tag, (...given: readonly unknown[]) => element(tag, given)]),
) as unknown as { readonly [Name in Tag]: Draw<Name> };

/** Joins contents that have no element around them. */
export const joined = (...contents: readonly Content[]): Html => new Html(textOfAll(contents));

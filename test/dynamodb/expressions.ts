// Parses DynamoDB's expressions: conditions, filters, projections and updates. Parsed expressions are cached by their
// text, because the service sends the same few hundred expressions again and again.

import { invalid } from './refusal.ts';

/** A path in an item. Each step is the name of an attribute (aliases begin with #) or an index into a list. */
export type Path = readonly (string | number)[];
export type Operand =
  | { kind: 'path'; path: Path }
  | { kind: 'value'; name: string }
  | { kind: 'size'; path: Path };
export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Condition =
  | { kind: 'and' | 'or'; all: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; by: Comparator; left: Operand; right: Operand }
  | { kind: 'between'; of: Operand; low: Operand; high: Operand }
  | { kind: 'in'; of: Operand; list: readonly Operand[] }
  | { kind: 'call'; name: (typeof functions)[number]; path: Path; argument?: Operand };
export type Sum = Operand | { kind: 'sum'; sign: 1 | -1; left: Term; right: Term } | Term;
type Term =
  | Operand
  | { kind: 'if_not_exists'; path: Path; otherwise: Term }
  | { kind: 'list_append'; left: Term; right: Term };
type Update = {
  set: { path: Path; to: Sum }[];
  remove: { path: Path }[];
  add: { path: Path; by: Operand }[];
  delete: { path: Path; by: Operand }[];
};
/** A parsed expression. `names` and `values` are the aliases that the expression uses. */
type Read<Tree> = { tree: Tree; names: ReadonlySet<string>; values: ReadonlySet<string> };

const functions = [
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'contains',
] as const;
const comparators: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];
const token = /\s*(?:(<>|<=|>=|[=<>(),.[\]+-])|([#:]?[A-Za-z0-9_]+))/y;

export const readCondition = kept((tokens) => {
  const condition = tokens.or();
  tokens.end();
  return condition;
});

export const readUpdate = kept((tokens) => {
  const update = tokens.update();
  tokens.end();
  return update;
});

export const readProjection = kept((tokens) => {
  const paths = tokens.list(() => tokens.path());
  tokens.end();
  return paths;
});

function kept<Tree>(read: (tokens: Tokens) => Tree): (text: string) => Read<Tree> {
  const known = new Map<string, Read<Tree>>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const tokens = new Tokens(text);
    const after = { tree: read(tokens), names: tokens.names, values: tokens.values };
    known.set(text, after);
    return after;
  };
}

class Tokens {
  readonly names = new Set<string>();
  readonly values = new Set<string>();
  readonly #all: string[] = [];
  #at = 0;

  constructor(text: string) {
    token.lastIndex = 0;
    const whole = text.trimEnd();
    while (token.lastIndex < whole.length) {
      const from = token.lastIndex;
      const found = token.exec(whole);
      if (!found) throw invalid(`Invalid expression: Syntax error; token: "${whole.slice(from).trim()}"`);
      this.#all.push((found[1] ?? found[2]) as string);
    }
    if (this.#all.length === 0) throw invalid('Invalid expression: The expression can not be empty;');
  }

  #wrong(): Error {
    return invalid(`Invalid expression: Syntax error; token: "${this.#all[this.#at] ?? '<EOF>'}"`);
  }

  #peek(after = 0): string | undefined {
    return this.#all[this.#at + after];
  }

  /** Takes the next token if it is this word. Keywords may be in upper or lower case. */
  #take(word: string): boolean {
    if (this.#peek()?.toUpperCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #expect(word: string): void {
    if (!this.#take(word)) throw this.#wrong();
  }

  end(): void {
    if (this.#at < this.#all.length) throw this.#wrong();
  }

  list<One>(read: () => One): One[] {
    const all = [read()];
    while (this.#take(',')) all.push(read());
    return all;
  }

  path(): Path {
    const path: (string | number)[] = [this.#name()];
    for (;;) {
      if (this.#take('.')) path.push(this.#name());
      else if (this.#take('[')) {
        path.push(Number(this.#peek()));
        this.#at += 1;
        this.#expect(']');
      } else return path;
    }
  }

  #name(): string {
    const name = this.#peek();
    if (name === undefined || !/^#?[A-Za-z0-9_]+$/.test(name)) throw this.#wrong();
    this.#at += 1;
    if (name.startsWith('#')) this.names.add(name);
    return name;
  }

  operand(): Operand {
    const next = this.#peek();
    if (next?.startsWith(':')) {
      this.#at += 1;
      this.values.add(next);
      return { kind: 'value', name: next };
    }
    if (next?.toLowerCase() === 'size' && this.#peek(1) === '(') {
      this.#at += 2;
      const path = this.path();
      this.#expect(')');
      return { kind: 'size', path };
    }
    return { kind: 'path', path: this.path() };
  }

  or(): Condition {
    const all = [this.#and()];
    while (this.#take('OR')) all.push(this.#and());
    return all.length === 1 ? (all[0] as Condition) : { kind: 'or', all };
  }

  #and(): Condition {
    const all = [this.#not()];
    while (this.#take('AND')) all.push(this.#not());
    return all.length === 1 ? (all[0] as Condition) : { kind: 'and', all };
  }

  #not(): Condition {
    return this.#take('NOT') ? { kind: 'not', of: this.#not() } : this.#simple();
  }

  #simple(): Condition {
    if (this.#take('(')) {
      const inner = this.or();
      this.#expect(')');
      return inner;
    }
    const name = functions.find((one) => one === this.#peek() && this.#peek(1) === '(');
    if (name) {
      this.#at += 2;
      const path = this.path();
      const argument = this.#take(',') ? { argument: this.operand() } : {};
      this.#expect(')');
      if ('argument' in argument !== !name.endsWith('exists'))
        throw invalid(
          `Invalid expression: Incorrect number of operands for operator or function; operator or function: ${name}`,
        );
      return { kind: 'call', name, path, ...argument };
    }
    const of = this.operand();
    if (this.#take('BETWEEN')) {
      const low = this.operand();
      this.#expect('AND');
      return { kind: 'between', of, low, high: this.operand() };
    }
    if (this.#take('IN')) {
      this.#expect('(');
      const list = this.list(() => this.operand());
      this.#expect(')');
      return { kind: 'in', of, list };
    }
    const by = this.#peek() ?? '';
    if (!comparators.includes(by)) throw this.#wrong();
    this.#at += 1;
    return { kind: 'compare', by: by as Comparator, left: of, right: this.operand() };
  }

  #term(): Term {
    if (this.#peek(1) !== '(') return this.operand();
    if (this.#take('IF_NOT_EXISTS')) {
      this.#expect('(');
      const path = this.path();
      this.#expect(',');
      const otherwise = this.#term();
      this.#expect(')');
      return { kind: 'if_not_exists', path, otherwise };
    }
    if (this.#take('LIST_APPEND')) {
      this.#expect('(');
      const left = this.#term();
      this.#expect(',');
      const right = this.#term();
      this.#expect(')');
      return { kind: 'list_append', left, right };
    }
    throw this.#wrong();
  }

  #sum(): Sum {
    const left = this.#term();
    for (const [word, sign] of [
      ['+', 1],
      ['-', -1],
    ] as const)
      if (this.#take(word)) return { kind: 'sum', sign, left, right: this.#term() };
    return left;
  }

  update(): Update {
    const update: Update = { set: [], remove: [], add: [], delete: [] };
    const change = () => ({ path: this.path(), by: this.operand() });
    const readers = {
      SET: () => {
        const path = this.path();
        this.#expect('=');
        update.set.push({ path, to: this.#sum() });
      },
      REMOVE: () => update.remove.push({ path: this.path() }),
      ADD: () => update.add.push(change()),
      DELETE: () => update.delete.push(change()),
    };
    const seen = new Set<string>();
    while (this.#peek() !== undefined) {
      const word = Object.keys(readers).find((one) => this.#take(one)) as keyof typeof readers | undefined;
      if (!word) throw this.#wrong();
      if (seen.has(word))
        throw invalid(
          `Invalid UpdateExpression: The "${word}" section can only be used once in an update expression;`,
        );
      seen.add(word);
      this.list(readers[word]);
    }
    return update;
  }
}

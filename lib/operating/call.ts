// Declares operators' calls. The schema of a call, its command and help (npm run admin), its form at the desk, whether a
// second operator must confirm it there, and its function all follow from its declaration.

import * as z from 'zod';
import { words } from '../base/field-schemas.ts';
import type { ActedOn } from './admin-handler.ts';
import type { Administering } from './administering.ts';
import type { Reader } from './typed-texts.ts';

/**
 * Something that operators type. `flag`: the option or argument of the command, in the form that commander reads.
 * `means`: its help. `preset`: what the command sends without it. `choices`: the values that the desk offers. `input`:
 * its name in the form of the desk, if it is not the name of the field.
 */
export type Typed = {
  flag: string;
  means?: string;
  read?: Reader;
  preset?: string;
  choices?: readonly string[];
  input?: string;
};

/**
 * A field of a call. `none`: the option that gives no value, and its help. `tellsDefault`: the help has the default of
 * the schema.
 */
export type Field = {
  is: z.ZodType;
  none?: readonly [flag: string, means: string];
  tellsDefault?: boolean;
} & (Typed | { parts: Readonly<Record<string, Typed>> });
export type Fields = Readonly<Record<string, Field>>;

/** The page of the desk that offers a change. */
export type Page = 'account' | 'client' | 'company' | 'cashout' | 'chargeback' | 'payment' | 'med';

/**
 * A change that the desk offers, and that a second operator must confirm there. `fields`: the fields of its form, if
 * they are not those of the command. `replaces`: reads the values that it replaces. A change that adds something, ends
 * something once, or rests on the PSP's own word replaces nothing.
 */
export type Change<Call, Has> = {
  on: Page | readonly Page[];
  pt: string;
  en: string;
  fields?: readonly string[];
  replaces: 'nothing' | ((deps: Has, call: Call) => Promise<unknown>);
};

/**
 * `what`, `example`: the help of the command. `one`: the fields of which the command takes exactly one. `explain`: a
 * text about an answer, which the command prints after it.
 */
type Told<Known extends Fields> = {
  what: string;
  example: string;
  fields: Known;
  one?: readonly (keyof Known & string)[];
  explain?: (answer: Record<string, unknown>) => string;
};

type SchemaOf<Name extends string, Known extends Fields> = z.ZodObject<
  { action: z.ZodLiteral<Name>; by: z.ZodType<string> } & { [Key in keyof Known]: Known[Key]['is'] }
>;

/** Declares a call. Every call has the operator as `by`. @param refined adds checks of several fields */
export function declare<const Name extends string, const Known extends Fields>(
  action: Name,
  told: Told<Known> & {
    refined?: (schema: SchemaOf<Name, Known>) => SchemaOf<Name, Known>;
    change?: Change<z.output<SchemaOf<Name, Known>>, Administering>;
    run: (
      deps: Administering,
      call: z.output<SchemaOf<Name, Known>>,
    ) => Promise<ActedOn<z.output<SchemaOf<Name, Known>>>>;
  },
) {
  const shape = Object.entries(told.fields).map(([name, { is }]) => [name, is]);
  const { refined = (schema) => schema, ...rest } = told;
  const schema = z.object({ action: z.literal(action), by: words(100), ...Object.fromEntries(shape) });
  return { action, ...rest, schema: refined(schema as unknown as SchemaOf<Name, Known>) };
}

/** A declaration, whatever its fields. */
export type Declared = Told<Fields> & Offered;
/** What the desk needs of a declaration. */
export type Offered = { action: string; fields: Fields; change?: Change<never, Administering> | undefined };

type Runs = { action: string; run: (deps: Administering, call: never) => Promise<unknown> };
/** The functions of some calls, by action. */
export const tableOf = <One extends Runs>(calls: readonly One[]) =>
  Object.fromEntries(calls.map(({ action, run }) => [action, run])) as {
    [Action in One['action']]: Extract<One, { action: Action }>['run'];
  };

/** The inputs of a field, with their names: the field itself, or its parts. */
export const inputsOf = (name: string, field: Field): [string, Typed][] =>
  'parts' in field ? Object.entries(field.parts) : [[name, field]];

/**
 * Makes the fields of a call from what an operator has typed.
 * @param typedIn returns the value of an input; undefined if it is empty
 */
export function fieldsFrom(
  fields: Fields,
  typedIn: (input: Typed, name: string) => unknown,
): Record<string, unknown> {
  const values = Object.entries(fields).map(([name, field]) => {
    const inputs = inputsOf(name, field).map(([key, input]) => [key, typedIn(input, key)] as const);
    const first = inputs[0]?.[1];
    if (first === undefined) return [name, emptyOf(field)];
    return [name, 'parts' in field ? Object.fromEntries(inputs) : first];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns the value of a field that is left empty: null removes a rule, and a list has no items. */
function emptyOf(field: Field): unknown {
  if (isNullable(field)) return null;
  return 'read' in field && field.read?.isList ? [] : undefined;
}

export const isNullable = ({ is }: Field): boolean => is.safeParse(null).success;
export const isRequired = ({ is }: Field): boolean => !is.safeParse(undefined).success;

// Builds the commands of declared calls (lib/operating/call.ts).

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { administerCalls } from '../../lib/operating/admin-calls.ts';
import {
  type Declared,
  type Field,
  fieldsFrom,
  inputsOf,
  isNullable,
  isRequired,
  type Typed,
} from '../../lib/operating/call.ts';
import type { Reader } from '../../lib/operating/typed-texts.ts';
import { ask, operation, type Shared } from './operation.ts';

/** Returns a function that adds a noun with its calls. */
export const noun = (name: string, about: string) => (program: Command) => {
  const own = calls.filter(({ action }) => action.startsWith(`${name} `));
  const verbs = own.map(({ action }) => action.slice(name.length + 1));
  const command = program.command(name).description(`${about}: ${verbs.join(', ')}`);
  for (const call of own) addCall(command, call.action, call);
};

/** Adds the call that reads the audit, whose command has no verb. */
export function addAudit(program: Command): void {
  for (const call of calls) if (call.action === 'audit show') addCall(program, 'audit', call);
}

const calls: readonly Declared[] = administerCalls;

/** @param path the words of the command */
function addCall(
  parent: Command,
  path: string,
  { action, what, example, fields, one, explain }: Declared,
): void {
  const command = operation(parent, path.split(' ').at(-1) ?? '', what, `${path} ${example}`);
  for (const [name, field] of Object.entries(fields)) addField(command, name, field, one?.includes(name));
  const flagOf = (name: string) => inputsOf(name, fields[name] as Field)[0]?.[1].flag ?? '';

  command.action((..._) => {
    const given = command.opts<Shared & Record<string, unknown>>();
    const optionOf = (flag: string) => given[new Option(flag).attributeName()];
    if (one) requireOne(one.map((name) => [flagOf(name), optionOf(flagOf(name))]));
    for (const [name, { none }] of Object.entries(fields))
      if (none) requireOne([flagOf(name), none[0]].map((flag) => [flag, optionOf(flag)]));
    const named = command.registeredArguments.map((argument) => argument.name());
    const typedIn = ({ flag }: Typed) =>
      flag.startsWith('--')
        ? optionOf(flag)
        : command.processedArgs[named.indexOf(new Argument(flag).name())];
    return ask('administer', action, fieldsFrom(fields, typedIn), given, explain);
  });
}

function addField(command: Command, name: string, field: Field, isOneOf = false): void {
  for (const [, { flag, means, read, preset }] of inputsOf(name, field)) {
    const parse = (text: string, before: unknown) => readText(read, text, before);
    if (!flag.startsWith('--')) {
      const argument = new Argument(flag);
      command.addArgument(read ? argument.argParser(parse) : argument);
      continue;
    }
    const option = new Option(flag, means);
    if (read) option.argParser(parse);
    if (preset !== undefined) option.default(preset);
    if (field.tellsDefault) option.default(...defaultOf(field));
    command.addOption(
      option.makeOptionMandatory(!isOneOf && !isNullable(field) && !field.none && isRequired(field)),
    );
  }
  if (field.none) command.option(...field.none);
}

/** Reads a text. The items of a repeated option are added to the items before it. */
function readText(
  { read, isRepeated, expected }: Reader = { read: (text) => text },
  text: string,
  before: unknown,
) {
  const value = read(text);
  if (value === undefined) throw new InvalidArgumentError(expected ?? 'It cannot be read.');
  return isRepeated && Array.isArray(before) ? [...before, ...(value as unknown[])] : value;
}

/** The default of the schema, and how the help writes it: no items are an empty text. */
function defaultOf({ is }: Field): [value: unknown, told?: string] {
  const { data } = is.safeParse(undefined);
  return Array.isArray(data) ? [data, '""'] : [data];
}

/** @param options the options of which exactly one must be given */
function requireOne(options: readonly (readonly [flag: string, value: unknown])[]): void {
  const names = options.map(([flag]) => flag.split(' ')[0]);
  if (options.filter(([, value]) => value !== undefined).length !== 1)
    throw new Error(`Give either ${names.join(' or ')}.`);
}

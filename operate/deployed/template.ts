// Reads a deployed template and replaces its references and functions by their values.

import type { Template } from '../../local/osls.ts';
import type { Resource } from '../../local/service.ts';

/** The values of Ref and Fn::GetAtt, by logical id. */
export type Deployed = Record<string, { ref: string; attributes: Record<string, string> }>;

type Functions = {
  Ref?: string;
  'Fn::GetAtt'?: [string, string] | string;
  'Fn::Sub'?: string | [string, Record<string, unknown>];
  'Fn::Join'?: [string, unknown[]];
};

type Condition = {
  Condition?: string;
  'Fn::Equals'?: [unknown, unknown];
  'Fn::Not'?: [Condition];
  'Fn::And'?: Condition[];
  'Fn::Or'?: Condition[];
};

/** Returns whether a condition is true. All references in the condition must already be replaced by texts. */
function holds(conditions: Record<string, unknown>, condition: Condition): boolean {
  const { Condition: name, 'Fn::Equals': pair, 'Fn::Not': not, 'Fn::And': all, 'Fn::Or': some } = condition;
  if (name) return holds(conditions, conditions[name] as Condition);
  if (pair) return JSON.stringify(pair[0]) === JSON.stringify(pair[1]);
  if (not) return !holds(conditions, not[0]);
  if (all) return all.every((one) => holds(conditions, one));
  if (some) return some.some((one) => holds(conditions, one));
  throw new Error(`the condition ${JSON.stringify(condition)} is not supported here`);
}

/** Returns the resources of a template whose conditions are true. */
export function wantedOf({ Conditions = {}, Resources }: Template): Template['Resources'] {
  const isWanted = ({ Condition }: Resource) => !Condition || holds(Conditions, { Condition });
  return Object.fromEntries(Object.entries(Resources).filter(([, resource]) => isWanted(resource)));
}

/**
 * This text replaces references to resources that an emulator does not support. A value with this text cannot be
 * checked.
 */
export const notEmulated = '<not emulated>';

/**
 * @param pseudo the values of AWS::Region and other pseudo parameters
 * @param isEmulated returns whether the emulator supports the resource with that logical id
 * @param call returns the value of a function that is not supported here, for the function's resolved argument;
 * without `call`, such a function is not changed
 */
export function makeResolve(
  deployed: Deployed,
  pseudo: Record<string, string>,
  isEmulated: (id: string) => boolean,
  call?: (name: string, argument: unknown) => unknown,
) {
  // For a resource that the emulator supports, returns a text that equals no value of the service, so that the
  // comparison fails.
  const unknown = (what: string) =>
    isEmulated(what.split('.')[0] ?? '') ? `<unknown: ${what}>` : notEmulated;
  const refOf = (name: string) => pseudo[name] ?? deployed[name]?.ref ?? unknown(name);
  const attributeOf = (name: string, attribute: string) =>
    deployed[name]?.attributes[attribute] ?? unknown(`${name}.${attribute}`);

  function substitute(text: string, own: Record<string, unknown> = {}): string {
    return text.replace(/\$\{(!?)([^}]+)\}/g, (whole, isLiteral, name: string) => {
      if (isLiteral) return `\${${name}}`;
      if (name in own) return String(resolve(own[name]));
      const [id = '', ...attribute] = name.split('.');
      return attribute.length > 0 ? attributeOf(id, attribute.join('.')) : refOf(whole.slice(2, -1));
    });
  }

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const known = value as Functions;
    if (known.Ref === 'AWS::NoValue') return undefined;
    if (known.Ref !== undefined) return refOf(known.Ref);
    const get = known['Fn::GetAtt'];
    if (get) {
      const [id = '', ...attribute] = typeof get === 'string' ? get.split('.') : get;
      return attributeOf(id, attribute.join('.'));
    }
    const sub = known['Fn::Sub'];
    if (sub) return typeof sub === 'string' ? substitute(sub) : substitute(sub[0], sub[1]);
    const join = known['Fn::Join'];
    if (join) return (resolve(join[1]) as unknown[]).join(join[0]);
    const [[name = '', argument] = [], ...more] = Object.entries(value);
    if (call && name.startsWith('Fn::') && more.length === 0) return call(name, resolve(argument));
    const entries = Object.entries(value).map(([name, item]) => [name, resolve(item)] as const);
    return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
  }
  return resolve;
}

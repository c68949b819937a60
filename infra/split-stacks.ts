// Splits the service's single CloudFormation template into stacks: bootstrap, data, code, and nested in the code one
// stack per area of functions. Some stages also have the stacks egress (deployed before the code) and address (deployed
// after it). References between stacks become imports or parameters.

import { referencesOf, replaceReferences } from './references.ts';

export type Resource = {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
  UpdatePolicy?: Record<string, unknown>;
};
export type Template = {
  AWSTemplateFormatVersion?: string;
  Description?: string;
  Parameters?: Record<string, unknown>;
  Conditions?: Record<string, unknown>;
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown; Description?: string; Export?: { Name: string } }>;
};
type Place = 'bootstrap' | 'data' | 'egress' | 'code' | 'address' | `area ${string}`;

type Options = {
  /** The name of the code's stack. It is also the prefix of the other stacks' names. */
  stackName: string;
  /** The resources of the stacks bootstrap and data, by logical id. */
  bootstrap: ReadonlySet<string>;
  data: ReadonlySet<string>;
  /** The resources of the stacks that only some stages have. */
  egress?: ReadonlySet<string>;
  address?: ReadonlySet<string>;
  /** The area of each function by its logical id, and of other resources whose area no reference determines. */
  areas: ReadonlyMap<string, string>;
  /** Returns the address of an area's template. */
  urlOf: (area: string, template: Template) => unknown;
};

/**
 * The values that a stack provides to other stacks. All of them are exported from the start, because an export in use
 * can be neither changed nor deleted.
 */
const attributes: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['', 'Arn'],
  'AWS::SQS::Queue': ['', 'Arn', 'QueueName'],
  'AWS::KMS::Key': ['', 'Arn'],
  'AWS::SecretsManager::Secret': [''],
  'AWS::S3::Bucket': ['', 'Arn'],
  'AWS::IAM::ManagedPolicy': [''],
  'AWS::EC2::Subnet': [''],
  'AWS::EC2::SecurityGroup': ['GroupId'],
  'AWS::IAM::Role': ['Arn'],
};

/** The stacks that are deployed first, because the other stacks import from them. */
const exporting: readonly Place[] = ['bootstrap', 'data', 'egress'];

/** Data stays even if the stack is deleted. Logs stay too, except if their creation is rolled back. */
const kept = (DeletionPolicy: string) => ({ DeletionPolicy, UpdateReplacePolicy: 'Retain' });

/** The types of a function's resources, which are in the stack of its area, whichever resources refer to them. */
const ofFunctions = /^AWS::(Lambda|Logs|IAM|Events)::|^AWS::ApiGatewayV2::(Integration|Route)$/;

export function splitStacks(whole: Template, options: Options) {
  const { stackName, bootstrap, data, egress, address, areas, urlOf } = options;
  const { Resources, Parameters = {}, Conditions = {}, Outputs = {} } = whole;
  const areaOf = followAreas(Resources, areas);
  const placeOf = (id: string): Place => {
    if (bootstrap.has(id)) return 'bootstrap';
    if (data.has(id)) return 'data';
    if (egress?.has(id)) return 'egress';
    if (address?.has(id)) return 'address';
    const area = areaOf.get(id);
    return area === undefined ? 'code' : `area ${area}`;
  };

  function stackOf(place: Place): Template {
    const inside = Object.entries(Resources).filter(([id]) => placeOf(id) === place);
    const ids = new Set(inside.map(([id]) => id));
    const shown = new Set<string>();
    const rewrite = (value: unknown) =>
      replaceReferences(value, (id, attribute) => {
        if (!(id in Resources)) {
          shown.add(id);
          return undefined;
        }
        if (ids.has(id)) return undefined;
        const from = placeOf(id);
        if (exporting.includes(from))
          return { 'Fn::ImportValue': exportName(stackName, from, id, attribute) };
        if (from !== 'code' || attribute !== '')
          throw new Error(`${[...ids][0]} and others refer to ${id} ${attribute}, which is in another stack`);
        shown.add(id);
        return { Ref: id };
      });
    const resources = inside.map(([id, resource]): [string, Resource] => {
      const { DependsOn, ...rest } = resource;
      const waits = [DependsOn ?? []].flat().map((on) => (ids.has(on) ? on : nestedIdOf(placeOf(on))));
      const logs = rest.Type === 'AWS::Logs::LogGroup' && kept('RetainExceptOnCreate');
      const properties = { ...(rewrite(rest) as Resource), ...(place === 'data' ? kept('Retain') : logs) };
      return [id, waits.length > 0 ? { ...properties, DependsOn: [...new Set(waits)] } : properties];
    });
    const outputs = Object.entries(Outputs)
      .filter(([, { Value }]) => referencesOf(Value).every(([id]) => !(id in Resources) || ids.has(id)))
      .filter(([, { Value }]) => {
        const its = referencesOf(Value);
        return its.some(([id]) => ids.has(id)) || (place === 'code' && its.length === 0);
      });
    const text = JSON.stringify(resources);
    const used = ([name]: [string, unknown]) =>
      text.includes(`"Condition":"${name}"`) || text.includes(`"Fn::If":["${name}"`);
    const conditions = Object.entries(Conditions).filter(used);
    const conditionText = JSON.stringify(conditions);
    const parameters = Object.entries(Parameters).filter(
      ([name]) => shown.has(name) || conditionText.includes(`{"Ref":"${name}"}`),
    );
    const given = [...shown].filter((id) => id in Resources).map((id) => [id, { Type: 'String' }]);
    return {
      AWSTemplateFormatVersion: '2010-09-09',
      Description: `${stackName}: ${place}`,
      ...withEntries('Parameters', [...parameters, ...given]),
      ...withEntries('Conditions', conditions),
      Resources: Object.fromEntries(resources),
      ...withEntries('Outputs', [...outputs, ...exportsOf(place, stackName, inside)]),
    };
  }

  const code = stackOf('code');
  const names = [...new Set(areas.values())].sort();
  const nested = new Map(names.map((area) => [area, stackOf(`area ${area}`)]));
  for (const [area, template] of nested) {
    const wanted = Object.keys(template.Parameters ?? {});
    const passed = wanted.filter((name) => name in Parameters).map((name) => [name, Parameters[name]]);
    if (passed.length > 0) code.Parameters = { ...code.Parameters, ...Object.fromEntries(passed) };
    code.Resources[nestedIdOf(`area ${area}`)] = {
      Type: 'AWS::CloudFormation::Stack',
      Properties: {
        TemplateURL: replaceReferences(urlOf(area, template), (id, attribute) =>
          bootstrap.has(id)
            ? { 'Fn::ImportValue': exportName(stackName, 'bootstrap', id, attribute) }
            : undefined,
        ),
        Parameters: Object.fromEntries(wanted.map((Ref) => [Ref, { Ref }])),
      },
    };
  }
  const optional = (place: 'egress' | 'address', ids?: ReadonlySet<string>) =>
    ids?.size ? { [place]: stackOf(place) } : {};
  return {
    bootstrap: stackOf('bootstrap'),
    data: stackOf('data'),
    code,
    nested,
    /** The templates of optional stacks, by the names of the stacks. */
    optional: { ...optional('egress', egress), ...optional('address', address) } as Record<string, Template>,
  };
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function nestedIdOf(place: Place): string {
  if (!place.startsWith('area ')) throw new Error(`DependsOn cannot name a resource of the stack ${place}`);
  return `${upperFirst(place.slice('area '.length))}Functions`;
}

const exportName = (stackName: string, place: string, id: string, attribute: string) =>
  `${stackName}-${place}-${id}${attribute}`;

function exportsOf(place: Place, stackName: string, inside: readonly [string, Resource][]) {
  if (!exporting.includes(place)) return [];
  return inside.flatMap(([id, { Type, Properties = {} }]) => {
    const streams = Properties.StreamSpecification ? ['StreamArn'] : [];
    return [...(attributes[Type] ?? []), ...streams].map((attribute) => {
      const Value = attribute === '' ? { Ref: id } : { 'Fn::GetAtt': [id, attribute] };
      return [`${id}${attribute}`, { Value, Export: { Name: exportName(stackName, place, id, attribute) } }];
    });
  });
}

const withEntries = (name: string, entries: readonly (readonly unknown[])[]) =>
  entries.length > 0 ? { [name]: Object.fromEntries(entries as [string, unknown][]) } : {};

/** Finds the area of each resource that is connected to a function, even through other resources of functions. */
function followAreas(
  Resources: Readonly<Record<string, Resource>>,
  areas: ReadonlyMap<string, string>,
): Map<string, string> {
  const found = new Map(areas);
  const links = Object.entries(Resources)
    .filter(([, { Type }]) => ofFunctions.test(Type))
    .flatMap(([id, resource]) => referencesOf(resource).map(([other]) => [id, other] as const))
    .filter(([, other]) => ofFunctions.test(Resources[other]?.Type ?? ''));
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [one, other] of links) {
      const area = found.get(one) ?? found.get(other);
      if (area !== undefined) found.set(one, area).set(other, area);
    }
  }
  return found;
}

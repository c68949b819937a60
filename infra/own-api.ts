// Gives a host name an HTTP API of its own with only some of the service's routes, so that the name gives access to
// nothing else. The API has the same functions, limits and log as the API of the service.

import { referencesOf } from './references.ts';
import type { Resource, Template } from './split-stacks.ts';

type Resources = Record<string, Resource>;

export type OwnApi = {
  /** The beginning of the logical ids: `Console` gives `ConsoleApi`. */
  prefix: string;
  has: (routeKey: string) => boolean;
  /** Whether these routes do not exist at the API of the service any more. */
  isMoved: boolean;
};

export function addOwnApi(whole: Template, { prefix, has, isMoved }: OwnApi): void {
  const { Resources } = whole;
  const parts = partsOf(Resources, has);
  const [stage, ids] = [named(Resources, 'HttpApiStage'), [...parts.routes, ...parts.others]];
  const own: Resources = {
    HttpApi: apiOf(named(Resources, 'HttpApi'), prefix),
    HttpApiStage: stageWith(stage, parts.routes, has),
    HttpApiErrorsAlarm: alarmOf(named(Resources, 'ApiErrorsAlarm'), prefix),
    ...Object.fromEntries(ids.map((id) => [id, withoutOrder(named(Resources, id))])),
  };
  if (isMoved) {
    const rest = [stage.DependsOn ?? []].flat().filter((id) => !parts.routes.includes(id));
    Resources.HttpApiStage = stageWith(stage, rest, (routeKey) => !has(routeKey));
    for (const id of ids) delete Resources[id];
  }
  // Both APIs write to the same log.
  const text = JSON.stringify(own).replaceAll(/HttpApi(?!LogGroup)/g, `${prefix}Api`);
  Object.assign(Resources, JSON.parse(text));
  whole.Outputs = { ...whole.Outputs, [`${prefix}ApiId`]: { Value: { Ref: `${prefix}Api` } } };
}

function named(Resources: Resources, id: string): Resource {
  const found = Resources[id];
  if (!found) throw new Error(`the template has no ${id}`);
  return found;
}

/** Finds the ids of the routes, and of their integrations and permissions. */
function partsOf(Resources: Resources, has: OwnApi['has']): { routes: string[]; others: string[] } {
  const ofApi = Object.entries(Resources).filter(([, one]) =>
    referencesOf(one.Properties).some(([id]) => id === 'HttpApi'),
  );
  const idsOf = (type: string, isWanted: (one: Resource) => boolean) =>
    ofApi.filter(([, one]) => one.Type === `AWS::${type}` && isWanted(one)).map(([id]) => id);
  const routes = idsOf('ApiGatewayV2::Route', ({ Properties }) => has(String(Properties?.RouteKey)));
  if (routes.length === 0) throw new Error('the template has no such routes');
  const namedIn = (ids: readonly string[], property: string) =>
    new Set(ids.flatMap((id) => referencesOf(Resources[id]?.Properties?.[property]).map(([other]) => other)));
  const integrations = [...namedIn(routes, 'Target')];
  const functions = namedIn(integrations, 'IntegrationUri');
  const permissions = idsOf('Lambda::Permission', ({ Properties }) =>
    referencesOf(Properties?.FunctionName).some(([id]) => functions.has(id)),
  );
  return { routes, others: [...integrations, ...permissions] };
}

/** Returns the resource without DependsOn. The references in the resource already define the order of deployment. */
function withoutOrder({ DependsOn, ...resource }: Resource): Resource {
  return resource;
}

/** Returns a stage with the settings of only some routes, because API Gateway refuses settings of other routes. */
function stageWith(stage: Resource, DependsOn: string[], has: OwnApi['has']): Resource {
  const settings = Object.entries((stage.Properties?.RouteSettings ?? {}) as object);
  const RouteSettings = Object.fromEntries(settings.filter(([key]) => has(key)));
  return { ...stage, Properties: { ...stage.Properties, RouteSettings }, DependsOn };
}

const apiOf = ({ Type, Properties }: Resource, prefix: string): Resource => ({
  Type,
  Properties: {
    Name: `${Properties?.Name}-${prefix.toLowerCase()}`,
    ProtocolType: 'HTTP',
    DisableExecuteApiEndpoint: true,
  },
});

const alarmOf = (alarm: Resource, prefix: string): Resource => ({
  ...alarm,
  Properties: {
    ...alarm.Properties,
    AlarmName: String(alarm.Properties?.AlarmName).replace(/(?=ApiErrors$)/, prefix),
  },
});

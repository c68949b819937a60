// Measures how much of AWS's quotas the packaged stacks use. These quotas stop a deployment, and AWS raises none of them
// on request except the number of routes.

import { statSync } from 'node:fs';
import { makePlausible } from '../../operate/judges/plausible.ts';
import { policiesOf } from '../../operate/judges/policies.ts';
import { packagedTemplates } from '../../operate/judges/templates.ts';

type Use = { what: string; used: number; quota: number; percentMost: number };

/** Returns the highest use of each quota by any stack, function or role in a package's folder. */
export function usesOf(folder: string): Use[] {
  const templates = packagedTemplates(folder);
  const put = makePlausible(templates);
  const ofType = (wanted: string) =>
    templates.flatMap((template) =>
      Object.values(template.content.Resources).flatMap(({ Type, Properties }) =>
        Type === wanted ? [{ template, Properties }] : [],
      ),
    );
  const functions = ofType('AWS::Lambda::Function').map(
    ({ template, Properties: { FunctionName, Environment } }) =>
      put(template, { name: FunctionName, environment: Environment }) as {
        name: string;
        environment: { Variables: object };
      },
  );
  const policies = policiesOf(templates).map(({ at, document }) => ({
    at,
    // IAM does not count white space.
    characters: JSON.stringify(document).replace(/\s/g, '').length,
  }));
  const most = (numbers: number[]) => Math.max(...numbers);
  const charactersOf = (isCounted: (at: string) => boolean) =>
    policies.reduce((sum, { at, characters }) => sum + (isCounted(at) ? characters : 0), 0);

  return [
    {
      what: 'routes of the API',
      used: ofType('AWS::ApiGatewayV2::Route').length,
      quota: 300,
      percentMost: 60,
    },
    {
      what: 'resources of a stack',
      used: most(templates.map(({ content }) => Object.keys(content.Resources).length)),
      quota: 500,
      percentMost: 50,
    },
    {
      what: 'bytes of a template',
      used: most(templates.map(({ file }) => statSync(file).size)),
      quota: 1_000_000,
      percentMost: 60,
    },
    {
      what: 'bytes of a function’s environment',
      // Lambda measures the variables as JSON.
      used: most(
        functions.map(({ environment: { Variables } }) => Buffer.byteLength(JSON.stringify(Variables))),
      ),
      quota: 4_096,
      percentMost: 80,
    },
    {
      what: 'characters of the deploy role’s policies',
      used: charactersOf((at) => at.startsWith('DeployRole/')),
      quota: 10_240,
      percentMost: 90,
    },
    {
      what: 'characters of the permissions boundary',
      used: charactersOf((at) => at === 'Boundary'),
      quota: 6_144,
      percentMost: 90,
    },
    {
      what: 'characters of a function’s name',
      // The stage with the longest name counts.
      used: most(functions.map(({ name }) => name.replace('-staging-', '-production-').length)),
      quota: 64,
      percentMost: 90,
    },
  ];
}

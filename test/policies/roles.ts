// The roles and key policies in the templates of a stage. References are replaced by plausible values.

import { makePlausible } from '../../operate/judges/plausible.ts';
import type { JudgedTemplate } from '../../operate/judges/templates.ts';
import type { Holder } from './simulator.ts';

type Statement = {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
  Condition?: object;
};
type Document = { Statement: Statement[] };
export type Role = { id: string; template: string; statements: Statement[]; holder: Holder };

export function rolesOf(templates: readonly JudgedTemplate[]): Role[] {
  const put = makePlausible(templates);
  const all = templates.flatMap((template) =>
    Object.entries(template.content.Resources).map(([id, resource]) => ({ id, template, resource })),
  );
  const boundaries = new Map(
    all
      .filter(({ resource }) => resource.Type === 'AWS::IAM::ManagedPolicy')
      .map(({ template, resource }) => {
        const { ManagedPolicyName, PolicyDocument } = put(template, resource.Properties) as Record<
          string,
          object
        >;
        return [`:policy/${ManagedPolicyName}`, PolicyDocument];
      }),
  );
  return all
    .filter(({ resource }) => resource.Type === 'AWS::IAM::Role')
    .map(({ id, template, resource: { Properties = {} } }) => {
      const { Policies, PermissionsBoundary, RoleName } = put(template, {
        Policies: Properties.Policies ?? [],
        PermissionsBoundary: Properties.PermissionsBoundary,
        RoleName: Properties.RoleName,
      }) as { Policies: { PolicyDocument: Document }[]; PermissionsBoundary?: string; RoleName?: string };
      const policies = Policies.map(({ PolicyDocument }) => PolicyDocument);
      const boundary = [...boundaries].find(([name]) => PermissionsBoundary?.endsWith(name))?.[1];
      const statements = policies.flatMap(({ Statement }) => [Statement].flat());
      return {
        id,
        template: template.name,
        statements,
        holder: { ...(RoleName ? { name: RoleName } : {}), policies, ...(boundary ? { boundary } : {}) },
      };
    });
}

/** Returns the policies of the KMS keys, by the ARN of the key. */
export function keyPoliciesOf(templates: readonly JudgedTemplate[]): Map<string, object> {
  const put = makePlausible(templates);
  return new Map(
    templates.flatMap((template) =>
      Object.entries(template.content.Resources)
        .filter(([, { Type }]) => Type === 'AWS::KMS::Key')
        .map(([id, { Properties }]): [string, object] => [
          String(put(template, { 'Fn::GetAtt': [id, 'Arn'] })),
          put(template, Properties?.KeyPolicy) as object,
        ]),
    ),
  );
}

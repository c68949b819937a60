// Collects the policies of all roles in the templates, with possible values instead of references.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePlausible } from './plausible.ts';
import type { JudgedTemplate } from './templates.ts';

type Statement = { Action?: string | string[] };
type Document = { Version?: string; Statement: Statement | Statement[] };
export type Policy = { template: string; at: string; document: Document };
type Named = { PolicyName?: unknown; PolicyDocument?: unknown };

/** The types of policies that are resources of their own, such as a permissions boundary. */
const standing = ['Policy', 'ManagedPolicy', 'RolePolicy', 'UserPolicy', 'GroupPolicy'].map(
  (name) => `AWS::IAM::${name}`,
);

export function policiesOf(templates: readonly JudgedTemplate[]): Policy[] {
  const put = makePlausible(templates);
  return templates.flatMap((template) =>
    Object.entries(template.content.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const own = standing.includes(Type) ? [Properties as Named] : [];
      const inline = /^AWS::IAM::(Role|User|Group)$/.test(Type)
        ? ((Properties.Policies ?? []) as Named[])
        : [];
      return [...own, ...inline].map(({ PolicyName, PolicyDocument }) => {
        const { name, document } = put(template, { name: PolicyName ?? Type, document: PolicyDocument }) as {
          name: string;
          document: Document;
        };
        return { template: template.name, at: own.length > 0 ? id : `${id}/${name}`, document };
      });
    }),
  );
}

/** Writes a policy with one statement per line, so that the line of a finding identifies the statement. */
const written = ({ Statement, ...rest }: Document) => {
  const others = Object.entries(rest).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}, `,
  );
  const lines = [Statement].flat().map((one) => JSON.stringify(one));
  return `{${others.join('')}"Statement": [\n${lines.join(',\n')}\n]}\n`;
};

/** Returns the statement on a line of a written policy. */
export const statementOn = ({ document }: Policy, line: number): Statement | undefined =>
  [document.Statement].flat()[line - 2];

/**
 * Writes each policy into a file.
 * @returns the policies by the names of the files
 */
export function writePolicies(policies: readonly Policy[], folder: string): Map<string, Policy> {
  mkdirSync(folder, { recursive: true });
  const files = new Map(policies.map((policy, index) => [`${String(index).padStart(4, '0')}.json`, policy]));
  for (const [file, { document }] of files) writeFileSync(join(folder, file), written(document));
  return files;
}

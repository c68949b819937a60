// Reads the CloudFormation templates that are checked: those of the stacks in a package's folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../local/osls.ts';
import { Stop } from '../../local/stop.ts';

type Parameter = { Type: string; Default?: unknown; AllowedValues?: unknown[] };
type Output = { Value: unknown; Export?: { Name: unknown } };
type Content = Template & { Parameters?: Record<string, Parameter>; Outputs?: Record<string, Output> };

export type JudgedTemplate = {
  /** The name for display and for exceptions, for example `staging/data.json`. */
  name: string;
  file: string;
  /** The stage of the package. */
  stage?: string;
  content: Content;
};

/**
 * Returns the templates among the files of a package.
 * @throws if there is none
 */
export function packagedTemplates(folder: string): JudgedTemplate[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const state = 'serverless-state.json';
  const stage: string | undefined = files.includes(state) ? read(state).service?.provider?.stage : undefined;
  // The template of the whole service before it was split. It is left out, because it is never deployed.
  const whole = /^cloudformation-template-/;
  const templates = files
    .filter((file) => !whole.test(file))
    .sort()
    .flatMap((file) => {
      const content = read(file) as Content;
      const name = `${stage ?? 'package'}/${file}`;
      return content.Resources
        ? [{ name, file: join(folder, file), content, ...(stage ? { stage } : {}) }]
        : [];
    });
  if (templates.length > 0) return templates;
  const advice = 'Package first: npm run package -- --stage staging --package packaged';
  throw new Stop(`There is no CloudFormation template in ${folder}.`, advice);
}

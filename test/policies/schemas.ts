// The calls that CloudFormation makes for a resource. AWS publishes them in the schema of each resource type, as the
// permissions of its handlers. cfn-lint contains these schemas, so its version pins them.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../../local/emulators/program.ts';
import { installJudges } from '../../operate/judges/tools.ts';

export type Handler = 'create' | 'read' | 'update' | 'delete';
type Schema = { handlers?: Partial<Record<Handler, { permissions: string[] }>> };

/** Installs cfn-lint once. @returns the folder with its schemas */
export async function schemasOfCfnLint(say: Say): Promise<string> {
  const print = 'import cfnlint, os; print(os.path.dirname(cfnlint.__file__))';
  const program = join(await installJudges(say), 'python');
  return join(execFileSync(program, ['-c', print], { encoding: 'utf8' }).trim(), 'data/schemas');
}

/** @returns the actions of a resource type's handler in the region, or undefined if AWS does not publish them */
export function makeReadHandlers(folder: string, region: string) {
  const names: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'providers', `${region}.json`), 'utf8'),
  );
  const known = new Map<string, Schema>();
  return (type: string, handler: Handler): readonly string[] | undefined => {
    const name = names[type];
    const read = () => JSON.parse(readFileSync(join(folder, 'resources', `${name}.json`), 'utf8')) as Schema;
    if (!known.has(type)) known.set(type, name ? read() : {});
    return known.get(type)?.handlers?.[handler]?.permissions;
  };
}

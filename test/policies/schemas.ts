// What CloudFormation calls for a resource: AWS publishes it with each type's schema, as the permissions of its handlers. cfn-lint carries
// the schemas of its day, so the version of cfn-lint pins them.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../../local/emulators/program.ts';
import { installJudges } from '../../operate/judges/tools.ts';

export type Handler = 'create' | 'read' | 'update' | 'delete';
type Schema = { handlers?: Partial<Record<Handler, { permissions: string[] }>> };

/** @returns the folder of the schemas in cfn-lint, which is installed once */
export async function schemasOfCfnLint(say: Say): Promise<string> {
  const print = 'import cfnlint, os; print(os.path.dirname(cfnlint.__file__))';
  const program = join(await installJudges(say), 'python');
  return join(execFileSync(program, ['-c', print], { encoding: 'utf8' }).trim(), 'data/schemas');
}

/** @returns the actions of a type's handler in the region; nothing when AWS does not publish them */
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

// What CloudFormation calls for a resource: AWS publishes it with each type's schema, as the permissions of its handlers.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';

export const schemasAddress =
  'https://schema.cloudformation.sa-east-1.amazonaws.com/CloudformationSchema.zip';
export type Handler = 'create' | 'read' | 'update' | 'delete';
type Schema = { handlers?: Partial<Record<Handler, { permissions: string[] }>> };

/** @returns the folder of AWS's schemas, which are fetched once and stay under .local */
export async function fetchSchemas(say: (line: string) => void): Promise<string> {
  const folder = join(root, '.local/cloudformation-schemas');
  const archive = join(folder, 'all.zip');
  if (existsSync(archive)) return folder;
  say('fetching the schemas of CloudFormation from AWS (once) ...');
  const answer = await fetch(schemasAddress).catch(() => undefined);
  if (!answer?.ok)
    throw new Stop(`${schemasAddress} does not answer.`, 'Give a folder of schemas by --schemas.');
  mkdirSync(folder, { recursive: true });
  const downloaded = `${archive}.part`;
  writeFileSync(downloaded, Buffer.from(await answer.arrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', downloaded, folder]);
  execFileSync('mv', [downloaded, archive]);
  return folder;
}

/** @returns the actions of a type's handler; nothing when AWS does not publish them */
export function makeReadHandlers(folder: string) {
  const known = new Map<string, Schema>();
  return (type: string, handler: Handler): readonly string[] | undefined => {
    const file = join(folder, `${type.replaceAll('::', '-').toLowerCase()}.json`);
    if (!known.has(type)) known.set(type, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    return known.get(type)?.handlers?.[handler]?.permissions;
  };
}

// Reads the resources of a package, so that a check needs neither the repository nor AWS.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource, Template } from '../../infra/split-stacks.ts';
import type { Manifest } from '../../infra/stacks-plugin.ts';

/** Returns the resources of one type in the code stack and its nested stacks. */
export function packagedResources(folder: string, type: string): Resource[] {
  const files = Object.values(JSON.parse(readFileSync(join(folder, 'artifacts.json'), 'utf8')) as Manifest);
  const templates = files.filter((file) => file.endsWith('.json') && existsSync(join(folder, file)));
  return templates.flatMap((file) => {
    const { Resources = {} } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Partial<Template>;
    return Object.values(Resources).filter(({ Type }) => Type === type);
  });
}

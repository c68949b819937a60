// Reads the templates that people deploy by hand (infra/disaster).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cloudformationTags } from '../../local/cloudformation-tags.ts';
import { type Resource, root } from '../../local/service.ts';

const folder = join(root, 'infra/disaster');

export const disasterTemplates = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const { Resources, Parameters = {} } = parse(text, { customTags: cloudformationTags }) as {
    Resources: Record<string, Resource>;
    Parameters?: Record<string, { Default?: unknown }>;
  };
  return { file, Resources, Parameters };
});

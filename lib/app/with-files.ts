// The files in S3, for the functions that name them.

import { fileClient, makeFiles } from '../platform/files.ts';
import type { WithFiles } from './deps.ts';
import type { Ground } from './ground.ts';

export const withFiles = ({ config, world }: Ground): WithFiles => ({
  files: makeFiles(world.s3 ?? fileClient(config), config),
});

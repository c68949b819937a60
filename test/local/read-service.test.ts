// serverless.yml is read by osls, which deploys it, and by the local stack. Both readings must be the same.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { oslsCommand } from '../../local/osls.ts';
import { readService } from '../../local/read-service.ts';
import { root } from '../../local/service.ts';

const stages = ['local', 'staging', 'production'];

describe('serverless.yml as the local stack reads it', () => {
  test.each(stages)(
    'the local reading equals the result of the program osls for the stage %s',
    async (stage) => {
      const args = [oslsCommand(), 'print', '--format', 'json', '--stage', stage];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 24 });
      const { provider, functions, resources } = JSON.parse(stdout);

      const read = readService(stage);

      expect({ provider: read.provider, functions: read.functions }).toEqual({ provider, functions });
      expect(read.resources).toEqual({ Resources: resources.Resources, extensions: resources.extensions });
    },
  );
});

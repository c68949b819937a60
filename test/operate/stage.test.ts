import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../local/service.ts';

/** Runs the command without credentials, and with an address at which no server answers. */
function stage(...args: string[]) {
  const { PATH = '' } = process.env;
  const env = { PATH, AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_EC2_METADATA_DISABLED: 'true' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'operate/stage.ts'), ...args, '--region', 'sa-east-1'],
    { env, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test.each(['create', 'destroy', 'deploy'])(
  'the command `%s` refuses --dry-run together with --yes',
  (action) => {
    expect(stage(action, 'staging', '--dry-run', '--yes', '--confirm', 'staging')).toEqual({
      status: 1,
      stdout: '',
      stderr: '\n--yes makes the changes, and --dry-run only shows them.\nLeave one of them out.\n',
    });
  },
);

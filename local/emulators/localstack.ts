// LocalStack, an emulated AWS: from Python's index, or by Docker when that is asked for.

import { startLocalstackByDocker } from './localstack-docker.ts';
import { type Options, startLocalstackByPython } from './localstack-python.ts';
import type { Emulator } from './program.ts';

export async function startLocalstack({
  docker,
  ...options
}: Options & { docker: boolean }): Promise<Emulator> {
  return docker ? startLocalstackByDocker(options) : startLocalstackByPython(options);
}

// Starts LocalStack, an emulated AWS, from PyPI, or with Docker if that is requested.

import { startLocalstackByDocker } from './localstack-docker.ts';
import { type Options, startLocalstackByPython } from './localstack-python.ts';
import type { Emulator } from './program.ts';

export async function startLocalstack({
  docker,
  ...options
}: Options & { docker: boolean }): Promise<Emulator> {
  return docker ? startLocalstackByDocker(options) : startLocalstackByPython(options);
}

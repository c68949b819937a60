// Starts LocalStack with Docker, as defined in docker-compose.yml.

import { spawnSync } from 'node:child_process';
import { root } from '../service.ts';
import { Stop } from '../stop.ts';
import { type Emulator, runToEnd, type Say } from './program.ts';

const compose = ['compose', '--project-directory', root];

/** Stops with advice if Docker, its compose plugin or its daemon is missing. */
function requireDocker(): void {
  const answer = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8' });
  const client = answer('--version');
  if (client.error) {
    throw new Stop(
      'Docker is not installed.',
      'Install Docker (https://docs.docker.com/get-docker/), or leave --docker out.',
    );
  }
  if (answer('compose', 'version').status !== 0) {
    throw new Stop('Docker has no compose plugin.', 'Install its compose plugin, or leave --docker out.');
  }
  if (answer('info').status !== 0) {
    throw new Stop(
      'Docker is installed, but its daemon does not answer.',
      'Start Docker, or leave --docker out.',
    );
  }
}

export function hasDocker(): boolean {
  try {
    requireDocker();
    return true;
  } catch {
    return false;
  }
}

/** Starts LocalStack and waits until it reports that it is healthy. */
export async function startLocalstackByDocker({ port, say }: { port: number; say: Say }): Promise<Emulator> {
  requireDocker();
  say('docker compose up: LocalStack (the image is fetched once) ...');
  process.env.LOCALSTACK_PORT = String(port);
  const mend = 'docker compose logs localstack shows why.';
  await runToEnd('docker', [...compose, 'up', '--detach', '--wait', '--wait-timeout', '180'], mend);
  const endpoint = `http://127.0.0.1:${port}`;
  const health = await fetch(`${endpoint}/_localstack/health`);
  const { version } = (await health.json()) as { version: string };
  return {
    name: `LocalStack ${version}`,
    environment: { AWS_ENDPOINT_URL: endpoint },
    printed: () => '',
    async stop() {
      say('docker compose down ...');
      await runToEnd('docker', [...compose, 'down', '--volumes'], mend);
    },
  };
}

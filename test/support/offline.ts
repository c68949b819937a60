// Starts `osls offline` as a child process: the service behind serverless-offline.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/free-port.ts';
import { oslsCommand } from '../../local/osls.ts';
import { root } from '../../local/service.ts';
import { until } from './api.ts';

export async function startOffline() {
  const data = mkdtempSync(join(tmpdir(), 'pix-cashout-offline-'));
  // serverless-offline prints each path as it was sent, so its output is not searched for texts that were sent.
  const taintsFolder = mkdtempSync(join(tmpdir(), 'pix-cashout-taints-'));
  const [httpPort, lambdaPort] = [await freePort(), await freePort()];
  const ports = ['--httpPort', String(httpPort), '--lambdaPort', String(lambdaPort)];
  const args = [oslsCommand(), 'offline', 'start', '--stage', 'local', ...ports];
  const env = { ...process.env, OFFLINE_DATA: data, SLS_TELEMETRY_DISABLED: '1' };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk) => {
      printed += chunk;
    });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const baseUrl = `http://localhost:${httpPort}`;
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`osls offline ended: ${printed}`);
      return printed.includes('PIX cashout is listening');
    },
    Boolean,
    120,
  );
  return {
    baseUrl,
    lambdaUrl: `http://127.0.0.1:${lambdaPort}`,
    taintsFolder,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      for (const folder of [data, taintsFolder]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

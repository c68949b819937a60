// Simulates the used parts of Secrets Manager over HTTP, because no emulator from npm supports it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

export type SecretsManager = Awaited<ReturnType<typeof openSecretsManager>>;

export async function openSecretsManager(now = () => new Date()) {
  type Value = { text: string; at: Date };
  const values = new Map<string, Value>();
  /** The previous value, which AWS keeps. */
  const before = new Map<string, Value>();
  const keep = (id: string, text: string): void => {
    const present = values.get(id);
    if (present) before.set(id, present);
    values.set(id, { text, at: now() });
  };
  const absent = new Set<string>();
  let reads = 0;
  let isDown = false;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { SecretId, SecretString } = JSON.parse(text) as { SecretId: string; SecretString: string };
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    if (isDown) return answer(503, { __type: 'InternalServiceError' });
    const asked = String(request.headers['x-amz-target']);
    if (absent.has(SecretId))
      return answer(400, { __type: 'ResourceNotFoundException', Message: 'no secret' });
    if (asked.endsWith('.DescribeSecret')) {
      const stages = { ...(values.has(SecretId) ? { now: ['AWSCURRENT'] } : {}) };
      const earlier = before.has(SecretId) ? { before: ['AWSPREVIOUS'] } : {};
      return answer(200, { Name: SecretId, VersionIdsToStages: { ...stages, ...earlier } });
    }
    if (asked.endsWith('.UpdateSecretVersionStage')) {
      keep(SecretId, before.get(SecretId)?.text ?? '');
      return answer(200, { Name: SecretId });
    }
    if (asked.endsWith('.PutSecretValue')) {
      keep(SecretId, SecretString);
      return answer(200, { Name: SecretId });
    }
    reads += 1;
    const value = values.get(SecretId);
    if (!value) return answer(400, { __type: 'ResourceNotFoundException', Message: 'no value' });
    const CreatedDate = value.at.getTime() / 1000;
    return answer(200, { Name: SecretId, SecretString: value.text, CreatedDate });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    client: new SecretsManagerClient({ endpoint }),
    put: (id: string, value: object): void => {
      keep(id, JSON.stringify(value));
    },
    read: (id: string): Record<string, string> => JSON.parse(values.get(id)?.text ?? '{}'),
    /** Removes the secret completely. After that there is not even an empty secret with this name. */
    remove: (id: string): void => {
      values.delete(id);
      absent.add(id);
    },
    reads: () => reads,
    down: (down: boolean): void => {
      isDown = down;
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}

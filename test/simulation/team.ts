// Starts threads that run seeds. Each thread has a DynamoDB of its own.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Service } from '../../local/service.ts';
import { makeSecrets } from '../../local/settings.ts';
import type { Result, Task } from './run.ts';
import type { WorkerData } from './worker.ts';

export type Team = { run: (task: Task) => Promise<Result>; size: number; stop: () => Promise<void> };

/** @param bug the name of a bug to plant in the service */
export async function openTeam(service: Service, size = availableParallelism(), bug?: string): Promise<Team> {
  const secrets = await makeSecrets();
  const members = await Promise.all(
    Array.from({ length: size }, () => openMember({ service, secrets, ...(bug ? { bug } : {}) })),
  );
  const idle = [...members];
  const waiting: ((member: (typeof members)[number]) => void)[] = [];
  return {
    size,
    async run(task) {
      const member =
        idle.pop() ?? (await new Promise<(typeof members)[number]>((resolve) => void waiting.push(resolve)));
      try {
        return await member.run(task);
      } finally {
        const next = waiting.shift();
        if (next) next(member);
        else idle.push(member);
      }
    },
    async stop() {
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}

async function openMember(workerData: WorkerData) {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData, stderr: true });
  let answer: { resolve: (said: unknown) => void; reject: (error: Error) => void } | undefined;
  const hear = () =>
    new Promise<unknown>((resolve, reject) => {
      answer = { resolve, reject };
    });
  worker.on('message', (said) => answer?.resolve(said));
  worker.on('error', (error) => answer?.reject(error));
  await hear();
  return {
    async run(task: Task): Promise<Result> {
      const heard = hear();
      worker.postMessage(task);
      return (await heard) as Result;
    },
    async stop(): Promise<void> {
      await worker.terminate();
    },
  };
}

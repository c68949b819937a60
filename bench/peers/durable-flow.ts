// A payment as an AWS Lambda durable function, run by AWS's own local runner, so that its operations, invocations and
// checkpoints are counted. Its steps do nothing: what they write, and for how long, is on paper (../durable-bill.ts).

import { type DurableContext, StepSemantics, withDurableExecution } from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner, WaitingOperationStatus } from '@aws/durable-execution-sdk-js-testing';

/** Of one execution, as Lambda meters it (its guide: durable-execution-sdk, "How durable operations are metered"). */
export type Metered = { operations: number; invocations: number; bytes: number };
/** `approved` starts when the cashout is approved, `waiting` when it is created. */
export type Forms = { approved: Metered; waiting: Metered };

export const steps = ['reserve', 'pay', 'settle', 'deliver'] as const;
const approval = 'approval';

/** The step is not tried again: when its answer is lost, the network has to be asked before anything is sent. */
const sentOnce = {
  semantics: StepSemantics.AtMostOncePerRetry,
  retryStrategy: () => ({ shouldRetry: false }),
};

async function pay(context: DurableContext) {
  const [reserve, send, settle, deliver] = steps;
  const endToEndId = 'E6070119020250101120012345678901';
  const reserved = await context.step(reserve, async () => ({ status: 'RESERVED', endToEndId }));
  await context.step(send, async () => ({ status: 'PAID', endToEndId: reserved.endToEndId }), sentOnce);
  const settled = await context.step(settle, async () => ({ status: 'SUCCESS' }));
  await context.step(deliver, async () => ({ status: 200 }));
  return settled;
}

const approved = withDurableExecution((_: object, context) => pay(context));
const waiting = withDurableExecution(async (_: object, context) => {
  // The callback's id goes to whoever will approve.
  await context.waitForCallback(approval, async () => {});
  return pay(context);
});

/** @param cashout what an execution is started with */
export async function meterDurable(cashout: object): Promise<Forms> {
  await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
  try {
    const started = new LocalDurableTestRunner({ handlerFunction: approved });
    const called = new LocalDurableTestRunner({ handlerFunction: waiting });
    const run = called.run({ payload: cashout });
    const callback = called.getOperation(approval);
    await callback.waitForData(WaitingOperationStatus.SUBMITTED);
    await callback.sendCallbackSuccess(JSON.stringify({ approvedBy: '1' }));
    return { approved: metered(await started.run({ payload: cashout })), waiting: metered(await run) };
  } finally {
    await LocalDurableTestRunner.teardownTestEnvironment();
  }
}

type Run = Awaited<ReturnType<LocalDurableTestRunner['run']>>;

function metered(run: Run): Metered {
  if (run.getStatus() !== 'SUCCEEDED') throw new Error(`the durable function ended as ${run.getStatus()}`);
  return {
    // The start is an operation too, and not among these.
    operations: 1 + run.getOperations().length,
    invocations: run.getInvocations().length,
    bytes: payloadBytes(run.getHistoryEvents()),
  };
}

/** Inputs, results and what callbacks brought: names and times of operations are not metered. */
function payloadBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, held]) =>
      sum + (name === 'Payload' && typeof held === 'string' ? Buffer.byteLength(held) : payloadBytes(held)),
    0,
  );
}

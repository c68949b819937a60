// A payment as an AWS Lambda durable function, run by AWS's own local runner to count its operations, invocations and
// checkpoints. Its steps do nothing; their writes and durations are computed (../durable-bill.ts).

import { type DurableContext, StepSemantics, withDurableExecution } from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner, WaitingOperationStatus } from '@aws/durable-execution-sdk-js-testing';

/** For one execution, as Lambda meters it (its guide: durable-execution-sdk, "How durable operations are metered"). */
export type Metered = { operations: number; invocations: number; bytes: number };
/** `approved` starts at the approval of the cashout, `waiting` at its creation. */
export type Forms = { approved: Metered; waiting: Metered };

export const steps = ['reserve', 'pay', 'settle', 'deliver'] as const;
const approval = 'approval';

/** The step is not tried again: if its answer is lost, a look-up at the network must come before any other send. */
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
  // The callback's id would go to the approver.
  await context.waitForCallback(approval, async () => {});
  return pay(context);
});

/** @param cashout input of an execution */
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
    // The start is an operation too, but is not in this list.
    operations: 1 + run.getOperations().length,
    invocations: run.getInvocations().length,
    bytes: payloadBytes(run.getHistoryEvents()),
  };
}

/** Inputs, results and payloads of callbacks. Names and times of operations are not metered. */
function payloadBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, held]) =>
      sum + (name === 'Payload' && typeof held === 'string' ? Buffer.byteLength(held) : payloadBytes(held)),
    0,
  );
}

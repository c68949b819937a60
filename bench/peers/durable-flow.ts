// Runs a payment as an AWS Lambda durable function, with AWS's own local runner, to count its operations, invocations
// and checkpoints. The steps of the function do nothing; ../durable-bill.ts computes their writes and durations.

import { type DurableContext, StepSemantics, withDurableExecution } from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner, WaitingOperationStatus } from '@aws/durable-execution-sdk-js-testing';

/**
 * The use of one execution, as Lambda meters it (its guide: durable-execution-sdk, "How durable operations are
 * metered").
 */
export type Metered = { operations: number; invocations: number; bytes: number };
/**
 * `approved` is an execution that starts when the cashout is approved, `waiting` one that starts when it is created.
 */
export type Forms = { approved: Metered; waiting: Metered };

export const steps = ['reserve', 'pay', 'settle', 'deliver'] as const;
const approval = 'approval';

/**
 * The step is never repeated. If its answer is lost, the network must be asked for the payment before it is sent again.
 */
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
  // In a real service, the approver would get the id of the callback here.
  await context.waitForCallback(approval, async () => {});
  return pay(context);
});

/** @param cashout the input of an execution */
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
    // The list does not include the start, which is an operation too.
    operations: 1 + run.getOperations().length,
    invocations: run.getInvocations().length,
    bytes: payloadBytes(run.getHistoryEvents()),
  };
}

/** Counts the bytes of inputs, results and payloads of callbacks. Names and times of operations are not metered. */
function payloadBytes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, held]) =>
      sum + (name === 'Payload' && typeof held === 'string' ? Buffer.byteLength(held) : payloadBytes(held)),
    0,
  );
}

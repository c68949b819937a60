// Opens a recovery that is under way, without a PSP that has it.

import { expect } from 'vitest';
import type { Caller } from './api.ts';
import type { CallerRoute } from './routes.ts';
import type { Stack } from './stack.ts';

/** The request in the OpenAPI document. */
const told = { situation: 'SCAM', details: 'The seller does not exist' };

/** Requests the recovery of a paid cashout. Its state becomes UNDER_WAY, as if a PSP had it. */
export async function openRecovery({ deps }: Stack, caller: Caller, id: number): Promise<void> {
  const made = await caller.post(`/v3/cashouts/${id}/recovery`, { id, ...told });
  expect(made.status).toBe(200);
  const row = await deps.recoveries.get(id);
  if (row) await deps.recoveries.change(row, { status: 'UNDER_WAY', pspStatus: 'TRACKED' }, ['incident']);
}

/** The calls about the recovery of a cashout, by the name of the endpoint. */
export const recoveryCalls: Record<string, CallerRoute['calls']> = {
  requestRecovery: ({ recoveredCashout: id }) => [{ params: { id }, body: { id, ...told } }],
  getRecovery: ({ recoveredCashout: id }) => [{ params: { id } }],
  cancelRecovery: ({ recoveredCashout: id }) => [{ params: { id }, body: { id, recovery: 'cancel' } }],
};

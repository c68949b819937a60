// Schedule: sends again what is owed and overdue. Alone, without any stream or message, it finishes everything.

import type { Deps } from '../lib/deps.ts';
import { start } from '../lib/live.ts';
import { resumeStalled } from '../lib/operations/resume-stalled.ts';

export const makeHandler = (deps: Deps) => async (): Promise<{ resumed: number }> => ({
  resumed: await resumeStalled(deps),
});

export const handler = start(makeHandler);

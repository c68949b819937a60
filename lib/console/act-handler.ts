// Combines the acts of people in the console. They are a function of their own, because they may write and pay.

import { addDecisions } from './decide-handler.ts';
import type { ActDeps } from './deps.ts';
import { type App, makeFrame } from './frame-handler.ts';

import { addMedActs } from './med-handler.ts';
import { addNew } from './new-handler.ts';
import { addRecoveries } from './recovery-handler.ts';
import { addSettings } from './settings-handler.ts';

export function actApp(deps: ActDeps): App {
  const frame = makeFrame(deps);
  addDecisions(frame, deps);
  addMedActs(frame, deps);
  addNew(frame, deps);
  addSettings(frame, deps);
  addRecoveries(frame, deps);
  return frame.app;
}

// GET and POST under /desk: serves the pages of operators (docs/decisions/product/operators-desk.md).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import {
  withBatches,
  withBooks,
  withHolders,
  withLists,
  withMoney,
  withOperating,
  withProposals,
  withRecoveries,
  withSessions,
  withSynthetic,
} from '../lib/app/stores.ts';
import { serveConsole } from '../lib/console/serve-handler.ts';
import type { DeskDeps } from '../lib/desk/deps.ts';
import { deskApp } from '../lib/desk/desk-handler.ts';

export const makeHandler = (deps: DeskDeps) => serveConsole(deps, deskApp(deps));

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withOperating(runtime),
  ...withNetwork(runtime),
  ...withQueues(runtime),
  ...withLists(runtime),
  ...withBatches(runtime),
  ...withSynthetic(runtime),
  ...withBooks(runtime),
  ...withProposals(runtime),
  ...withRecoveries(runtime),
  ...withHolders(runtime),
  ...withSessions(runtime),
}));

// GET and POST under /desk: serves the pages of operators (docs/decisions/product/operators-desk.md).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork, withQueues } from '../lib/app/live.ts';
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
import { deskApp } from '../lib/desk/desk-handler.ts';

export const { makeHandler, handler } = lambda(
  [
    withMoney,
    withOperating,
    withNetwork,
    withQueues,
    withLists,
    withBatches,
    withSynthetic,
    withBooks,
    withProposals,
    withRecoveries,
    withHolders,
    withSessions,
  ],
  (deps) => serveConsole(deps, deskApp(deps)),
);

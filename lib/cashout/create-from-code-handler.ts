// The create call whose recipient, and perhaps amount, is in a copy-and-paste code.

import type { Core, WithNetwork } from '../app/deps.ts';
import type { CashoutEndpoint } from './cashout.ts';
import { createHandler, signedRoute } from './create-handler.ts';
import { freezeCode } from './freeze-code.ts';
import { createFromCodeBody } from './schemas.ts';

export function createFromCode(deps: Core & WithNetwork, endpoint: CashoutEndpoint) {
  return createHandler(deps, { ...signedRoute, body: createFromCodeBody }, endpoint, (body) => ({
    wanted: { copyAndPaste: body.copy_and_paste },
    freeze: (asked) => freezeCode(deps, asked),
  }));
}

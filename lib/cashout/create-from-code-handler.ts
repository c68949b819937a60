// Handles the create call with a copy-and-paste QR code, which contains the recipient and sometimes the amount.

import type { WithAccess } from '../access/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import { createHandler } from './create-handler.ts';
import type { WithCashouts, WithOpenTransfers } from './deps.ts';
import { createCopyAndPasteTransfer } from './endpoints.ts';
import { fixCode } from './fix-code.ts';

export const createFromCode = (
  deps: Base & WithAccess & WithPayouts & WithCashouts & WithOpenTransfers & WithNetwork,
) =>
  createHandler(deps, createCopyAndPasteTransfer, (body) => ({
    wanted: { copyAndPaste: body.copy_and_paste },
    fix: (asked) => fixCode(deps, asked),
  }));

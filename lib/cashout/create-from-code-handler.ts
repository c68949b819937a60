// Handles the create call with a copy-and-paste QR code, which contains the recipient and sometimes the amount.

import type { WithNetwork } from '../network/deps.ts';
import { createHandler } from './create-handler.ts';
import type { Core } from './deps.ts';
import { createCopyAndPasteTransfer } from './endpoints.ts';
import { fixCode } from './fix-code.ts';

export const createFromCode = (deps: Core & WithNetwork) =>
  createHandler(deps, createCopyAndPasteTransfer, (body) => ({
    wanted: { copyAndPaste: body.copy_and_paste },
    fix: (asked) => fixCode(deps, asked),
  }));

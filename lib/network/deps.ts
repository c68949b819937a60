// What the operations on the PIX network are handed, on top of lib/platform/deps.ts.

import type { NetworkInbox } from './inbox.ts';
import type { PixNetwork } from './port.ts';
import type { PspBooks } from './psp-books.ts';
import type { ReadSecret } from './psp-client.ts';

export type WithNetwork = { network: PixNetwork };

/** What a PSP lists; absent where none is configured. */
export type WithInbox = { inbox?: NetworkInbox };

/** Our certificate and credentials at the PSP; absent where none is configured. */
export type WithPspSecret = { readSecret?: ReadSecret };

/** A PSP's statements and balances; absent where none is configured. */
export type WithPspBooks = { pspBooks?: PspBooks };

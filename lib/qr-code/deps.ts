// What the operations on QR codes are handed, on top of lib/platform/deps.ts.

import type { Core as Below } from '../ledger/deps.ts';
import type { QrCodes } from './qr-code-store.ts';

export type Core = Below & { qrCodes: QrCodes };

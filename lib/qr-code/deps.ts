// Defines the dependencies of the operations on QR codes, in addition to lib/platform/deps.ts.

import type { QrCodes } from './qr-code-store.ts';

export type WithQrCodes = { qrCodes: QrCodes };

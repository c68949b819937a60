// Reads returns of sent payments. Efí has not published the format of these returns. They are read from the payment, in
// the Central Bank's format of a return.

import * as z from 'zod';
import type { NetworkInbox } from '../inbox.ts';
import type { CallPsp } from '../psp-client.ts';
import { devolucoes } from '../schemas.ts';

const payment = z.object({ idEnvio: z.string(), devolucoes });

export function makeEfiSentReturns(call: CallPsp): Required<NetworkInbox>['findSentReturns'] {
  return async (reference) => {
    const { status, body } = await call({ method: 'GET', path: `/v2/gn/pix/enviados/id-envio/${reference}` });
    const read = payment.safeParse(body);
    if (status !== 200 || !read.success || read.data.idEnvio !== reference)
      throw new Error(`PSP did not return the payment: ${status}`);
    return read.data.devolucoes;
  };
}

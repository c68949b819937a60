// Defines the endpoint for the network's callbacks.

import * as z from 'zod';
import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { named } from '../base/meanings.ts';
import { accepted } from './answers.ts';
import { networkNotices, networkOwnEvent, networkPixBody, networkQuestion } from './schemas.ts';

export const receiveNetworkPix = {
  route: 'POST /network/pix',
  auth: 'signature',
  body: networkPixBody,
  answer: as<typeof accepted>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Network',
    { receiveNetworkPix },
    {
      receiveNetworkPix: {
        summary: 'Receives the network’s notices of payments and refunds',
        details:
          'The body has the form of the Central Bank’s Pix API. The header hmac signs the body with a secret that the network also has. A PSP with events of its own signs them itself, and sends the secret in the header authorization.',
        body: z.union([
          named('NetworkNotices', networkNotices, {
            pix: ['Received payments and their refunds.'],
          }),
          named('NetworkQuestion', networkQuestion, {
            evento: ['Only from Efí, instead of pix: a test of the endpoint.', 'teste_webhook'],
          }),
          named('NetworkOwnEvent', networkOwnEvent, {
            event: [
              'Only from Woovi: the kind of event. Its other fields are Woovi’s.',
              'OPENPIX:MOVEMENT_CONFIRMED',
            ],
          }),
        ]),
        answer: accepted,
        example: {
          pix: [
            {
              endToEndId: 'E6070119020261121150400000000001',
              valor: '50.00',
              horario: '2026-11-21T15:04:05.123Z',
              chave: 'loja@example.com',
            },
          ],
        },
      },
    },
  );

import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { feeEvent, imposedReturnEvent, overdrawnEvent } from '../../lib/incoming/events.ts';
import type { PaymentReceived, ReturnImposed } from '../../lib/network/event.ts';
import { makeDocument } from '../../lib/openapi/document.ts';
import { eventCatalogue, typesThatMayGet } from '../../lib/webhook/event-catalogue.ts';
import { eventNames } from '../../lib/webhook/event-types.ts';
import { webhookTypes } from '../../lib/webhook/webhook.ts';
import { holdEventToContract } from '../support/contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
const document: any = makeDocument('http://localhost:3000', true);
const { schemas } = document.components;

describe('the catalogue of events', () => {
  test('the catalogue has an event for every webhook type', () => {
    const told = new Set<string>(eventNames.flatMap(typesThatMayGet));

    expect([...told].sort()).toEqual(webhookTypes.filter((type) => type !== 'ALL').sort());
  });

  test('every event name and its schema are in the OpenAPI document', () => {
    const { discriminator, oneOf } = schemas.Event;

    expect(Object.keys(discriminator.mapping).sort()).toEqual(Object.keys(eventCatalogue).sort());
    expect(discriminator.propertyName).toBe('type');
    for (const [name, place] of Object.entries<string>(discriminator.mapping)) {
      const schema = schemas[place.split('/').at(-1) ?? ''];
      expect(schema.properties.type.enum, name).toContain(name);
      expect(oneOf).toContainEqual({ $ref: place });
    }
    expect(schemas.EventName.enum).toEqual(eventNames);
  });

  test('the OpenAPI document has the same event schema for deliveries and for the feed', () => {
    const event = { $ref: '#/components/schemas/Event' };

    expect(document.webhooks.event.post.requestBody.content['application/json'].schema).toEqual(event);
    expect(schemas.EventPage.properties.results.items).toEqual(event);
  });

  const account = { branch: '0001', number: '123456784' };
  const at = '2026-11-21T15:04:05.123Z';
  const payment: PaymentReceived = {
    version: 1,
    kind: 'payment_received',
    amountCents: 5_000,
    account,
    endToEndId: 'E9999901120261121150400000000001',
    transactionId: 5,
    at,
    payer: {},
  };
  const imposed: ReturnImposed = {
    version: 1,
    kind: 'return_imposed',
    amountCents: 5_000,
    returnId: 'D9999901120261121150400000000001',
    at,
    payment,
  };
  const fee = {
    version: 1,
    kind: 'fee_charged',
    amountCents: 10,
    feeId: 'fee#1',
    account,
    type: 'PIX_CASHIN_TAX',
    endToEndId: payment.endToEndId,
  } as const;

  test.each([
    ['a fee', feeEvent(fee, { code: 7, at })],
    ['a refunded fee', feeEvent({ ...fee, undoes: 'fee#0', transactionId: 5 }, { code: 8, at })],
    ['a return', imposedReturnEvent({ ...imposed, code: 9, availableCents: cents(-10) }, payment)],
    ['an account below zero', overdrawnEvent(imposed, account, cents(-10))],
  ])('the event about %s is sent as documented', (_, { body }) => {
    const event = JSON.parse(body);

    expect(() => holdEventToContract(event)).not.toThrow();
    expect(() => holdEventToContract({ ...event, data: { ...event.data, more: 1 } })).toThrow('additional');
    expect(() => holdEventToContract({ ...event, type: 'cashout.lost' })).toThrow('is not as documented');
  });
});

import { describe, expect, test } from 'vitest';
import { eventCatalogue, eventNames, toldOf } from '../../lib/event-catalogue.ts';
import { makeDocument } from '../../lib/openapi/document.ts';
import { webhookTypes } from '../../lib/webhook.ts';
import { cashoutEventTypes } from '../../lib/webhook-event.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
const document: any = makeDocument('http://localhost:3000', true);
const { schemas } = document.components;

describe('the catalogue of events', () => {
  test('has each change of a cashout, with the kinds of webhook that hear of it', () => {
    for (const [change, types] of Object.entries(cashoutEventTypes)) {
      const told = toldOf(`cashout.${change as keyof typeof cashoutEventTypes}`);
      const always = told.types.filter((type) => !told.where?.includes(type) || types.includes(type));
      expect(always, change).toEqual(types);
    }
  });

  test('has an event for every kind of webhook', () => {
    const told = new Set<string>(eventNames.flatMap((name) => toldOf(name).types));

    expect([...told].sort()).toEqual(webhookTypes.filter((type) => type !== 'ALL').sort());
  });

  test('is in the document: every name, and the schema that it leads to', () => {
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

  test('is what a delivery carries and what the feed lists', () => {
    const event = { $ref: '#/components/schemas/Event' };

    expect(document.webhooks.event.post.requestBody.content['application/json'].schema).toEqual(event);
    expect(schemas.EventPage.properties.results.items).toEqual(event);
  });
});

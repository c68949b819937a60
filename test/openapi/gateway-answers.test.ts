import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDocument } from '../../lib/openapi/document.ts';
import { ownAnswers } from '../../local/gateway/answer.ts';
import { root } from '../../local/service.ts';
import { inlined } from '../support/inlined.ts';

const document: ReturnType<typeof makeDocument> = inlined(makeDocument('https://api.example.com', true));
const guide = readFileSync(join(root, 'docs/integrators.md'), 'utf8');
/** The statuses of the gateway's own answers that a caller may get. The service itself answers unknown routes. */
const statuses = [413, 429, 500, 503];

describe('answers that the gateway makes itself', () => {
  test('a gateway answer has a message and none of our own fields', () => {
    for (const { body } of Object.values(ownAnswers))
      expect(Object.keys(JSON.parse(body.toString()))).toEqual(['message']);
  });

  test.each(statuses)(
    'the gateway’s answer %i is in the guide and in the introduction of the document',
    (status) => {
      const [paragraph = ''] = /^Some answers come from the gateway.*?(?=\n\n)/ms.exec(guide) ?? [];
      const [, introduction = ''] = document.info.description?.split('The gateway') ?? [];

      expect(paragraph).toContain('`{"message": "…"}`');
      expect(paragraph).toContain(String(status));
      expect(introduction).toContain(String(status));
    },
  );

  test('a gateway answer is mentioned at each operation that uses the same status', () => {
    const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}));
    const told = operations.flatMap(({ responses = {} }) =>
      Object.entries(responses as Record<string, { description: string }>)
        .filter(([, { description }]) => description.includes('gateway'))
        .map(([status]) => Number(status)),
    );
    const given = operations.flatMap(({ responses = {} }) => Object.keys(responses).map(Number));

    expect(told.length).toBeGreaterThan(60);
    expect(told.sort()).toEqual(given.filter((status) => statuses.includes(status)).sort());
  });
});

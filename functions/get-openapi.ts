// GET /openapi.json: shows the API as an OpenAPI document (an extension: docs/decisions/product/api-documents.md).

import { start } from '../lib/app/start.ts';
import { openHandler } from '../lib/http/api.ts';
import { makeSendText } from '../lib/http/send-text.ts';
import { makeDocument } from '../lib/openapi/document.ts';
import type { Base } from '../lib/platform/deps.ts';
import { hasSandbox } from '../lib/platform/stages.ts';

export const makeHandler = (deps: Base) => {
  const { config } = deps;
  const stage = { allowLoopback: config.OUTBOUND_LOOPBACK === 'allow', cnpjLetters: config.CNPJ_LETTERS };
  const send = makeSendText(JSON.stringify(makeDocument(config.BASE_URL, hasSandbox(config), stage)));
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  };
  return openHandler(deps, async (event) => send(event, headers));
};

export const handler = start(makeHandler, (runtime) => runtime);

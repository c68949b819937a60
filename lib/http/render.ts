// Converts a handler's reply to API Gateway's format.

import type { ApiResult, Reply } from './api-event.ts';

export function render({ status = 200, headers = {}, ...content }: Reply): ApiResult {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: 'text' in content ? content.text : JSON.stringify(content.body),
  };
}

// Converts a handler's reply to API Gateway's format.

import type { ApiResult, Reply } from './api-event.ts';

export function render({ status = 200, headers = {}, cookies, ...content }: Reply): ApiResult {
  const isBase64Encoded = 'base64' in content;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    ...(cookies ? { cookies } : {}),
    ...(isBase64Encoded ? { isBase64Encoded } : {}),
    body: bodyOf(content),
  };
}

function bodyOf(content: { body: unknown } | { text: string } | { base64: string }): string {
  if ('base64' in content) return content.base64;
  return 'text' in content ? content.text : JSON.stringify(content.body);
}

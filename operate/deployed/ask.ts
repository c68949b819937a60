// Calls to services of an emulated AWS without an installed client. An emulator reads service and region from the
// signature but does not verify it, so nothing is signed here.

import { anyCredentials } from '../../local/emulators/program.ts';

export type Ask = ReturnType<typeof makeAsk>;

/** The emulator does not have the service. */
export class NotEmulated extends Error {}

export function makeAsk(endpoint: string) {
  async function send(service: string, path: string, init: RequestInit): Promise<string> {
    const { AWS_ACCESS_KEY_ID: key, AWS_REGION: region } = anyCredentials;
    const scope = `${key}/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
    const headers = { ...(init.headers as Record<string, string>), authorization };
    const answer = await fetch(endpoint + path, { ...init, headers });
    const text = await answer.text();
    if (answer.ok) return text;
    const isMissing = answer.status === 501 || /not (yet )?implemented|pro feature/i.test(text);
    if (isMissing) throw new NotEmulated(`${service} ${path}`);
    throw new Error(`${service} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  }

  return {
    /** A call of the JSON protocols. @param target "AWSEvents.DescribeRule" */
    async json<Answer>(service: string, target: string, body: object): Promise<Answer> {
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
      const text = await send(service, '/', { method: 'POST', headers, body: JSON.stringify(body) });
      return JSON.parse(text) as Answer;
    },

    /** A GET of the REST protocols: S3 answers in XML, the others in JSON. */
    async get(service: string, path: string): Promise<string> {
      return send(service, path, { method: 'GET' });
    },

    /** A call of the query protocol, answered in XML. */
    async query(service: string, parameters: Record<string, string>): Promise<string> {
      const body = new URLSearchParams(parameters);
      return send(service, '/', { method: 'POST', body });
    },
  };
}

/** The contents of all elements with that name. */
export function elements(xml: string, name: string): string[] {
  const found = [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
  return found.map(([, content = '']) => content.trim().replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

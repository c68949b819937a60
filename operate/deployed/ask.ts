// Calls services of an emulated AWS for which no client is installed. An emulator reads the service and the region from
// the signature but does not verify it, so nothing is signed here.

import { anyCredentials } from '../../local/emulators/program.ts';

export type Ask = ReturnType<typeof makeAsk>;

/** Is thrown if the emulator does not support the service. */
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
    throw new Error(`${service} answered ${path} with ${answer.status}: ${text.slice(0, 300)}`);
  }

  return {
    /**
     * Makes a call of the JSON protocols.
     * @param target for example "AWSEvents.DescribeRule"
     */
    async json<Answer>(service: string, target: string, body: object): Promise<Answer> {
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
      const text = await send(service, '/', { method: 'POST', headers, body: JSON.stringify(body) });
      return JSON.parse(text) as Answer;
    },

    /** Makes a GET of the REST protocols. S3 answers in XML, the other services in JSON. */
    async get(service: string, path: string): Promise<string> {
      return send(service, path, { method: 'GET' });
    },

    /** Makes a call of the query protocol, which is answered in XML. */
    async query(service: string, parameters: Record<string, string>): Promise<string> {
      const body = new URLSearchParams(parameters);
      return send(service, '/', { method: 'POST', body });
    },
  };
}

/** Returns the contents of all elements with this name. */
export function elements(xml: string, name: string): string[] {
  const found = [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
  return found.map(([, content = '']) => content.trim().replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

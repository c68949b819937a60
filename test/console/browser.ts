// Simulates a person's browser, with a cookie jar per host. It follows redirects.

const hopsMost = 10;

export type Asked = {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
};
export type Answered = { status: number; headers: Record<string, string>; cookies: string[]; text: string };
export type Shown = { status: number; path: string; text: string; headers: Record<string, string> };

/** @param baseUrl the stage's address. @param request makes one request without following redirects */
export function makeBrowser(baseUrl: string, request: (url: URL, asked: Asked) => Promise<Answered>) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (host: string) => {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };

  /** Makes one request without following redirects. @param more headers to change; one with an empty value is not sent */
  async function ask(address: string, more: Record<string, string> = {}): Promise<Shown & { to?: string }> {
    const url = new URL(address, baseUrl);
    const jar = jarOf(url.hostname);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const given = {
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
      ...more,
    };
    const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const answer = await request(url, { method: 'GET', headers });
    for (const one of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (/max-age=0(;|$)/i.test(one)) jar.delete(name);
      else jar.set(name, value);
    }
    const { location } = answer.headers;
    const to = location === undefined ? {} : { to: new URL(location, url).href };
    return { ...answer, path: url.href.replace(baseUrl, ''), ...to };
  }

  /** @param how many redirects it follows */
  async function visit(address: string, more: Record<string, string> = {}, hops = hopsMost): Promise<Shown> {
    const from = new URL(address, baseUrl).host;
    const shown = await ask(address, more);
    if (!shown.to || hops === 0) return shown;
    // After a redirect to another host, the browser says so, also if a further redirect leads back.
    const next = new URL(shown.to).host === from ? more : { ...more, 'sec-fetch-site': 'cross-site' };
    return visit(shown.to, next, hops - 1);
  }

  /** The provider asks for the person, unless the person has just signed in. */
  async function signInAt(
    address: string,
    person: string,
    more: Record<string, string> = {},
  ): Promise<Shown> {
    const shown = await visit(address, more);
    return shown.path.includes('/interaction/') ? visit(`${shown.path}?as=${person}`) : shown;
  }

  /** Sends bytes with the headers that a browser adds on one of our pages. */
  function post(path: string, body: string | Buffer<ArrayBuffer>, more: Record<string, string>) {
    const cookie = [...jarOf('localhost')].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'accept-language': 'en',
      origin: baseUrl,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      cookie,
      ...more,
    };
    return request(new URL(path, baseUrl), { method: 'POST', headers, body });
  }

  return {
    jarOf,
    ask,
    post,
    /** Sends a form with the headers that a browser adds on one of our pages. @param more headers to change */
    send(path: string, form: readonly (readonly [string, string])[], more: Record<string, string> = {}) {
      const body = String(new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])));
      return post(path, body, more);
    },
    /** Sends a form with files. */
    async upload(path: string, form: FormData, more: Record<string, string> = {}) {
      const made = new Response(form);
      const type = made.headers.get('content-type') ?? '';
      return post(path, Buffer.from(await made.arrayBuffer()), { 'content-type': type, ...more });
    },
    visit,
    /** Signs in as a person at the provider. @returns the last page */
    signIn: (person: string, to = '/console'): Promise<Shown> =>
      signInAt(`/console/sign-in/begin?to=${encodeURIComponent(to)}`, person),
    signInAt,
    /** Signs in at the provider, but does not deliver its answer. @returns the address of the answer */
    async answerFor(person: string, begin = '/console/sign-in/begin'): Promise<string> {
      let at = begin;
      while (!at.startsWith(`${baseUrl}/console/signed-in`)) {
        const { path, to } = await ask(at);
        at = to ?? `${path}?as=${person}`;
      }
      return at;
    },
  };
}

export async function overHttp(url: URL, asked: Asked): Promise<Answered> {
  const answer = await fetch(url, { redirect: 'manual', ...asked });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    cookies: answer.headers.getSetCookie(),
    text: await answer.text(),
  };
}

// Finds what must never be in a log: everything that callers send and the service returns, unless it is named here as
// harmless, and every text that looks like a person's number, a token or a secret.

import { isCnpj, isCpf } from '../../lib/base/tax-id.ts';
import type { HttpCall } from '../../local/gateway/event.ts';

export type Leak = { kind: string; text: string; line: string };
export type Taints = ReturnType<typeof makeTaints>;

/** Ids that are used to find lines, words of the contract, and the service's own words. */
const harmless = new Set(
  `company_id user_id client_id id idEnvio qr_code_id transaction_id webhook_id reference message detail field status outcome
   code type_webhook event_type result reason paused_reason permissions without audience token_type keys types type
   transaction_type credit_or_debit what schedule_state`.split(/\s+/),
);
const ours = new Map([
  // API Gateway creates these ids, which may contain any letters.
  ['requestId', /^[\w-]{15}=$/],
  ['correlationId', /^(cashout|chargeback|cashin|payment)-\d+$/],
  ['eventType', /^[a-z]+\.[a-z_]+$/],
  // The route as the service declares it. It contains no word of the caller's path.
  ['route', /^[A-Z]+ (\/(v\d|oauth2|\.?[a-z][a-z_.-]*|\{[a-z_]+\+?\}))+$/],
]);
const lengthMin = 5;
/** Only the beginning and the end of a long text are searched, because each of them reveals it as well as the whole. */
const lengthMax = 24;

const looks: [kind: string, shape: RegExp, isIt?: (text: string) => boolean][] = [
  ['CPF', /(?<!\w)\d{11}(?!\w)/g, isCpf],
  ['CPF', /\d{3}\.\d{3}\.\d{3}-\d{2}/g],
  ['CNPJ', /(?<!\w)\d{14}(?!\w)/g, isCnpj],
  ['CNPJ', /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/g],
  ['phone number', /\+55\d{10,11}/g],
  ['e-mail address', /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi],
  ['token', /eyJ[\w-]{5,}/g],
  ['credentials', /\b(?:Bearer|Basic) +[\w.+/=-]{8,}/gi],
  ['webhook secret', /whsec_/g],
  ['64 hex digits', /[0-9a-f]{64}/gi],
];

export function makeTaints() {
  const planted = new Map<string, string>();
  const spared = new Set<string>();

  function plant(kind: string, text: string): void {
    const trimmed = text.trim().toLowerCase();
    // An amount is not secret, and durations look the same.
    if (trimmed.length < lengthMin || /^\d+\.\d{1,2}$/.test(trimmed)) return;
    for (const part of [trimmed.slice(0, lengthMax), trimmed.slice(-lengthMax)]) {
      if (!planted.has(part)) planted.set(part, kind);
    }
  }

  /** Plants every text in a value at any depth. It uses no recursion, because some bodies nest ten thousand times. */
  function plantAll(origin: string, value: unknown): void {
    const open: [name: string, value: unknown][] = [['', value]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [name, one] = next;
      if (typeof one !== 'string') {
        const isList = Array.isArray(one);
        for (const [key, inner] of Object.entries(one ?? {})) open.push([isList ? name : key, inner]);
      } else if (harmless.has(name)) spared.add(one.toLowerCase());
      else plant(`${origin} ${name}`.trim(), one);
    }
  }

  return {
    plantAll,
    entries: (): [string, string][] => [...planted],

    /** Returns the texts for another process, which reads the log. */
    toJson: (): string => JSON.stringify({ planted: [...planted], spared: [...spared] }),
    add(json: string): void {
      const other = JSON.parse(json) as { planted: [string, string][]; spared: string[] };
      for (const [text, kind] of other.planted) planted.set(text, kind);
      for (const text of other.spared) spared.add(text);
    },

    plantCall({ headers = {}, body }: HttpCall): void {
      for (const [name, value] of Object.entries(headers)) {
        if (/^(authorization|hmac)$/i.test(name)) {
          plant(`${name} header`, value);
          plant(`${name} header`, value.replace(/^\w+ +/, ''));
        }
      }
      if (body === undefined) return;
      const text = body.toString();
      if (text.length > lengthMax) plant('request body', text);
      plantAll('request', readJson(text));
    },

    plantAnswer: (body: unknown): void => plantAll('answer', body),

    /** Returns for each forbidden text the first line that shows it. */
    find(lines: readonly string[]): Leak[] {
      const byText = new Map<string, string>();
      const byNumber = new Map<string, string>();
      for (const line of lines)
        for (const text of textsOf(readJson(line) ?? line, byNumber, line)) byText.set(text, line);
      const leaks = new Map<string, Leak>();
      const note = (leak: Leak) => leaks.has(leak.kind) || leaks.set(leak.kind, leak);
      for (const [text, line] of byText) {
        for (const [kind, shape, isIt = () => true] of looks) {
          const found = (text.match(shape) ?? []).find((one) => isIt(one));
          if (found) note({ kind, text: found, line });
        }
      }
      const lowered = [...byText].map(([text, line]) => [text.toLowerCase(), line] as const);
      for (const [taint, kind] of planted) {
        const [, line = byNumber.get(taint)] = lowered.find(([text]) => shows(text, taint)) ?? [];
        if (line && ![...spared].some((one) => one.includes(taint))) note({ kind, text: taint, line });
      }
      return [...leaks.values()];
    },
  };
}

/**
 * Returns whether a text contains a forbidden one. Digits and short texts count only if they stand alone, because a
 * random id or a long word may contain them by chance.
 */
function shows(text: string, taint: string): boolean {
  if (!text.includes(taint)) return false;
  if (taint.length >= lengthMax / 2 && !/^\d+$/.test(taint)) return true;
  return new RegExp(`(?<!\\w)${taint.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
}

/**
 * Yields the names and texts within a log line. Whole numbers are collected separately, because only a whole number can
 * belong to something else.
 */
function* textsOf(value: unknown, numbers: Map<string, string>, line: string): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') numbers.set(String(value), line);
  else if (value && typeof value === 'object') {
    for (const [name, one] of Object.entries(value)) {
      if (!/^[a-z_]+$/i.test(name)) yield name;
      // Some fields are not searched: the time of a line, the number of a row, which may look like a person's number,
      // and the type of an event, whose words are the contract's.
      const isOurs = ours.get(name)?.test(String(one)) || name === 'milliseconds' || name === 'timestamp';
      if (!isOurs) yield* textsOf(one, numbers, line);
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fails the run if something forbidden was logged. */
export function refuseLeaks(leaks: readonly Leak[]): void {
  if (leaks.length === 0) return;
  const told = leaks.map(({ kind, text, line }) => `${kind} (${text}): ${line}`).join('\n');
  throw new Error(`the log shows what it must not:\n${told}`);
}

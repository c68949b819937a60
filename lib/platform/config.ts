// Reads and checks the environment once at the start, so that a Lambda with a wrong setting fails before its first
// request. The schemas use zod/mini, because each start builds them, and zod's own schemas take several times as long.

import * as z from 'zod/mini';
import { networkFaults, secretFaults } from './network-settings.ts';
import {
  atLeast,
  contestDays,
  keyList,
  list,
  maybe,
  present,
  pspList,
  timeOfDay,
  waits,
} from './setting-types.ts';

const environment = z
  .object({
    /** `local` and `staging` may have the sandbox network. Any other stage must have a real network. */
    STAGE: present,
    /** Public address of the API, without a trailing slash: page URLs are built from it, never from a header. */
    BASE_URL: z.url(),
    /** Eight digits that identify this institution in the network. */
    OUR_ISPB: z.string().check(z.regex(/^\d{8}$/)),
    /** Our three-digit bank code (COMPE). OFX files contain it instead of the ISPB. */
    BANK_CODE: z.optional(z.string().check(z.regex(/^(\d{3})?$/))),
    /** Issuer of access tokens. */
    TOKEN_ISSUER: present,
    /** How long an access token lives. */
    TOKEN_SECONDS: atLeast(60),
    /** JWK set (JSON) that verifies access tokens; each of its keys is accepted. */
    TOKEN_PUBLIC_KEYS: z.optional(present),
    /** Private JWK (JSON) that signs access tokens; only the token endpoint has it. */
    TOKEN_SIGNING_KEY: maybe,
    /** JWK set (JSON) that verifies receipts, and no token; keys stay in it for years. */
    RECEIPT_PUBLIC_KEYS: maybe,
    /** Private JWK (JSON) that signs receipts; only functions that show receipts have it. */
    RECEIPT_SIGNING_KEY: maybe,
    /** Key of the public addresses of receipts, 32 bytes in base64. With another one, printed addresses end. */
    RECEIPT_CODE_KEY: maybe,
    /** Comma-separated keys for secrets at rest, 32 bytes each in base64: the first encrypts, all decrypt. */
    DATA_KEYS: keyList,
    /** `allow`: calls to URLs from outside may go to this machine, also over http. Stage `local` only. */
    OUTBOUND_LOOPBACK: z.enum(['refuse', 'allow']),
    /** Comma-separated hosts that may serve the charges of dynamic codes and the keys that verify them. */
    BR_CODE_ISSUERS: list,
    /** Whether dynamic codes are paid over a PSP that may pay a different amount ([psp.md](psp.md)). */
    DYNAMIC_CODES: z.enum(['refuse', 'pay']),
    /** Maximum amount of a dynamic code that a PSP pays, in cents. */
    DYNAMIC_CODE_MAX_CENTS: atLeast(1),
    /** Our accounts at [PSPs](psp.md#switch-it-on): one line each, with name, PSP, address, our PIX key and limits. */
    PSPS: pspList,
    /** Who pays cashouts: the sandbox (`sandbox`), or the name of an account of the list. */
    PAYOUT_NETWORK: present,
    /** Who makes refunds: the sandbox (`sandbox`), or the name of an account of the list. */
    REFUND_NETWORK: present,
    /** Least [balance at the paying PSP](psp.md#the-balance-at-the-psp), in cents. With 0 none is read. */
    PSP_FLOOR_CENTS: z._default(atLeast(0), 0),
    /** Name of the secret with our certificates and credentials at the PSPs. */
    PSP_SECRET_ID: maybe,
    /** Days to contest a return of a MED case. `30,2026-09-01=80`: 30, then 80 from that day in Brasília. */
    MED_CONTEST_DAYS: contestDays,
    /** Key for calls to `/sandbox/…`; only in stages with a sandbox. */
    SANDBOX_KEY: maybe,
    /** Comma-separated secrets that sign the network's callbacks; only the callback endpoint has them. */
    NETWORK_CALLBACK_SECRETS: list.check(z.refine((secrets) => secrets.every(({ length }) => length >= 16))),
    /** Comma-separated IPs. If set, callbacks must come from one, with the secret in the query, unsigned. */
    NETWORK_CALLBACK_SOURCES: list,
    /** Comma-separated origins of web pages that may call the API. Browsers ask first, on paths that are no routes. */
    CONSOLE_ORIGIN: list,
    /** Address of the console, without a trailing slash; `consoleDomain` sets it. Without it, there is no console. */
    CONSOLE_URL: maybe,
    /** The provider of identities (OpenID Connect) at which people sign in to the console. */
    CONSOLE_ISSUER: maybe,
    /** Our id at that provider. */
    CONSOLE_CLIENT_ID: maybe,
    /** Name that the pages, receipts and messages show; empty: the general name. */
    BRAND_NAME: z._default(z.string().check(z.maxLength(40)), ''),
    /** Accent colour of the pages, such as `#3f4fd6`. Its shades are chosen so that every text can be read. */
    BRAND_ACCENT: z._default(z.string().check(z.regex(/^#[0-9a-f]{6}$/i)), '#3f4fd6'),
    /** Path of the logo in the package: an SVG picture of at most 20 kB. Empty: the standard mark. */
    BRAND_LOGO: maybe,
    SESSIONS_TABLE: maybe,
    /** How long a payment to `slow@sandbox.pix` takes; only in stages with a sandbox. */
    SANDBOX_SLOW_SECONDS: z.optional(atLeast(0)),
    /** Whether callers come through CloudFront, whose address hides theirs. */
    CLOUD_FRONT: z._default(z.stringbool(), false),
    /** Whether PIX keys and legal ids may be CNPJs with letters, which the contract does not have. */
    CNPJ_LETTERS: z.stringbool(),
    /** Maximum webhooks of one account, and so maximum deliveries of one event. */
    WEBHOOKS_MAX: atLeast(1),
    /** Maximum transfers in progress per account. Above it, approvals and self-approving creates are 429. */
    OPEN_TRANSFERS_MAX: atLeast(1),
    /** When a cashout that is scheduled for a day starts: HH:MM in São Paulo. */
    SCHEDULE_STARTS_AT: timeOfDay,
    /** When a scheduled cashout without funds is tried for the last time: HH:MM in São Paulo. */
    SCHEDULE_RETRIES_AT: timeOfDay,
    /** How many days ahead a cashout may be scheduled. */
    SCHEDULE_DAYS_MAX: atLeast(1),
    /** How long a row may have pending work before `resume-stalled` sends it again. */
    RESUME_AFTER_SECONDS: atLeast(1),
    /** First wait before the network is asked again about an unknown outcome; it doubles, up to a quarter of an hour. */
    RETRY_FIRST_SECONDS: atLeast(1),
    /** First wait before the network is asked for the outcome of a refund; it doubles, up to five minutes. */
    CHARGEBACK_POLL_SECONDS: atLeast(1),
    /** Requests that one client may make in a second; more is a 429. */
    CLIENT_REQUESTS_PER_SECOND: atLeast(1),
    /** Requests that one client may make at once; at least as many as in a second. */
    CLIENT_REQUESTS_BURST: atLeast(1),
    /** Tokens of one user for look-ups of unpaid payees: 20 for a key that is not found, 1 for another. */
    LOOKUPS_CAPACITY: atLeast(20),
    /** Look-up tokens that a user regains in a minute. */
    LOOKUPS_PER_MINUTE: atLeast(1),
    /** Comma-separated waits between the attempts of a delivery, in seconds. */
    WEBHOOK_LADDER_SECONDS: waits,
    /** Time limit of a whole attempt. */
    WEBHOOK_TIMEOUT_SECONDS: atLeast(1),
    /** Time limit of an attempt on the fast queue; a receiver that takes longer is served on the slow queue. */
    WEBHOOK_PATIENCE_SECONDS: z.coerce.number().check(z.positive()),
    /** Maximum deliveries that wait for a failing receiver; any more are HELD. */
    WEBHOOK_WAITING_MAX: atLeast(1),
    /** How long every attempt must have failed before a webhook is paused. */
    WEBHOOK_PAUSE_AFTER_SECONDS: atLeast(1),
    /** Share of cashouts that are traced, 0 to 1; with 0 nothing is ([operating.md](operating.md#traces)). */
    TRACE_SHARE: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 0),
    ACCOUNTS_TABLE: present,
    CASHOUTS_TABLE: present,
    STATEMENT_TABLE: present,
    EVENTS_TABLE: present,
    WEBHOOKS_TABLE: present,
    DELIVERIES_TABLE: present,
    QR_CODES_TABLE: present,
    CHARGEBACKS_TABLE: present,
    MED_CASES_TABLE: present,
    INCIDENTS_TABLE: present,
    MARKERS_TABLE: present,
    EXPORTS_TABLE: present,
    BATCHES_TABLE: present,
    /** Exports of statements that one account may ask for in a day. */
    EXPORTS_PER_DAY: atLeast(1),
    /** Batches of payouts that one user may create for an account in a day. */
    BATCHES_PER_DAY: atLeast(1),
    /** Cashouts that a batch starts in a second. */
    BATCH_LINES_PER_SECOND: atLeast(1),
    /** Where files are kept; only the functions that write or link to them have it. */
    FILES_BUCKET: maybe,
    SANDBOX_NETWORK_TABLE: maybe,
    /** Where operators' actions are recorded; only the functions that operate the service have it. */
    AUDIT_TABLE: maybe,
    /** Where the results of comparing our books with the PSP's are kept; only `reconcilePsp` has it. */
    BOOKS_TABLE: maybe,
    /** How old a difference between the PSP's books and ours has to be before it counts. */
    PSP_GRACE_SECONDS: z._default(atLeast(0), 3_600),
    /** Who pays the PSP's fees: this institution (`house`), or the account of the payment (`account`). */
    FEES_BORNE_BY: z._default(z.enum(['house', 'account']), 'house'),
    TRANSFERS_QUEUE_URL: present,
    WEBHOOK_EVENTS_QUEUE_URL: present,
    WEBHOOK_DELIVERIES_QUEUE_URL: present,
    SLOW_WEBHOOK_DELIVERIES_QUEUE_URL: present,
    CHARGEBACKS_QUEUE_URL: present,
    EXPORTS_QUEUE_URL: present,
    BATCHES_QUEUE_URL: present,
    NETWORK_EVENTS_QUEUE_URL: present,
  })
  .check(
    z.superRefine((settings, context) => {
      const fault = (name: string, message: string) =>
        context.addIssue({ code: 'custom', path: [name], message });
      for (const [name, message] of [...networkFaults(settings), ...secretFaults(settings)])
        fault(name, message);
      // A refused client is told to wait one second. The requests that the client regains in that second must fit into
      // the burst.
      if (settings.CLIENT_REQUESTS_BURST < settings.CLIENT_REQUESTS_PER_SECOND)
        fault('CLIENT_REQUESTS_BURST', 'must be at least CLIENT_REQUESTS_PER_SECOND');
      if (settings.CONSOLE_URL && !(settings.CONSOLE_ISSUER && settings.CONSOLE_CLIENT_ID))
        fault('CONSOLE_ISSUER', 'and CONSOLE_CLIENT_ID are required for a console');
      // In Lambda, the loopback address leads to the runtime, which has the function's credentials.
      if (settings.STAGE !== 'local' && settings.OUTBOUND_LOOPBACK === 'allow')
        fault('OUTBOUND_LOOPBACK', 'is allowed only in the stage local');
    }),
  );

export type Config = z.infer<typeof environment>;

/** @throws an Error that names the settings that are missing or wrong */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(variables, { jitless: true });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`settings missing or wrong: ${faults}`);
}

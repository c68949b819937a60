// Simulates a PIX network, in stages local and staging only. It has its own table, so look-ups, retries and idempotency
// by reference work as with a real network. It settles payments to ordinary recipients. Reserved recipients decide the
// outcome: <reason code>@sandbox.pix, timeout@, slow@ and unknown@sandbox.pix, as key or as recipient name.

import { createHash } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parsePixKey } from '../account/pix-key.ts';
import { cents } from '../base/money.ts';
import { completeCpf } from '../base/tax-id.ts';
import { addSeconds } from '../base/time.ts';
import type { FetchCharge } from '../network/fetch-charge.ts';
import { institutionName } from '../network/institutions.ts';
import { operationIdOf } from '../network/operation-id.ts';
import type {
  ChargeLookup,
  PaymentLookup,
  PaymentOrder,
  PaymentOutcome,
  Rails,
  Recipient,
} from '../network/port.ts';
import { describeReject, rejectCode } from '../network/reject-codes.ts';
import type { SandboxSettings } from '../platform/sandbox-settings.ts';
import { conditionFailed, type Database, putIfAbsent } from '../platform/table.ts';
import { makeSandboxRefunds, type SandboxRefunds } from './sandbox-refunds.ts';

type Verdict = Exclude<PaymentOutcome, { kind: 'unknown' }> | { kind: 'open' };

/** A payment at the network. `knownFrom`: time before which the network does not report the outcome. */
type Payment = {
  reference: string;
  endToEndId: string;
  amountCents: number;
  verdict: Verdict;
  knownFrom: string;
};

/** The sandbox network; absent if a real network is configured. */
export type WithSandbox = { sandbox?: SandboxNetwork };

export type SandboxNetwork = Rails &
  Pick<SandboxRefunds, 'tellRefund'> & {
    /** Sets the outcome of a payment that is still open. Returns false if no open payment has this reference. */
    tell(reference: string, outcome: 'settled' | 'failed' | 'refused', code?: string): Promise<boolean>;
  };

/** The charges of dynamic QR codes that the sandbox hosts. The text of these codes is in docs/getting-started.md. */
const charges: Record<string, ChargeLookup> = {
  'sandbox.pix/cob/open': {
    kind: 'payable',
    pixKey: 'fulano@example.com',
    amountCents: cents(2_750),
    txid: 'sandboxcobopen000000000001',
  },
  'sandbox.pix/cob/expired': { kind: 'not_payable' },
  'sandbox.pix/cob/silent': { kind: 'unknown' },
};

const people = [
  'Ana Souza',
  'Bruno Lima',
  'Carla Dias',
  'Diego Alves',
  'Elisa Rocha',
  'Fabio Melo',
  'Gabi Reis',
];
const institutions = ['00000000', '60701190', '18236120', '00416968', '16501555'];

type Options = {
  db: Database;
  settings: SandboxSettings;
  now: () => Date;
  /** Reads the charges of dynamic QR codes whose issuer is not the sandbox itself. */
  fetchCharge: FetchCharge;
};

export function makeSandboxNetwork({ db, settings, now, fetchCharge }: Options): SandboxNetwork {
  const { table, slowSeconds } = settings;

  async function find(reference: string): Promise<Payment | undefined> {
    const { Item } = await db.client.send(
      new GetCommand({ TableName: table, Key: { reference }, ConsistentRead: true }),
    );
    return Item as Payment | undefined;
  }

  function say({ verdict, knownFrom }: Payment): PaymentOutcome {
    return verdict.kind === 'open' || knownFrom > now().toISOString() ? { kind: 'unknown' } : verdict;
  }

  return {
    ...makeSandboxRefunds(db, settings, now),
    bindsCodeAmount: true,
    repeatsPayOnce: false,
    checksOwner: () => false,

    async resolveBrCode({ url }) {
      // The URL comes from outside, so the name 'constructor' must not find an inherited property.
      const own = Object.hasOwn(charges, url) ? charges[url] : undefined;
      return own ?? fetchCharge(url);
    },

    async resolveKey(key) {
      return { kind: 'found', recipient: makeUpRecipient(key) };
    },

    async sendPayment(order: PaymentOrder): Promise<PaymentOutcome> {
      const word = /^([a-z0-9]+)@sandbox\.pix$/.exec(order.recipient.name ?? '')?.[1] ?? '';
      const payment: Payment = {
        reference: order.reference,
        endToEndId: order.endToEndId,
        amountCents: order.amountCents,
        verdict: word === 'unknown' ? { kind: 'open' } : verdictOn(word, order.reference),
        knownFrom: addSeconds(now(), word === 'slow' ? slowSeconds : 0),
      };
      if (!(await putIfAbsent(db, table, payment, 'reference'))) {
        const first = await find(order.reference);
        return first ? say(first) : { kind: 'unknown' };
      }
      // The timeout hides the answer from this call, but a look-up finds it.
      return word === 'timeout' ? { kind: 'unknown' } : say(payment);
    },

    async findPayment({ reference }): Promise<PaymentLookup> {
      const payment = await find(reference);
      return payment ? say(payment) : { kind: 'not_found' };
    },

    async tell(reference, outcome, code = outcome === 'refused' ? 'DS04' : 'ED05') {
      const verdict: Verdict =
        outcome === 'settled' ? settled(reference) : { kind: outcome, code, text: describeReject(code) };
      try {
        await db.client.send(
          new UpdateCommand({
            TableName: table,
            Key: { reference },
            UpdateExpression: 'SET verdict = :verdict',
            ConditionExpression: 'verdict.kind = :open',
            ExpressionAttributeValues: { ':verdict': verdict, ':open': 'open' },
          }),
        );
        return true;
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        return false;
      }
    },
  };
}

function verdictOn(word: string, reference: string): Verdict {
  const code = word.toUpperCase();
  const reject = rejectCode(code);
  return reject ? { kind: reject.ends, code, text: describeReject(code) } : settled(reference);
}

/**
 * Returns the outcome of a settled payment. The network's own operation id is made from the reference, so that it is
 * always the same.
 */
function settled(reference: string): Verdict {
  return { kind: 'settled', operationId: operationIdOf(reference) };
}

/**
 * Makes a fictitious recipient for a key. The same key always gives the same recipient. The name of a reserved key's
 * recipient is the key itself, because sendPayment reads the outcome from it.
 */
function makeUpRecipient(key: string): Recipient {
  const dice = createHash('sha256').update(key).digest();
  const ispb = institutions[dice.readUInt8(0) % institutions.length] ?? '00000000';
  const type = parsePixKey(key, true)?.type;
  const digits = String(dice.readUIntBE(1, 6)).padStart(15, '0');
  return {
    name: key.endsWith('@sandbox.pix') ? key : (people[dice.readUInt8(7) % people.length] ?? 'Ana Souza'),
    legalId: type === 'CPF' || type === 'CNPJ' ? key : completeCpf(digits.slice(-9)),
    ispb,
    institutionName: institutionName(ispb) ?? ispb,
    branch: '0001',
    accountNumber: digits.slice(-8),
    accountType: dice.readUInt8(8) % 4 === 0 ? 'SAVING_ACCOUNT' : 'CURRENT_ACCOUNT',
  };
}

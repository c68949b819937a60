// Builds the dependencies of the story: the stores of the running stage, a clock that the acts set, and a network whose
// payees have the story's names. Messages that workers would get are handled at once, or kept for the story.

import type { Deps } from '../../lib/app/deps.ts';
import type { World } from '../../lib/app/runtime.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import type { PaymentOrder, PixNetwork } from '../../lib/network/port.ts';
import { makeLog } from '../../lib/platform/log.ts';
import type { OutboundCall, OutboundResult } from '../../lib/platform/outbound.ts';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { recordEvent } from '../../lib/webhook/record-event.ts';
import { statusAt } from '../demo-receiver.ts';
import { now } from './clock.ts';
import { fateOfKey, nameOfKey } from './payees.ts';

export type Stage = {
  deps: Deps;
  /** What the network answers to the payment of a cashout: a reason code, or `unknown` for no answer. */
  fates: Map<string, string>;
  /** Deliveries to webhooks whose first attempt is to be made. */
  deliveries: DeliveryMessage[];
  /** What runs while the story goes on. */
  running: Promise<unknown>[];
};

const silent = makeLog({ info: () => {}, warn: () => {}, error: () => {} });

/** @param makeDeps builds the dependencies of the stage */
export function openStage(makeDeps: (world: World) => Deps): Stage {
  const deliveries: DeliveryMessage[] = [];
  const fates = new Map<string, string>();
  const queues: Deps['queues'] = {
    send: async () => {},
    offer: async () => ({ unsent: [] }),
    offerPages: async () => ({ unsent: [] }),
    sendAll: async () => {},
    sendBatch: async () => {},
    sendExport: async () => {},
    sendEvent: (event) => applyNetworkEvent(deps, event),
    sendAccountEvent: (event) => recordEvent(deps, event),
    sendDelivery: async (message) => void deliveries.push(message),
    sendDeliveries: async (messages) => void deliveries.push(...messages),
  };
  const made = makeDeps({ now, queues, log: silent, outbound: receive });
  const running: Promise<unknown>[] = [];
  const deps: Deps = { ...made, ...inHaste(made, running), network: withNames(made.network, fates) };
  return { deps, fates, deliveries, running };
}

/**
 * Saves the reads whose answers the story knows: the sandbox is never silent, nobody has spent the look-ups, and a key
 * does not change its owner. Events are recorded while the story goes on.
 */
function inHaste(
  { pspRows, lookups, accounts, events }: Deps,
  running: Promise<unknown>[],
): Pick<Deps, 'pspRows' | 'lookups' | 'accounts' | 'events'> {
  const append: Deps['events']['append'] = async (event) => {
    running.push(events.append(event));
    return { sequence: 0, page: 0 };
  };
  const get = once(
    ({ place, at }: { place: string; at: Date }) => pspRows.get(place, at),
    ({ place }) => place,
  );
  return {
    pspRows: {
      ...pspRows,
      get: (place, at) => get({ place, at }),
      mayAsk: async () => true,
      mayReach: async () => true,
    },
    lookups: { ...lookups, hasTokens: async () => true },
    accounts: { ...accounts, findByPixKey: once((key: string) => accounts.findByPixKey(key), String) },
    events: { ...events, append },
  };
}

function once<Asked, Answer>(
  read: (asked: Asked) => Promise<Answer>,
  nameOf: (asked: Asked) => string,
): (asked: Asked) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (asked) => {
    const name = nameOf(asked);
    const answer = known.get(name) ?? read(asked);
    known.set(name, answer);
    return answer;
  };
}

/** Answers a delivery as the demo's receiver does, but in this process and at the time of the act. */
async function receive({ url }: OutboundCall): Promise<OutboundResult> {
  const status = statusAt(new URL(url).pathname) ?? 404;
  return { kind: 'answered', status, headers: {}, body: Buffer.alloc(0), isWhole: true };
}

/** The sandbox decides by the payee's name, so the name of a payment with a fate is replaced on its way there. */
function withNames(network: PixNetwork, fates: ReadonlyMap<string, string>): PixNetwork {
  return {
    ...network,
    async resolveKey(key, ...more) {
      const found = await network.resolveKey(key, ...more);
      const name = nameOfKey(key);
      return found.kind === 'found' && name ? { ...found, recipient: { ...found.recipient, name } } : found;
    },
    sendPayment(order: PaymentOrder) {
      const fate = fates.get(order.reference) ?? fateOfKey(order.pixKey);
      const recipient = fate ? { ...order.recipient, name: `${fate}@sandbox.pix` } : order.recipient;
      return network.sendPayment({ ...order, recipient });
    },
  };
}

// Creates what all kinds of traffic share: the accounts, the receivers, and the load's record of its own requests.

import { type Answered, type Ask, makeAsk } from './asking.ts';
import { type Account, openCompanies, openScreens, type Screen } from './companies.ts';
import { openReceivers, type Receivers } from './receivers.ts';

/** The latest cashouts that were created with a key. They are used for replays, look-ups and conflicts. */
export type Created = { account: Account; id: number; key: string; path: string; content: object };
/** A QR code of an account that was paid. */
type Paid = { account: Account; qrCodeId: number; at: number };
export type Ended = { at: number; ms: number };

export type Scene = {
  ask: Ask;
  now: () => number;
  accounts: Account[];
  screens: Screen[];
  receivers: Receivers;
  /** Webhooks whose receivers always fail, so that their deliveries wait. The permanent webhook comes first. */
  never: number[];
  answered: Answered[];
  created: Created[];
  paid: Paid[];
  chargebacks: { account: Account; id: number }[];
  medCases: string[];
  /** The temporary webhooks. */
  passing: { account: Account; id: number }[];
  /** Cashouts that must reach SUCCESS but whose success was not delivered yet. Each has the time of its first call. */
  open: Map<number, { at: number; isTimed: boolean }>;
  /** Cashouts whose success was delivered before their call was answered, with the time of the delivery. */
  succeeded: Map<number, number>;
  ended: Ended[];
  /** The events that each account's prompt receiver got: the id, and the number of deliveries. */
  told: Map<string, number>[];
  close(): void;
};

const companyCount = 4;
const screenCount = 5;
/** These accounts have a second receiver that is not prompt. */
const others = { 4: 'slow', 5: 'slow', 6: 'failing', 7: 'never' } as const;

export async function openScene(
  baseUrl: string,
  failing: { everyMs: number; forMs: number },
  clock: () => number,
): Promise<Scene> {
  const answered: Answered[] = [];
  const open: Scene['open'] = new Map();
  const succeeded: Scene['succeeded'] = new Map();
  const ended: Ended[] = [];
  const told = Array.from({ length: companyCount * 2 }, () => new Map<string, number>());
  const receivers = await openReceivers(failing, (path, { id, type, data }) => {
    // The path of a temporary webhook contains no account number, so its events are ignored.
    const events = told[Number(path.split('/')[2])];
    if (!events) return;
    const times = events.get(id) ?? 0;
    events.set(id, times + 1);
    if (type !== 'cashout.succeeded' || times > 0) return;
    succeeded.set(data.id ?? 0, clock());
    noteEnd({ open, succeeded, ended }, data.id ?? 0);
  });
  const ask = makeAsk(baseUrl, clock, (one) => void answered.push(one));
  const accounts = await openCompanies(baseUrl, companyCount);
  const screens = await openScreens(baseUrl, accounts[0] as Account, screenCount);
  const never: number[] = [];
  for (const [index, account] of accounts.entries()) {
    await register(ask, account, receivers.url('prompt', index));
    const other = others[index as keyof typeof others];
    const id = other && (await register(ask, account, receivers.url(other, index)));
    if (other === 'never' && id !== undefined) never.push(id);
  }
  const shared = {
    ask,
    now: clock,
    accounts,
    screens,
    receivers,
    never,
    answered,
    open,
    succeeded,
    ended,
    told,
  };
  const remembered = { created: [], paid: [], chargebacks: [], medCases: [], passing: [] };
  return { ...shared, ...remembered, close: receivers.close };
}

export function noteSent(scene: Scene, id: number, sent: { at: number; isTimed: boolean }): void {
  scene.open.set(id, sent);
  noteEnd(scene, id);
}

/** Records the end of a cashout. The webhook may arrive before the answer of the call, so both must be known. */
function noteEnd({ open, succeeded, ended }: Pick<Scene, 'open' | 'succeeded' | 'ended'>, id: number): void {
  const [sent, at] = [open.get(id), succeeded.get(id)];
  if (!sent || at === undefined) return;
  open.delete(id);
  succeeded.delete(id);
  if (sent.isTimed) ended.push({ at: sent.at, ms: at - sent.at });
}

/** @returns the webhook's id */
export async function register(
  ask: Ask,
  { company, source }: Account,
  url: string,
  due?: number,
): Promise<number | undefined> {
  const content = { ...source, url, type_webhook: 'ALL' };
  const call = { group: 'webhook changes', kind: 'webhook registered', path: '/api/webhooks' } as const;
  const at = due === undefined ? {} : { due };
  const answer = await ask({ ...call, content, by: company, ...at });
  return answer && Number(answer.body.id);
}

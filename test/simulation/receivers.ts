// Simulates receivers of webhooks. The service reaches them through its port for HTTP calls to addresses that callers
// have chosen. They record every request.

import type { Outbound, OutboundResult } from '../../lib/platform/outbound.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import { never, running } from './lambda.ts';
import type { Scheduler } from './scheduler.ts';

export type Received = {
  url: string;
  id: string;
  timestamp: string;
  signature: string;
  authorization: string | undefined;
  body: string;
  step: number;
  /** The step in which the sender last read the registration, and how many milliseconds before the request that was. */
  sightStep: number;
  sightAge: number;
  /** The steps in which the sender last read clients and policies, and their ages, by partition key. */
  sawRights: ReadonlyMap<string, { step: number; age: number }>;
  acknowledged: boolean;
  /** Milliseconds since 1970, by the world's clock. */
  time: number;
};

/** Behaviours of receivers that are not ordinary. The host name selects the behaviour. */
const habits = {
  dawdles: { kind: 'answered', status: 200, reaches: true, takesMs: 1_700 },
  refuses: { kind: 'answered', status: 500, reaches: true },
} as const;
export type Habit = keyof typeof habits;

type Options = { scheduler: Scheduler; dice: Dice; faults: Faults };

export function makeReceivers({ scheduler, dice, faults }: Options) {
  const received: Received[] = [];
  const gone = new Set<string>();
  /** How often an invocation began to send an event to a URL, whether the request arrived or not. */
  const posts = new Map<string, number>();
  /** Calls that a slow receiver has not answered yet: the present number and the maximum. */
  const dawdling = { now: 0, most: 0 };

  function answer(url: string): {
    kind: OutboundResult['kind'];
    status: number;
    reaches: boolean;
    takesMs?: number;
  } {
    const [habit] = new URL(url).hostname.split('-');
    if (habit === 'dawdles' || habit === 'refuses') return habits[habit];
    if (gone.has(url)) return { kind: 'answered', status: 410, reaches: true };
    if (faults.strikes('receiver is gone')) gone.add(url);
    if (faults.strikes('receiver fails'))
      return { kind: 'answered', status: dice.pick([302, 404, 429, 500, 503]), reaches: true };
    if (faults.strikes('receiver hangs')) return { kind: 'timeout', status: 0, reaches: dice.chance(0.5) };
    if (faults.strikes('receiver breaks off'))
      return { kind: 'no_answer', status: 0, reaches: dice.chance(0.5) };
    return { kind: 'answered', status: 200, reaches: true };
  }

  const outbound: Outbound = ({ url, headers, body = '', timeoutMs }) => {
    const invocation = running();
    if (invocation?.dead) return never();
    const header = (name: string) => headers[name] as string | undefined;
    return new Promise((resolve) => {
      scheduler.add(
        `${invocation?.functionKey}/${invocation?.id} POST ${url} ${header('webhook-id')}`,
        () => {
          if (invocation?.dead) return;
          if (faults.strikes('crash before')) return invocation?.die();
          const { kind, status, reaches, takesMs } = answer(url);
          const sight = invocation?.sawWebhook.get(url);
          const what = `${header('webhook-id')} ${url}`;
          posts.set(what, (posts.get(what) ?? 0) + 1);
          const acknowledged = kind === 'answered' && status >= 200 && status < 300;
          if (reaches)
            received.push({
              url,
              id: header('webhook-id') ?? '',
              timestamp: header('webhook-timestamp') ?? '',
              signature: header('webhook-signature') ?? '',
              authorization: header('authorization'),
              body,
              step: scheduler.steps(),
              sightStep: sight?.step ?? 0,
              sightAge: scheduler.lived() - (sight?.lived ?? Number.NEGATIVE_INFINITY),
              sawRights: new Map(
                [...(invocation?.sawRights ?? [])].map(([key, { step, lived }]) => [
                  key,
                  { step, age: scheduler.lived() - lived },
                ]),
              ),
              acknowledged,
              time: scheduler.now(),
            });
          scheduler.note(`  ${kind} ${status}`);
          if (faults.strikes('crash after')) return invocation?.die();
          const result: OutboundResult =
            kind === 'answered'
              ? { kind, status, headers: {}, body: Buffer.alloc(0), isWhole: true }
              : { kind };
          const takes = kind === 'timeout' ? timeoutMs : (takesMs ?? dice.between(5, 300));
          if (takesMs !== undefined) dawdling.most = Math.max(dawdling.most, ++dawdling.now);
          scheduler.at(scheduler.now() + takes, () => {
            if (takesMs !== undefined) dawdling.now -= 1;
            resolve(result);
          });
        },
      );
    });
  };
  return { outbound, received, posts, gone, dawdling };
}

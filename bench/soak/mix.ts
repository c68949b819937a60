// The mix of the load: the function of each kind of request, and how often the kind occurs in a round of eight seconds.

import {
  createThenApprove,
  payAtScreen,
  payBankDetails,
  payCode,
  refused,
  rehearsed,
  replay,
  selfApprove,
} from './cashouts.ts';
import {
  listMedCases,
  listWebhooks,
  lookUp,
  readBalance,
  readChargeback,
  readEvents,
  readStatement,
} from './reads.ts';
import { changeWebhooks, payQrCode, refund, report } from './received.ts';
import type { Scene } from './scene.ts';
import { spreadEvenly } from './schedule.ts';

type Flow = (scene: Scene, turn: number, due: number) => Promise<void>;

const mix = {
  selfApprove: [8, selfApprove],
  createThenApprove: [4, createThenApprove],
  payCode: [3, payCode],
  payBankDetails: [3, payBankDetails],
  payAtScreen: [1, payAtScreen],
  rehearsed: [1, rehearsed],
  replay: [5, replay],
  refused: [6, refused],
  readStatement: [7, readStatement],
  readEvents: [7, readEvents],
  lookUp: [6, lookUp],
  readBalance: [4, readBalance],
  listWebhooks: [1, listWebhooks],
  changeWebhooks: [1, changeWebhooks],
  payQrCode: [3, payQrCode],
  refund: [2, refund],
  readChargeback: [1, readChargeback],
  report: [1, report],
  listMedCases: [2, listMedCases],
} satisfies Record<string, [count: number, flow: Flow]>;

export type Kind = keyof typeof mix;

const roundSeconds = 8;
export const round = spreadEvenly(
  Object.fromEntries(Object.entries(mix).map(([kind, [count]]) => [kind, count])) as Record<Kind, number>,
);
export const slotsPerSecond = round.length / roundSeconds;

export const runKind = (scene: Scene, kind: Kind, turn: number, due: number): Promise<void> =>
  mix[kind][1](scene, turn, due);

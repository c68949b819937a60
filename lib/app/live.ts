// Dependencies beyond the tables: queues, outbound calls, the network. A function gets those it names.
// Tests, and the service in one process, get them all.

import { SQSClient } from '@aws-sdk/client-sqs';
import type { WithQueues } from '../incoming/deps.ts';
import type { WithInbox, WithNetwork, WithPspBooks, WithPspSecret } from '../network/deps.ts';
import { makeFetchCharge } from '../network/fetch-charge.ts';
import { makeReadSecret } from '../network/psp-secret.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import type { Config } from '../platform/config.ts';
import type { WithOutbound } from '../platform/deps.ts';
import { makeOutbound } from '../platform/outbound.ts';
import { sandboxSettingsOf } from '../platform/sandbox-settings.ts';
import type { WithCanary } from '../sandbox/canary-store.ts';
import { makeCanaries } from '../sandbox/canary-store.ts';
import type { WithSandbox } from '../sandbox/sandbox-network.ts';
import { makeSandboxNetwork } from '../sandbox/sandbox-network.ts';
import { chooseBooks } from './choose-books.ts';
import { chooseInbox } from './choose-inbox.ts';
import { chooseNetwork } from './choose-network.ts';
import { makeCore } from './core.ts';
import type { Deps } from './deps.ts';
import { type Ground, makeGround, type World } from './ground.ts';
import { makeQueues } from './queues.ts';
import {
  withBacklogs,
  withBooks,
  withExports,
  withFiles,
  withLists,
  withMoney,
  withOperating,
  withParties,
  withPersons,
  withPreflights,
  withReceipts,
} from './stores.ts';

export function withQueues({ config, world }: Ground): WithQueues {
  return { queues: world.queues ?? makeQueues(world.sqs ?? new SQSClient(awsClientSettings), config) };
}

export function withOutbound({ config, world }: Ground): WithOutbound {
  return {
    outbound: world.outbound ?? makeOutbound({ allowLoopback: config.OUTBOUND_LOOPBACK === 'allow' }),
  };
}

export function withNetwork(ground: Ground): WithNetwork {
  const { config, now } = ground;
  const { sandbox } = withSandbox(ground);
  const [readSecret, fetchCharge] = [pspSecretOf(ground), chargesOf(ground)];
  return { network: chooseNetwork({ config, sandbox, readSecret, fetchCharge, now }) };
}

export function withInbox(ground: Ground): WithInbox {
  const { config, now, log, metrics } = ground;
  const inbox = chooseInbox({ config, readSecret: pspSecretOf(ground), now, log, count: metrics.count });
  return inbox ? { inbox } : {};
}

export function withPspBooks(ground: Ground): WithPspBooks {
  const { config, now } = ground;
  const pspBooks = chooseBooks({ config, readSecret: pspSecretOf(ground), now });
  return pspBooks ? { pspBooks } : {};
}

export function withPspSecret(ground: Ground): WithPspSecret {
  return ground.config.PSP_URL ? { readSecret: pspSecretOf(ground) } : {};
}

export function withSandbox(ground: Ground): WithSandbox {
  const { config, now, db } = ground;
  const settings = sandboxSettingsOf(config);
  if (!settings) return {};
  return { sandbox: makeSandboxNetwork({ db, settings, now, fetchCharge: chargesOf(ground) }) };
}

export const withCanary = ({ db }: Ground): WithCanary => ({ canaries: makeCanaries(db) });

/** The charges of dynamic codes, from their issuers. */
function chargesOf(ground: Ground) {
  const { outbound } = withOutbound(ground);
  return makeFetchCharge({ outbound, issuers: ground.config.BR_CODE_ISSUERS, now: ground.now });
}

function pspSecretOf({ config, world }: Ground) {
  return world.readSecret ?? makeReadSecret(config.PSP_SECRET_ID ?? '');
}

/** All dependencies, for tests and for the service in one process. */
export function makeDeps(config: Config, world: World = {}): Deps {
  const ground = makeGround(config, world);
  return {
    ...makeCore(ground),
    ...withMoney(ground),
    ...withLists(ground),
    ...withPreflights(ground),
    ...withReceipts(ground),
    ...withParties(ground),
    ...withBooks(ground),
    ...withOperating(ground),
    ...withPersons(ground),
    ...withExports(ground),
    ...withFiles(ground),
    ...withQueues(ground),
    ...withBacklogs(ground),
    ...withOutbound(ground),
    ...withNetwork(ground),
    ...withInbox(ground),
    ...withPspBooks(ground),
    ...withPspSecret(ground),
    ...withSandbox(ground),
    ...withCanary(ground),
  };
}

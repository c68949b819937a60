// Builds the dependencies besides the tables: queues, outbound calls, the network. A function gets only those that it
// names. Tests, and the service in one process, get all of them.

import { SQSClient } from '@aws-sdk/client-sqs';
import type { WithQueues } from '../incoming/deps.ts';
import type { WithBalances, WithInbox, WithNetwork, WithPspBooks, WithPspSecret } from '../network/deps.ts';
import { makeFetchCharge } from '../network/fetch-charge.ts';
import { makeReadSecrets } from '../network/psp-secret.ts';
import { awsClientSettings } from '../platform/aws-client.ts';
import type { Config } from '../platform/config.ts';
import type { WithOutbound } from '../platform/deps.ts';
import { makeOutbound } from '../platform/outbound.ts';
import { sandboxSettingsOf } from '../platform/sandbox-settings.ts';
import type { WithSandbox } from '../sandbox/sandbox-network.ts';
import { makeSandboxNetwork } from '../sandbox/sandbox-network.ts';
import { chooseBalances } from './choose-balances.ts';
import { chooseBooks } from './choose-books.ts';
import { chooseInbox } from './choose-inbox.ts';
import { chooseNetwork } from './choose-network.ts';
import { makeCore } from './core.ts';
import type { Deps } from './deps.ts';
import { makeQueues } from './queues.ts';
import { makeRuntime, type Runtime, type World } from './runtime.ts';
import {
  withBacklogs,
  withBatches,
  withBooks,
  withExports,
  withFiles,
  withListMarks,
  withLists,
  withMoney,
  withOperating,
  withParties,
  withPersons,
  withPreflights,
  withProposals,
  withPspRows,
  withReceipts,
  withRecoveries,
  withSignIn,
  withSynthetic,
} from './stores.ts';

export function withQueues({ config, world }: Runtime): WithQueues {
  return { queues: world.queues ?? makeQueues(world.sqs ?? new SQSClient(awsClientSettings), config) };
}

export function withOutbound({ config, world }: Runtime): WithOutbound {
  return {
    outbound: world.outbound ?? makeOutbound({ allowLoopback: config.OUTBOUND_LOOPBACK === 'allow' }),
  };
}

export function withNetwork(runtime: Runtime): WithNetwork {
  const { config, now } = runtime;
  const { sandbox } = withSandbox(runtime);
  const [readSecrets, fetchCharge] = [pspSecretsOf(runtime), chargesOf(runtime)];
  const { pspRows } = withPspRows(runtime);
  return { network: chooseNetwork({ config, sandbox, readSecrets, pspRows, fetchCharge, now }) };
}

export function withInbox(runtime: Runtime): WithInbox {
  const { config, now, log, metrics } = runtime;
  const inbox = chooseInbox({ config, readSecrets: pspSecretsOf(runtime), now, log, count: metrics.count });
  return inbox ? { inbox } : {};
}

export function withPspBooks(runtime: Runtime): WithPspBooks {
  const { config, now } = runtime;
  return { pspBooks: chooseBooks({ config, readSecrets: pspSecretsOf(runtime), now }) };
}

export function withBalances(runtime: Runtime): WithBalances {
  const { config, now } = runtime;
  return { balances: chooseBalances({ config, readSecrets: pspSecretsOf(runtime), now }) };
}

export function withPspSecret(runtime: Runtime): WithPspSecret {
  return runtime.config.PSPS.length > 0 ? { readSecrets: pspSecretsOf(runtime) } : {};
}

export function withSandbox(runtime: Runtime): WithSandbox {
  const { config, now, db } = runtime;
  const settings = sandboxSettingsOf(config);
  if (!settings) return {};
  return { sandbox: makeSandboxNetwork({ db, settings, now, fetchCharge: chargesOf(runtime) }) };
}

/** Makes the function that reads the charge of a dynamic code from its issuer. */
function chargesOf(runtime: Runtime) {
  const { outbound } = withOutbound(runtime);
  return makeFetchCharge({ outbound, issuers: runtime.config.BR_CODE_ISSUERS, now: runtime.now });
}

function pspSecretsOf({ config, world }: Runtime) {
  return world.readSecrets ?? makeReadSecrets(config.PSP_SECRET_ID ?? '');
}

/** Builds all dependencies, for tests and for the service in one process. */
export function makeDeps(config: Config, world: World = {}): Deps {
  const runtime = makeRuntime(config, world);
  return {
    ...makeCore(runtime),
    ...withMoney(runtime),
    ...withLists(runtime),
    ...withPreflights(runtime),
    ...withReceipts(runtime),
    ...withParties(runtime),
    ...withBooks(runtime),
    ...withOperating(runtime),
    ...withProposals(runtime),
    ...withPersons(runtime),
    ...withExports(runtime),
    ...withBatches(runtime),
    ...withFiles(runtime),
    ...withSignIn(runtime),
    ...withQueues(runtime),
    ...withBacklogs(runtime),
    ...withOutbound(runtime),
    ...withNetwork(runtime),
    ...withInbox(runtime),
    ...withPspBooks(runtime),
    ...withBalances(runtime),
    ...withPspSecret(runtime),
    ...withSandbox(runtime),
    ...withListMarks(runtime),
    ...withRecoveries(runtime),
    ...withSynthetic(runtime),
  };
}

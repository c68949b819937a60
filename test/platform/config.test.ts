import { describe, expect, test } from 'vitest';
import { chooseNetwork } from '../../lib/app/choose-network.ts';
import { readConfig } from '../../lib/platform/config.ts';
import { parsePsps } from '../../lib/platform/psp-list.ts';
import { sandboxSettingsOf } from '../../lib/platform/sandbox-settings.ts';
import { hasSandbox } from '../../lib/platform/stages.ts';
import { useStack } from '../support/use-stack.ts';
import { variablesOf } from '../support/variables.ts';

const used = useStack();

/** Returns the settings of this stack as the environment variables of a different stage. */
const variables = (change: Record<string, string>) => ({
  ...variablesOf(used.stack.config),
  OUTBOUND_LOOPBACK: 'refuse',
  SANDBOX_KEY: 'k'.repeat(32),
  NETWORK_CALLBACK_SECRETS: 'k'.repeat(32),
  ...change,
});
const psp = {
  STAGE: 'production',
  PAYOUT_NETWORK: 'main',
  REFUND_NETWORK: 'main',
  PSPS: 'main efi https://pix.example.com us@example.com',
  PSP_SECRET_ID: 'secret',
};

describe('a production stage', () => {
  test('production starts with a PSP for payouts and refunds and without the sandbox', () => {
    const {
      SANDBOX_KEY: _,
      SANDBOX_NETWORK_TABLE: __,
      SANDBOX_SLOW_SECONDS: ___,
      ...others
    } = variables(psp) as Record<string, string>;
    const config = readConfig(others);

    const [main] = parsePsps(psp.PSPS);
    expect(config).toMatchObject({ ...psp, PSPS: [main] });
    expect(sandboxSettingsOf(config)).toBeUndefined();
  });

  test.each([
    ['PAYOUT_NETWORK', 'sandbox'],
    ['REFUND_NETWORK', 'sandbox'],
    ['PAYOUT_NETWORK', 'other'],
    ['REFUND_NETWORK', 'other'],
    ['PSPS', 'main efi http://pix.example.com us@example.com'],
    ['PSPS', 'main efi https://pix.example.com'],
    ['PSP_SECRET_ID', ''],
  ])('production does not start with %s as "%s"', (name, value) => {
    expect(() => readConfig(variables({ ...psp, [name]: value }))).toThrow(`missing or wrong: ${name}`);
  });

  test.each([
    ['DYNAMIC_CODES', { DYNAMIC_CODES: 'maybe' }],
    ['DYNAMIC_CODE_MAX_CENTS', { DYNAMIC_CODE_MAX_CENTS: '0' }],
    ['DYNAMIC_CODE_MAX_CENTS', { DYNAMIC_CODE_MAX_CENTS: '10.50' }],
    ['BR_CODE_ISSUERS', { DYNAMIC_CODES: 'pay' }],
  ])('production does not start to pay dynamic codes with a wrong %s', (name, change) => {
    expect(() => readConfig(variables({ ...psp, ...change }))).toThrow(`missing or wrong: ${name}`);
  });

  test.each([
    ['CLIENT_REQUESTS_PER_SECOND', { CLIENT_REQUESTS_PER_SECOND: '0' }],
    ['CLIENT_REQUESTS_PER_SECOND', { CLIENT_REQUESTS_PER_SECOND: 'many' }],
    ['CLIENT_REQUESTS_BURST', { CLIENT_REQUESTS_PER_SECOND: '25', CLIENT_REQUESTS_BURST: '24' }],
  ])('production does not start with a wrong %s', (name, change) => {
    expect(() => readConfig(variables({ ...psp, ...change }))).toThrow(`missing or wrong: ${name}`);
  });

  test.each([
    ['REFUND_NETWORK', { PSPS: 'main woovi https://api.example.com us' }],
    ['PAYOUT_NETWORK', { PSPS: 'main bcb https://pix.example.com us' }],
  ])('production does not start with a %s at a PSP that cannot do it', (name, change) => {
    expect(() => readConfig(variables({ ...psp, ...change }))).toThrow(`wrong: ${name}`);
  });

  test('production refuses dynamic codes if it has no setting for them', () => {
    expect(readConfig(variables(psp))).toMatchObject({
      DYNAMIC_CODES: 'refuse',
      DYNAMIC_CODE_MAX_CENTS: 100_000,
    });
  });

  test.each([
    ['staging', 'sandbox', 'sandbox', true],
    ['staging', 'main', 'main', false],
    ['production', 'main', 'main', false],
    ['local', 'main', 'main', true],
  ] as const)(
    'the stage %s with the networks %s and %s has a sandbox: %s',
    (STAGE, PAYOUT_NETWORK, REFUND_NETWORK, isMadeUp) => {
      const config = readConfig(variables({ ...psp, STAGE, PAYOUT_NETWORK, REFUND_NETWORK }));
      expect(hasSandbox(config)).toBe(isMadeUp);
    },
  );

  test.each([
    ['main', 'sandbox'],
    ['sandbox', 'main'],
  ])(
    'staging does not start with a mixture of PSP and sandbox: %s and %s',
    (PAYOUT_NETWORK, REFUND_NETWORK) => {
      const mixed = variables({ ...psp, STAGE: 'staging', PAYOUT_NETWORK, REFUND_NETWORK });
      expect(() => readConfig(mixed)).toThrow('wrong: REFUND_NETWORK');
    },
  );

  test('no PIX network is available if the settings name the sandbox but the stage has none', () => {
    const config = { ...used.stack.config, PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'sandbox' };
    const readSecrets = async () => Promise.reject(new Error('no secret'));
    const { now } = used.stack.deps;
    const fetchCharge = async () => ({ kind: 'not_payable' }) as const;
    const choose = () => chooseNetwork({ config, sandbox: undefined, readSecrets, fetchCharge, now });

    expect(choose).toThrow('no PIX network is configured');
  });
});

describe('a stage with a sandbox', () => {
  const stages: [stage: string, payouts: string, refunds: string][] = [
    ['staging', 'sandbox', 'sandbox'],
    ['local', 'sandbox', 'sandbox'],
    ['local', 'main', 'main'],
  ];
  const variablesFor = ([STAGE, PAYOUT_NETWORK, REFUND_NETWORK]: (typeof stages)[number]) =>
    variables({ ...psp, STAGE, PAYOUT_NETWORK, REFUND_NETWORK });

  test.each(stages)('a sandbox stage starts with the sandbox’s settings: %s with %s and %s', (...stage) => {
    const change = { SANDBOX_NETWORK_TABLE: 'rehearsals', SANDBOX_SLOW_SECONDS: '0' };
    const config = readConfig({ ...variablesFor(stage), ...change });

    expect(sandboxSettingsOf(config)).toEqual({ table: 'rehearsals', slowSeconds: 0 });
  });

  test.each(
    stages.flatMap((stage) =>
      (['SANDBOX_NETWORK_TABLE', 'SANDBOX_SLOW_SECONDS'] as const).map((name) => ({ name, stage })),
    ),
  )('a sandbox stage does not start without $name: $stage', ({ name, stage }) => {
    const { [name]: _, ...others } = variablesFor(stage) as Record<string, string>;

    expect(() => readConfig(others)).toThrow(`missing or wrong: ${name}`);
    expect(() => readConfig({ ...others, [name]: name.endsWith('TABLE') ? '' : 'soon' })).toThrow(
      `missing or wrong: ${name}`,
    );
  });
});

describe('the setting for the days to contest a return', () => {
  test('each period in the setting starts at midnight of its day in Brasília', () => {
    expect(readConfig(variables({ MED_CONTEST_DAYS: '30,2026-09-01=80' })).MED_CONTEST_DAYS).toEqual([
      { from: '', days: 30 },
      { from: '2026-09-01T03:00:00.000Z', days: 80 },
    ]);
  });

  test.each(['', 'thirty', '2026-09-01=80'])('the setting refuses %j', (MED_CONTEST_DAYS) => {
    expect(() => readConfig(variables({ MED_CONTEST_DAYS }))).toThrow('wrong: MED_CONTEST_DAYS');
  });
});

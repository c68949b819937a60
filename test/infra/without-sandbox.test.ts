import { describe, expect, inject, test } from 'vitest';
import { fitToStage, withoutSandbox } from '../../infra/without-sandbox.ts';
import { openStack } from '../support/stack.ts';

const service = inject('service');
/** Reads the service of a different stage. */
const serviceOf = (STAGE: string, PAYOUT_NETWORK: string, REFUND_NETWORK: string) => {
  const environment = { ...service.provider.environment, STAGE, PAYOUT_NETWORK, REFUND_NETWORK };
  return { ...service, provider: { ...service.provider, environment } };
};

describe('the service of a stage', () => {
  test.each([
    ['local', 'sandbox', 'sandbox'],
    ['local', 'efi', 'bcb'],
    ['local', 'efi', 'sandbox'],
  ])('the service includes the whole sandbox in the stage %s with %s and %s', (...stage) => {
    const given = serviceOf(...stage);

    expect(fitToStage(given)).toEqual(given);
    expect(Object.keys(given.functions)).toContain('sandbox');
  });

  test('a deployed stage has the synthetic payment and its alarm only if it is on, with or without a sandbox', () => {
    const withSchedule = (given: typeof service, enabled: boolean) => {
      const copy = structuredClone(given);
      Object.assign(copy.functions.synthetic ?? {}, {
        events: [{ schedule: { rate: ['rate(5 minutes)'], enabled } }],
      });
      return copy;
    };
    for (const given of [serviceOf('staging', 'sandbox', 'sandbox'), serviceOf('production', 'efi', 'bcb')])
      for (const isOn of [true, false]) {
        const { functions, resources } = fitToStage(withSchedule(given, isOn));
        const has = ['synthetic' in functions, 'SyntheticStoppedAlarm' in resources.Resources];
        expect(has).toEqual([isOn, isOn]);
      }
  });

  test.each([
    ['staging', 'efi', 'bcb'],
    ['production', 'efi', 'bcb'],
    // Stages with these two settings cannot be packaged or started.
    ['staging', 'efi', 'sandbox'],
    ['production', 'sandbox', 'sandbox'],
  ])('the service includes nothing of the sandbox in the stage %s with %s and %s', (...stage) => {
    const given = serviceOf(...stage);
    const before = structuredClone(given);

    const fit = fitToStage(given);

    expect(given).toEqual(before);
    const named = (value: object) => JSON.stringify(value, null, 1).match(/.*sandbox.*/gi) ?? [];
    // The names of the networks are settings, and not a part of the sandbox.
    const { PAYOUT_NETWORK: _, REFUND_NETWORK: __, ...environment } = fit.provider.environment;
    expect(named({ ...fit, provider: { ...fit.provider, environment } })).toEqual([]);
    expect(Object.keys(fit.functions)).toEqual(
      Object.keys(given.functions).filter((key) => !['sandbox', 'sandboxConsole', 'synthetic'].includes(key)),
    );
    expect(fit.functions.getCashout).toEqual(given.functions.getCashout);
    expect(fit.functions.requestChargeback?.may).toEqual({
      read: ['Accounts', 'Cashouts', 'QrCodes', 'Chargebacks', 'PspRows'],
      put: ['Chargebacks', 'Statement', 'Incidents'],
      update: ['Limits', 'Accounts', 'Cashouts', 'QrCodes', 'Chargebacks', 'PspRows'],
      open: ['Access', 'Psp'],
    });
  });
});

test('every path of the sandbox gives a 404 in a stage with a PSP, like any unknown path', async () => {
  const stack = await openStack({
    settings: {
      STAGE: 'production',
      PAYOUT_NETWORK: 'main',
      REFUND_NETWORK: 'main',
      PSPS: 'main efi https://pix.example.com us@example.com',
      OUTBOUND_LOOPBACK: 'refuse',
      NETWORK_CALLBACK_SECRETS: 'k'.repeat(32),
      SANDBOX_KEY: 'k'.repeat(32),
    },
    change: (given) => void Object.assign(given, withoutSandbox(given)),
  });
  const headers = { 'x-sandbox-key': 'k'.repeat(32) };
  const routes = (service.functions.sandbox?.events ?? []).map(({ httpApi }) => String(httpApi).split(' '));

  expect(routes).toHaveLength(11);
  for (const [method = '', path = ''] of [...routes, ['POST', '/sandboxes/tenants']]) {
    expect(await stack.send({ method, path, headers, body: '{}' })).toMatchObject({
      status: 404,
      body: { worked: false, detail: 'Not found', message: 'Not found', data: null },
    });
  }
  expect(stack.physical).not.toHaveProperty('SandboxNetworkTable');
  await stack.stop();
});

// This osls plugin removes the sandbox from stages with real money. It runs before osls generates roles, routes or
// anything else from the service, and before osls prints the service.

import type { Service } from '../local/service.ts';
import { fitToStage } from './without-sandbox.ts';

type Serverless = { service: Service; configurationInput: Omit<Service, 'provider'> };

export default class Sandbox {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor({ service, configurationInput }: Serverless) {
    this.hooks = {
      initialize: async () => {
        const { provider, functions, resources } = fitToStage(service);
        // Components of osls keep a reference to the provider object, so the object is changed in place. The command
        // `print` shows the input, so the input is changed too.
        Object.assign(service.provider, provider);
        for (const one of [service, configurationInput]) Object.assign(one, { functions, resources });
      },
    };
  }
}

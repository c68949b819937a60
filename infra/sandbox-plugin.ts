// The osls plugin that removes the sandbox from stages with real money. It runs before anything is generated from the
// service, including roles and routes, and before the service is printed.

import type { Service } from '../local/service.ts';
import { fitToStage } from './without-sandbox.ts';

type Serverless = { service: Service; configurationInput: Omit<Service, 'provider'> };

export default class Sandbox {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor({ service, configurationInput }: Serverless) {
    this.hooks = {
      initialize: async () => {
        const { provider, functions, resources } = fitToStage(service);
        // osls's components hold the provider object, and `print` shows the input, so both are changed.
        Object.assign(service.provider, provider);
        for (const one of [service, configurationInput]) Object.assign(one, { functions, resources });
      },
    };
  }
}

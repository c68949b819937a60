// The osls plugin that removes the sandbox from stages with real money: before anything is generated from the
// service, roles and routes included, and before it is printed.

import type { Service } from '../local/service.ts';
import { fitToStage } from './without-sandbox.ts';

type Serverless = { service: Service; configurationInput: Omit<Service, 'provider'> };

export default class Sandbox {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor({ service, configurationInput }: Serverless) {
    this.hooks = {
      initialize: async () => {
        const { provider, functions, resources } = fitToStage(service);
        // The parts of osls hold the provider; `print` shows the input.
        Object.assign(service.provider, provider);
        for (const one of [service, configurationInput]) Object.assign(one, { functions, resources });
      },
    };
  }
}

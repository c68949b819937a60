// What callers see: lines of the access log, and the metrics of the gateway.

import type { Losses } from './loss.ts';

export const callLosses = {
  creationsFail: {
    lost: 'nothing can be created',
    signal: 'access log: 5xx of such calls',
    alarm: 'CreationsFailing',
    minutes: 6,
  },
  creationsFailOften: {
    lost: 'some creations fail, hour by hour',
    signal: 'access log: 5xx of such calls',
    alarm: 'CreationsFailingSlowly',
    minutes: 180,
  },
  decisionsFail: {
    lost: 'nothing can be approved or rejected',
    signal: 'access log: 5xx of such calls',
    alarm: 'DecisionsFailing',
    minutes: 6,
  },
  decisionsFailOften: {
    lost: 'some decisions fail, hour by hour',
    signal: 'access log: 5xx of such calls',
    alarm: 'DecisionsFailingSlowly',
    minutes: 180,
  },
  tokensFail: {
    lost: 'nobody gets a token',
    signal: 'access log: 5xx of `POST /oauth2/token`',
    alarm: 'TokensFailing',
    minutes: 6,
  },
  tokensFailOften: {
    lost: 'some calls for a token fail, hour by hour',
    signal: 'access log: 5xx of `POST /oauth2/token`',
    alarm: 'TokensFailingSlowly',
    minutes: 180,
  },
  callsFail: {
    lost: 'any other call fails',
    signal: '`5xx` of the gateway',
    alarm: 'ApiErrors',
    minutes: 5,
  },
  callsSlow: {
    lost: 'calls take longer than three seconds',
    signal: '`Latency` of the gateway',
    alarm: 'ApiSlow',
    minutes: 11,
  },
  callsRefused: {
    lost: 'one client may keep others out',
    signal: '`4xx` of the gateway',
    alarm: 'CallsRefused',
    minutes: 10,
  },
  functionsThrottled: {
    lost: 'the AWS account runs no more functions',
    signal: '`Throttles` of Lambda',
    alarm: 'LambdaThrottles',
    minutes: 1,
  },
  secretStolen: {
    lost: 'somebody else uses a client’s secret',
    signal: '`ClientsSeenElsewhere`',
    alarm: 'ClientSeenElsewhere',
    minutes: 1,
  },
} as const satisfies Losses;

// Who may import whom: `npm run lint` holds these rules. docs/architecture.md draws them.

import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';
import { folders } from './tools/folders.ts';

const service = '^(functions|lib)/';

const upwards: IForbiddenRuleType[] = folders.slice(0, -1).map(({ name }, index) => ({
  name: `${name}-imports-what-lies-below`,
  severity: 'error',
  from: { path: `^lib/${name}/` },
  to: {
    path: `^lib/(${folders
      .slice(index + 1)
      .map((above) => above.name)
      .join('|')})/`,
  },
}));

const configuration: IConfiguration = {
  forbidden: [
    ...upwards,
    {
      name: 'deps-are-a-type',
      comment: 'An operation is handed its stores; it does not make them.',
      severity: 'error',
      from: {},
      to: { path: '^lib/[a-z-]+/deps[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-circle', severity: 'error', from: { pathNot: '^test/' }, to: { circular: true } },
    {
      name: 'no-circle-at-run-time',
      severity: 'error',
      from: { path: '^test/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'service-stands-alone',
      comment: 'What runs on AWS needs nothing of the local stack, the tests or the measurements.',
      severity: 'error',
      from: { path: service },
      to: { path: '^(local|operate|tools|test|bench|examples|infra)/' },
    },
    {
      name: 'functions-are-ends',
      comment: 'A Lambda is an entry point: nothing in the service imports it.',
      severity: 'error',
      from: { path: service },
      to: { path: '^functions/' },
    },
    {
      name: 'stores-know-the-engines',
      comment: 'DynamoDB and SQS are known to stores, lib/platform and what builds the clients.',
      severity: 'error',
      from: {
        path: service,
        pathNot: [
          '-store[.]ts$',
          '^lib/platform/',
          '^lib/app/(runtime|live|queues)[.]ts$',
          '^lib/network/psp-secret[.]ts$',
          '^lib/sandbox/sandbox-(network|refunds)[.]ts$',
        ],
      },
      to: { path: 'node_modules/@aws-sdk/(client|lib)-' },
    },
    {
      name: 'local-needs-no-tools',
      comment: 'npm start serves without what operates stages and what writes documents.',
      severity: 'error',
      from: { path: '^local/' },
      to: { path: '^(operate|tools)/' },
    },
    {
      name: 'tools-operate-nothing',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^operate/' },
    },
    {
      name: 'local-is-not-a-test',
      severity: 'error',
      from: { path: '^(local|tools|operate|infra)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'production-has-its-packages',
      comment: 'A package of the service stands under dependencies.',
      severity: 'error',
      from: { path: service },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'passkeys-are-verified-where-people-decide',
      comment: 'The library is large, and nothing that only shows something needs it.',
      severity: 'error',
      from: { path: '^functions/', pathNot: '^functions/(console-(act|batches|money-back)|desk)[.]ts$' },
      to: { path: '^lib/sign-in/webauthn[.]ts$', reachable: true },
    },
    {
      name: 'pages-have-one-frame',
      comment: 'The frame checks every act. An application of its own could skip the checks.',
      severity: 'error',
      from: { path: service, pathNot: '^lib/console/frame-handler[.]ts$' },
      to: { path: 'node_modules/hono/dist/types/index[.]d[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every-import-is-there',
      severity: 'error',
      // What these import is generated when they run.
      from: { pathNot: '^test/document/typescript/' },
      // Types alone: there is no module of that name.
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
    {
      name: 'no-drawer',
      comment: 'A file is named after what it does.',
      severity: 'error',
      from: {},
      to: {
        path: ['/(index|utils?|helpers?|common)[.]ts$', '/(utils?|helpers?|common)/'],
        pathNot: 'node_modules',
      },
    },
  ],
  options: {
    // The compiler of TypeScript 7 has no interface for tools.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};

export default configuration;

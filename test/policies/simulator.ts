// The judge: a simulator of IAM that others have written. It knows AWS's actions, the resources that each takes, conditions and
// boundaries. It is in a workspace of its own and is not shipped (test/policies/package.json).

export const account = '123456789012';

export type Asked = {
  action: string;
  resource: string;
  /** Context of the request: `kms:ViaService` and the like. */
  context?: Record<string, string>;
};
/** `name`: of its role, where a statement depends on it. */
export type Holder = { name?: string; policies: object[]; boundary?: object };
/** `invalid`: there is no such action, or it takes no such resource. */
export type Decision = 'allowed' | 'not allowed' | 'denied' | 'invalid';

type Simulated = { resultType: string; overallResult?: string };
type Simulator = { runSimulation: (simulation: object, options: object) => Promise<Simulated> };

/**
 * @param keyPolicies of KMS keys, by ARN: a role may use a key only if the key's policy lets it too
 * @returns what IAM would decide; from the cache when the same was asked before
 */
export async function openSimulator(
  keyPolicies: ReadonlyMap<string, object>,
): Promise<(holder: Holder, asked: Asked) => Promise<Decision>> {
  // By a name that the compiler does not follow: npm test does not install it.
  const name = '@cloud-copilot/iam-simulate';
  const { runSimulation } = (await import(name)) as Simulator;
  const known = new Map<Holder, Map<string, Decision>>();
  return async (holder, asked) => {
    const decisions = known.get(holder) ?? new Map<string, Decision>();
    known.set(holder, decisions);
    const key = JSON.stringify(asked);
    const keyPolicy = keyPolicies.get(asked.resource);
    const simulation = {
      ...simulationOf(holder, asked),
      ...(keyPolicy ? { resourcePolicy: keyPolicy } : {}),
    };
    const decision = decisions.get(key) ?? decisionOf(await runSimulation(simulation, {}));
    decisions.set(key, decision);
    return decision;
  };
}

function simulationOf(
  { name = 'asked', policies, boundary }: Holder,
  { action, resource, context = {} }: Asked,
): object {
  const principal = `arn:aws:iam::${account}:role/${name}`;
  return {
    request: {
      principal,
      action,
      resource: { resource, accountId: account },
      contextVariables: {
        'aws:PrincipalArn': principal,
        // Every call to a key has the caller's account.
        ...(action.startsWith('kms:') ? { 'kms:CallerAccount': account } : {}),
        ...context,
      },
    },
    identityPolicies: policies.map((policy, index) => ({ name: `policy ${index}`, policy })),
    ...(boundary ? { permissionBoundaryPolicies: [{ name: 'boundary', policy: boundary }] } : {}),
    serviceControlPolicies: [],
    resourceControlPolicies: [],
  };
}

function decisionOf({ resultType, overallResult }: Simulated): Decision {
  if (resultType === 'error') return 'invalid';
  if (overallResult === 'Allowed') return 'allowed';
  return overallResult === 'ExplicitlyDenied' ? 'denied' : 'not allowed';
}

// A third-party IAM simulator. It knows AWS's actions and their resources, conditions and permissions boundaries. It is
// installed in a separate workspace and is not deployed (test/policies/package.json).

export const account = '123456789012';

export type Asked = {
  action: string;
  resource: string;
  /** Context keys of the request, such as `kms:ViaService`. */
  context?: Record<string, string>;
};
/** `name`: the name of the role, for policies that depend on it. */
export type Holder = { name?: string; policies: object[]; boundary?: object };
/** `invalid`: the action does not exist, or does not support this resource. */
export type Decision = 'allowed' | 'not allowed' | 'denied' | 'invalid';

type Simulated = { resultType: string; overallResult?: string };
type Simulator = { runSimulation: (simulation: object, options: object) => Promise<Simulated> };

/**
 * @param keyPolicies the policies of KMS keys, by ARN. A role may use a key only if the key's policy also allows it.
 * @returns a function that returns IAM's decision, from a cache for repeated requests
 */
export async function openSimulator(
  keyPolicies: ReadonlyMap<string, object>,
): Promise<(holder: Holder, asked: Asked) => Promise<Decision>> {
  // The name is in a variable, so that the compiler does not resolve the import: npm test does not install this
  // package.
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
        // Every request for a KMS key has the caller's account in its context.
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

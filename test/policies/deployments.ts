// Checks whether the deploy role may make all calls that CloudFormation makes with this role for each resource of a
// stage.

import type { Finding } from '../../operate/judges/findings.ts';
import { makePlausible } from '../../operate/judges/plausible.ts';
import type { JudgedTemplate } from '../../operate/judges/templates.ts';
import { arnsOf, contextOf, type Property } from './requests.ts';
import type { Handler } from './schemas.ts';
import type { Asked, Decision, Holder } from './simulator.ts';

type Options = {
  templates: readonly JudgedTemplate[];
  deployRole: Holder;
  decide: (holder: Holder, asked: Asked) => Promise<Decision>;
  actionsOf: (type: string, handler: Handler) => readonly string[] | undefined;
};

/** A person deploys the bootstrap stack. Resources of the data stack are retained, so they are never deleted. */
const handlersOf = (template: string): Handler[] => {
  if (template.endsWith('/bootstrap.json')) return [];
  return template.endsWith('/data.json')
    ? ['create', 'read', 'update']
    : ['create', 'read', 'update', 'delete'];
};

/** @returns the refused actions, each once per resource type, and the number of checked actions */
export async function judgeDeployments({ templates, deployRole, decide, actionsOf }: Options) {
  const put = makePlausible(templates);
  const found = new Map<string, Finding>();
  const unpublished = new Set<string>();
  let asked = 0;
  for (const template of templates) {
    for (const [id, { Type, Properties = {} }] of Object.entries(template.content.Resources)) {
      const property: Property = (name) => String(put(template, Properties[name]));
      for (const handler of handlersOf(template.name)) {
        const actions = actionsOf(Type, handler);
        if (!actions) unpublished.add(Type);
        for (const action of actions ?? []) {
          asked += 1;
          const decision = await decideFor(Type, id, action, property);
          if (decision === 'allowed') continue;
          const at = `${Type}/${handler}`;
          found.set(`${at} ${action}`, {
            tool: 'deployment',
            check: action,
            template: template.name,
            at,
            says: `${decision}, for example for ${id}`,
          });
        }
      }
    }
  }
  return { found: [...found.values()], asked, unpublished: [...unpublished] };

  async function decideFor(type: string, id: string, action: string, property: Property): Promise<Decision> {
    const context = contextOf(type, action, property);
    // An action may concern a different resource than the one that is created: a key, the bucket of the bundles, or a
    // role.
    for (const resources of arnsOf(type, id, action, property)) {
      const decisions: Decision[] = [];
      for (const resource of resources)
        decisions.push(await decide(deployRole, { action, resource, context }));
      const valid = decisions.filter((one) => one !== 'invalid');
      if (valid.length > 0) return valid.find((one) => one !== 'allowed') ?? 'allowed';
    }
    return 'invalid';
  }
}

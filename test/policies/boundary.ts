// Checks that each function's role may use its own policy within the permissions boundary.

import type { Finding } from '../../operate/judges/findings.ts';
import type { Role } from './roles.ts';
import type { Asked, Decision, Holder } from './simulator.ts';

/** Returns one resource that the pattern matches. */
const concrete = (pattern: string) =>
  pattern.replace(/(:log-group:[^:]*):\*$/, '$1:log-stream:any').replaceAll('*', 'any');

export async function judgeBoundary(
  roles: readonly Role[],
  decide: (holder: Holder, asked: Asked) => Promise<Decision>,
): Promise<{ found: Finding[]; asked: number }> {
  const found: Finding[] = [];
  let asked = 0;
  for (const { id, template, statements, holder } of roles) {
    if (!holder.boundary)
      found.push({ tool: 'functions', check: 'boundary', template, at: id, says: 'it has no boundary' });
    for (const { Effect, Action, Resource, Condition = {} } of statements) {
      if (Effect !== 'Allow') continue;
      const context = Object.assign({}, ...Object.values(Condition)) as Record<string, string>;
      for (const action of [Action].flat()) {
        const decisions: Decision[] = [];
        for (const resource of [Resource].flat())
          decisions.push(await decide(holder, { action, resource: concrete(resource), context }));
        asked += decisions.length;
        const valid = decisions.filter((one) => one !== 'invalid');
        const wrong = valid.find((one) => one !== 'allowed') ?? (valid.length === 0 ? 'invalid' : undefined);
        if (wrong)
          found.push({
            tool: 'functions',
            check: action,
            template,
            at: id,
            says: `${wrong} on ${[Resource].flat()[0]}`,
          });
      }
    }
  }
  return { found, asked };
}

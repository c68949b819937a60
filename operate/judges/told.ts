// Reads the output of each tool.

import type { Finding } from './findings.ts';
import { type Policy, statementOn } from './policies.ts';

type Told = Omit<Finding, 'tool'>;

type CfnLint = {
  Filename: string;
  Message: string;
  Location: { Path?: (string | number)[] | null };
  Rule: { Id: string };
}[];

/** @param nameOf returns the name of the template in a file */
export function fromCfnLint(printed: string, nameOf: (file: string) => string): Told[] {
  return (JSON.parse(printed) as CfnLint).map(({ Filename, Message, Location, Rule }) => ({
    check: Rule.Id,
    template: nameOf(Filename),
    at: (Location.Path ?? []).join('/').replace(/^Resources\//, ''),
    says: Message,
  }));
}

type Record = { check_id: string; check_name: string; file_abs_path: string; resource: string };
type Checkov = {
  results?: { passed_checks: Record[]; failed_checks: Record[]; parsing_errors: string[] };
};

/** @param names the names of the given templates; a template in which checkov checked nothing is a finding */
export function fromCheckov(
  printed: string,
  nameOf: (file: string) => string,
  names: readonly string[],
): { checks: number; found: Told[] } {
  const reports = [JSON.parse(printed) as Checkov | Checkov[]].flat().flatMap(({ results }) => results ?? []);
  const failed = reports.flatMap((report) => report.failed_checks);
  const ran = [...failed, ...reports.flatMap((report) => report.passed_checks)];
  const seen = new Set(ran.map(({ file_abs_path }) => nameOf(file_abs_path)));
  const unread = names.filter((name) => !seen.has(name));
  return {
    checks: new Set(ran.map(({ check_id }) => check_id)).size,
    found: [
      ...failed.map(({ check_id, check_name, file_abs_path, resource }) => ({
        check: check_id,
        template: nameOf(file_abs_path),
        at: resource.slice(resource.lastIndexOf('.') + 1),
        says: check_name,
      })),
      ...unread.map((template) => ({
        check: 'UNREAD',
        template,
        at: '',
        says: 'It has checked nothing here.',
      })),
    ],
  };
}

type Part = string | { action: string; required_format: string };
type Parliament = {
  kinds: number;
  findings: {
    policy: string;
    issue: string;
    title: string;
    detail: string | Part[] | null;
    location: { line?: number; type?: string; actions?: string[] };
  }[];
};

/**
 * Splits a finding about several actions into one finding per action, so that an exception can apply to a single
 * action.
 */
function partsOf({ detail, location }: Parliament['findings'][number]): { action?: string; says: string }[] {
  const { type, actions = [] } = location;
  if (type) return [{ action: type, says: `: ${actions.join(', ')}` }];
  const parts = typeof detail === 'string' || !detail ? actions.toSorted() : detail;
  if (parts.length === 0) return [{ says: detail ? `: ${detail}` : '' }];
  return parts.map((one) =>
    typeof one === 'string'
      ? { action: one, says: `: ${one}` }
      : { action: one.action, says: `: ${one.action} needs ${one.required_format}` },
  );
}

/** @param policies the policies that parliament was given, by file */
export function fromParliament(
  printed: string,
  policies: ReadonlyMap<string, Policy>,
): { kinds: number; found: Told[] } {
  const { kinds, findings } = JSON.parse(printed) as Parliament;
  const found = findings.flatMap((finding) => {
    const policy = policies.get(finding.policy);
    if (!policy) throw new Error(`parliament reports ${finding.policy}, a policy that it was not given`);
    const { Action = [] } = statementOn(policy, finding.location.line ?? 0) ?? {};
    const named = [Action].flat().map((action) => action.toLowerCase());
    // An asterisk in a statement also matches actions of resources to which the statement does not apply, so only named
    // actions count.
    const isMeant = ({ action = '' }) =>
      finding.issue !== 'RESOURCE_MISMATCH' || named.includes(action.toLowerCase());
    return partsOf(finding)
      .filter(isMeant)
      .map(({ action, says }) => ({
        check: finding.issue,
        template: policy.template,
        at: action ? `${policy.at}/${action}` : policy.at,
        says: `${finding.title}${says}`,
      }));
  });
  return { kinds, found };
}

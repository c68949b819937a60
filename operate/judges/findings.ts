// The findings of the tools in one form, and the accepted ones. An exception without a finding is a fault too.

export type Finding = {
  tool: string;
  /** The tool's own name of the check. */
  check: string;
  template: string;
  /** Logical id of the resource, and the position in it if the tool reports one. */
  at: string;
  says: string;
};

export type Exception = {
  check: string;
  /** A pattern for `at`; an asterisk matches anything. */
  at: string;
  /** If only the templates of one stage have it. */
  stage?: string;
  why: string;
};

export type Judgement = {
  /** Findings without an exception. */
  open: Finding[];
  excepted: { exception: Exception; findings: Finding[] }[];
  /** Exceptions that match nothing. */
  unneeded: Exception[];
};

function isMatch({ check, at }: Exception, finding: Finding): boolean {
  const pattern = at.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return finding.check === check && new RegExp(`^${pattern.join('.*')}$`).test(finding.at);
}

/** @param stages of the checked templates; an exception of another stage may match nothing */
export function except(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
  stages: readonly (string | undefined)[],
): Judgement {
  const all = exceptions.map((exception) => ({
    exception,
    findings: findings.filter((finding) => isMatch(exception, finding)),
  }));
  const isOpen = (finding: Finding) => !exceptions.some((exception) => isMatch(exception, finding));
  const isJudged = ({ stage }: Exception) => stage === undefined || stages.includes(stage);
  return {
    open: findings.filter(isOpen),
    excepted: all.filter(({ findings }) => findings.length > 0),
    unneeded: all.flatMap(({ exception, findings }) =>
      findings.length === 0 && isJudged(exception) ? [exception] : [],
    ),
  };
}

// What the tools find, in one form, and what of it is excepted. An exception that nothing needs any more is a fault too.

export type Finding = {
  tool: string;
  /** The tool's own name of what it checks. */
  check: string;
  template: string;
  /** Logical id of the resource, and the place in it if the tool tells. */
  at: string;
  says: string;
};

export type Exception = {
  check: string;
  /** Of `at`; an asterisk stands for anything. */
  at: string;
  /** If it is found in the templates of one stage alone. */
  stage?: string;
  why: string;
};

export type Judgement = {
  /** Not excepted. */
  open: Finding[];
  excepted: { exception: Exception; findings: Finding[] }[];
  /** Exceptions that match nothing. */
  unneeded: Exception[];
};

function isMatch({ check, at }: Exception, finding: Finding): boolean {
  const pattern = at.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return finding.check === check && new RegExp(`^${pattern.join('.*')}$`).test(finding.at);
}

/** @param stages those whose templates were judged: an exception of another stage may match nothing */
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

// Brings the findings of the tools into one form, and separates the accepted ones. An exception without a finding is a
// fault too.

export type Finding = {
  tool: string;
  /** The name that the tool gives to the check. */
  check: string;
  template: string;
  /** The logical id of the resource, and the position in it if the tool reports one. */
  at: string;
  says: string;
};

export type Exception = {
  check: string;
  /** A pattern for `at`. An asterisk matches any text. */
  at: string;
  /** The stage, if the exception applies to the templates of only one stage. */
  stage?: string;
  why: string;
};

export type Judgement = {
  /** The findings without an exception. */
  open: Finding[];
  excepted: { exception: Exception; findings: Finding[] }[];
  /** The exceptions that match no finding. */
  unneeded: Exception[];
};

function isMatch({ check, at }: Exception, finding: Finding): boolean {
  const pattern = at.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return finding.check === check && new RegExp(`^${pattern.join('.*')}$`).test(finding.at);
}

/** @param stages the stages of the checked templates; an exception for any other stage need not match a finding */
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

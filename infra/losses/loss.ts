// What tells of a loss: the alarm that is raised first. The tests of test/infra/losses/ cause each loss.

type Loss = {
  lost: string;
  /** What the service or AWS writes, or no longer writes, because of the loss. */
  signal: string;
  /** The name of the alarm or rule, which is its section of the runbook. */
  alarm: string;
  /** The longest time from the loss to the notification, without CloudWatch's own delay of a minute or two. */
  minutes: number;
};

export type Losses = Record<string, Loss>;

// List prices in US dollars for us-east-1, the only region for which all of them could be read. They include no free
// tier and no discount. Each price names the page where it was read, on the day below.

export const region = 'us-east-1';
export const readOn = '2026-11-22';

type Price = {
  usd: number;
  per: string;
  /** The number of units that the price covers. */
  of: number;
  page: string;
  /** This price was written from memory and not read on a page, so it must be checked. */
  unchecked?: true;
};

const million = 1e6;
const GB = 1e9;

export const prices = {
  write: price(
    0.625,
    'million write units',
    million,
    'airbyte.com/data-engineering-resources/dynamodb-pricing',
  ),
  read: price(
    0.125,
    'million read units',
    million,
    'airbyte.com/data-engineering-resources/dynamodb-pricing',
  ),
  storage: price(0.25, 'GB and month', GB, 'aws.amazon.com/dynamodb/pricing'),
  recovery: { ...price(0.2, 'GB and month', GB, 'aws.amazon.com/dynamodb/pricing'), unchecked: true },
  invocation: price(
    0.2,
    'million invocations',
    million,
    'git.mcrn.ar/mariano/lambda_local_runner, lambda-13-cost.md',
  ),
  gigabyteSecond: price(0.0000133334, 'GB-second on arm64', 1, 'cloudchipr.com/blog/aws-lambda-pricing'),
  gateway: price(1, 'million HTTP API requests', million, 'www.apigatewaycost.com/aws'),
  queue: price(0.4, 'million requests', million, 'cloudburn.io/blog/amazon-sqs-pricing'),
  /** The additional price of a request to a standard queue if its message has a group. */
  fairQueue: price(0.1, 'million requests', million, 'cloudburn.io/blog/amazon-sqs-pricing'),
  transition: price(25, 'million state transitions', million, 'aws.amazon.com/step-functions/pricing'),
  /**
   * The text of this page does not include its table of prices. This price is in the page's example; the others were
   * quoted by third parties.
   */
  durableOperation: price(
    8,
    'million durable operations',
    million,
    'aws.amazon.com/lambda/pricing (example), by api-evangelist/aws-lambda, aws-lambda-plans-pricing.yml',
  ),
  durableWritten: price(0.25, 'GB', GB, 'aws.amazon.com/lambda/pricing, at second hand'),
  durableKept: price(0.15, 'GB and month', GB, 'aws.amazon.com/lambda/pricing, at second hand'),
  logs: price(0.5, 'GB', GB, 'www.duckbillgroup.com/?p=9080'),
  dataOut: price(0.09, 'GB', GB, 'www.egresscost.com/aws'),
  key: price(1, 'key and month', 1, 'www.wring.co/blog/aws-kms-pricing-guide'),
  keyRequest: price(0.03, '10,000 requests', 10_000, 'www.wring.co/blog/aws-kms-pricing-guide'),
  secret: price(
    0.4,
    'secret and month',
    1,
    'hivebook.wiki, aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms',
  ),
  alarm: price(0.1, "alarm's metric and month", 1, 'c3x.dev/resources/aws/aws_cloudwatch_metric_alarm'),
  metric: price(0.3, 'metric and month', 1, 'signoz.io/guides/cloudwatch-pricing'),
  dashboard: price(
    3,
    'dashboard and month',
    1,
    'www.factualminds.com, amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards',
  ),
  /** The price of rules on the default bus. A function's `schedule` creates such rules. */
  schedule: { ...price(0, 'million events', million, 'aws.amazon.com/eventbridge/pricing'), unchecked: true },
} as const satisfies Record<string, Price>;

type PriceName = keyof typeof prices;

function price(usd: number, per: string, of: number, page: string): Price {
  return { usd, per, of, page };
}

/** One line of a bill: how much of one item was used. */
export type Line = { item: string; price: PriceName; count: number };

export function usdOf({ price, count }: Line): number {
  const { usd, of } = prices[price];
  return (count / of) * usd;
}

export function totalOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + usdOf(line), 0);
}

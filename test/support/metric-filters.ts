// Applies the metric filters of the access log to a line of it, as CloudWatch Logs does. Of its syntax for JSON, the
// filters use =, != and * in texts, && and ||.

import type { Resource } from '../../local/service.ts';
import type { Written } from './evaluate-alarm.ts';

type Transformation = { MetricName: string; MetricValue: string };
type Line = Readonly<Record<string, string>>;

/** Returns what the filters write for a line. */
export function filtered(resources: Readonly<Record<string, Resource>>, line: Line): Written[] {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Logs::MetricFilter')
    .filter(({ Properties }) => matches(String(Properties.FilterPattern), line))
    .flatMap(({ Properties }) => Properties.MetricTransformations as Transformation[])
    .map(({ MetricName: metric, MetricValue }) => ({ metric, value: Number(MetricValue) }));
}

/** A pattern is valid JavaScript, once its comparisons are calls. */
function matches(pattern: string, line: Line): boolean {
  const expression = pattern
    .replace(/^\{|\}$/g, '')
    .replace(/\$\.(\w+) (!?)= "([^"]*)"/g, (_, name, not, text) => `${not}is("${name}", "${text}")`);
  const is = (name: string, text: string) => like(text).test(line[name] ?? '');
  return new Function('is', `return ${expression}`)(is);
}

const like = (text: string) => new RegExp(`^${text.split('*').map(quoted).join('.*')}$`);
const quoted = (text: string) => text.replace(/[^\w]/g, '\\$&');

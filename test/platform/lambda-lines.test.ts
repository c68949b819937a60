import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from '../../local/service.ts';

/**
 * Returns the lines that a function writes if Lambda's log format is JSON. In this format the runtime wraps the output
 * of `console`.
 */
async function written(statements: string): Promise<Record<string, unknown>[]> {
  const file = (name: string) => new URL(`lib/platform/${name}.ts`, pathToFileURL(root));
  const code = `
    for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn'])
      console[name] = (...parts) => process.stdout.write(JSON.stringify({ wrapped: parts.map(String) }) + '\\n');
    const { lambdaLog } = await import('${file('log')}');
    const { lambdaMetrics } = await import('${file('metrics')}');
    const [log, metrics] = [lambdaLog('test'), lambdaMetrics('test')];
    ${statements}`;
  const env = { ...process.env, AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' };
  const args = ['--input-type=module', '-e', code];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
  return (stdout + stderr)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('a log line in Lambda’s JSON format', () => {
  test('a log line is written unchanged, with the level and the time that Lambda reads', async () => {
    const lines = await written(
      `log.info('one'); log.warn('two'); log.error('three', {}, new Error('bug'));`,
    );

    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['INFO', 'one'],
      ['WARN', 'two'],
      ['ERROR', 'three'],
    ]);
    for (const { timestamp } of lines)
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
  });

  test('a line of metrics has no level, so that CloudWatch gets it as a separate line that Lambda treats as INFO', async () => {
    const [line, ...others] = await written(`metrics.count('CashoutsSettled'); metrics.flush();`);

    expect(others).toEqual([]);
    expect(line).toMatchObject({ _aws: { CloudWatchMetrics: [expect.any(Object)] }, CashoutsSettled: 1 });
    expect(line).not.toHaveProperty('level');
  });
});

// Reads serverless.yml without osls, within milliseconds: its variables, files and CloudFormation's short forms. It
// supports the kinds of variables that this service uses, and refuses any other. test/local/read-service.test.ts
// compares its result with `osls print` for every stage.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { fitToStage } from '../infra/without-sandbox.ts';
import { cloudformationTags } from './cloudformation-tags.ts';
import { root, type Service, type ServiceFunction } from './service.ts';

type Raw = Record<string, unknown>;

/** @throws if serverless.yml is not YAML, or contains a kind of variable that is not supported */
export function readService(stage = 'local'): Service {
  const raw = readYaml('serverless.yml') as Raw & { params: Record<string, unknown> };
  const resolve = resolver(raw, stage);
  const provider = resolve(raw.provider) as Service['provider'];
  const functions = resolve(raw.functions) as Record<string, ServiceFunction>;
  for (const [key, one] of Object.entries(functions))
    Object.assign(one, {
      ...{ events: [], ...one, name: `${raw.service}-${stage}-${key}` },
      ...(one.environment ? { environment: asText(one.environment) } : {}),
    });
  const parts = resolve(raw.resources) as Service['resources'][];
  return fitToStage({
    provider: { ...provider, environment: asText(provider.environment) },
    functions,
    resources: {
      Resources: Object.assign({}, ...parts.map(({ Resources }) => Resources)),
      extensions: Object.assign({}, ...parts.map(({ extensions }) => extensions)),
    },
  });
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(root, file), 'utf8'), { customTags: cloudformationTags, merge: true });
}

/** Returns a function that replaces the variables in a value at any depth. */
function resolver(raw: Raw & { params: Record<string, unknown> }, stage: string) {
  const sources: Record<string, (name: string) => unknown> = {
    sls: (name) => (name === 'stage' ? stage : undefined),
    opt: (name) => (name === 'stage' ? stage : undefined),
    env: (name) => process.env[name],
    self: (name) => raw[name],
    param: (name) => paramsOf(stage)[name] ?? paramsOf('default')[name],
  };
  const files = new Map<string, Raw>();
  const paramsOf = (name: string) => {
    const known = files.get(name) ?? (resolve(raw.params[name] ?? {}) as Raw);
    files.set(name, known);
    return known;
  };

  function lookUp(variable: string): unknown {
    const [, file] = /^file\((.+)\)$/.exec(variable) ?? [];
    if (file) return resolve(readYaml(file));
    const [, kind = '', name = '', fallback] = /^(\w+):([\w.-]+)(?:, *'(.*)')?$/.exec(variable) ?? [];
    const source = sources[kind];
    if (!source)
      throw new Error(`serverless.yml has \${${variable}}, which local/read-service.ts does not support`);
    const value = source(name) ?? fallback;
    if (value === undefined) throw new Error(`serverless.yml has \${${variable}}, which is not defined`);
    return value;
  }

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
    if (typeof value !== 'string') return value;
    const [, whole] = /^\$\{([^}]+)\}$/.exec(value) ?? [];
    if (whole && isOurs(whole)) return lookUp(whole);
    return value.replace(/\$\{([^}]+)\}/g, (text, variable) =>
      isOurs(variable) ? String(lookUp(variable)) : text,
    );
  }
  return resolve;
}

/**
 * Returns whether a variable belongs to osls. Variables of CloudFormation, such as ${HttpApi} or ${AWS::Region}, are
 * not changed.
 */
const isOurs = (variable: string) => /^(\w+:(?!:)|file\()/.test(variable);

/** Converts the values to text, because Lambda's environment variables are text only. */
function asText(environment: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      typeof value === 'object' ? value : String(value),
    ]),
  );
}

// Compares a service's description of a resource with the template.

import { notEmulated } from './template.ts';

export type Comparison = {
  /** The properties that differ from the template, with both values. */
  differences: { property: string; written: unknown; told: unknown }[];
  /**
   * The properties that cannot be compared, because the service does not return them or AWS resolves their values
   * itself.
   */
  untold: string[];
};

/**
 * @param written the properties in the template
 * @param told the service's description, in the form of these properties
 */
export function compare(written: Record<string, unknown>, told: Record<string, unknown>): Comparison {
  const differences: Comparison['differences'] = [];
  const untold: string[] = [];
  for (const [property, value] of Object.entries(written)) {
    const isTold = property in told && told[property] !== undefined;
    if (!isTold || holdsUnsaid(value)) untold.push(property);
    if (isTold && !isAsWritten(value, told[property]))
      differences.push({ property, written: value, told: told[property] });
  }
  return { differences, untold };
}

/**
 * Returns whether a text cannot be compared: AWS resolves it at the deployment, or it refers to a resource that the
 * emulator does not support.
 */
const isUnsaid = (value: unknown) =>
  typeof value === 'string' && (value.includes('{{resolve:') || value.includes(notEmulated));
const holdsUnsaid = (value: unknown) => isUnsaid(JSON.stringify(value));

/**
 * Returns whether a value is as in the template. All values of the template must be present; a service may add others.
 * Numbers and booleans may be text, documents may be JSON, and lists may be in any order.
 */
export function isAsWritten(written: unknown, told: unknown): boolean {
  if (isUnsaid(written)) return true;
  if (Array.isArray(written)) {
    if (!Array.isArray(told)) return written.length === 1 && isAsWritten(written[0], told);
    if (written.length !== told.length) return false;
    const left = [...told];
    return written.every((item) => {
      const at = left.findIndex((one) => isAsWritten(item, one));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  if (typeof written === 'object' && written !== null) {
    const value = typeof told === 'string' ? parsed(told) : told;
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(written).every(([name, item]) => isAsWritten(item, (value as never)[name]));
  }
  if (Array.isArray(told)) return told.length === 1 && isAsWritten(written, told[0]);
  if (typeof told === 'object' && typeof written === 'string') return isAsWritten(parsed(written), told);
  return told !== null && told !== undefined && String(written) === String(told);
}

function parsed(text: string): unknown {
  try {
    // moto writes documents as Python literals, so they are converted to JSON.
    return JSON.parse(text.startsWith("{'") ? text.replaceAll("'", '"').replace(/\bNone\b/g, 'null') : text);
  } catch {
    return undefined;
  }
}

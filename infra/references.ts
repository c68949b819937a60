// Finds and replaces references in a CloudFormation template, in all their forms: Ref, Fn::GetAtt, and names in a text
// of Fn::Sub.

type Replace = (id: string, attribute: string) => unknown;

/** Lists every resource or parameter to which a value refers, with the attribute. */
export function referencesOf(value: unknown): [id: string, attribute: string][] {
  const found: [string, string][] = [];
  replaceReferences(value, (id, attribute) => {
    found.push([id, attribute]);
    return undefined;
  });
  return found;
}

/**
 * Returns a copy of a value in which references are replaced.
 * @param replace returns undefined for a reference that must not change
 */
export function replaceReferences(value: unknown, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceReferences(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': getAtt, 'Fn::Sub': sub } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return Ref.startsWith('AWS::') ? value : (replace(Ref, '') ?? value);
  if (Array.isArray(getAtt)) return replace(getAtt[0], getAtt[1]) ?? value;
  if (typeof sub === 'string') return replaceInText(sub, replace);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceReferences(inner, replace)]),
  );
}

function replaceInText(text: string, replace: Replace): object {
  const given: Record<string, unknown> = {};
  const written = text.replace(/\$\{([^!}]+)\}/g, (whole, name: string) => {
    if (name.startsWith('AWS::')) return whole;
    const [id = '', attribute = ''] = name.split('.');
    const other = replace(id, attribute);
    if (other === undefined) return whole;
    given[`${id}${attribute}`] = other;
    return `\${${id}${attribute}}`;
  });
  return { 'Fn::Sub': Object.keys(given).length > 0 ? [written, given] : written };
}

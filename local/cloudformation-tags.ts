// Resolves CloudFormation's short forms in YAML: !Ref, !Sub, !GetAtt and others.

import type { CollectionTag, ScalarTag } from 'yaml';

const scalarTag = (name: string, resolve: (text: string) => object): ScalarTag => ({
  tag: `!${name}`,
  resolve: (text) => resolve(text),
});
const collectionTag = (name: string, collection: 'seq' | 'map'): CollectionTag => ({
  tag: `!${name}`,
  collection,
  resolve: (items) => ({ [`Fn::${name}`]: items.toJSON() }),
});
const oneText = ['Sub', 'ImportValue', 'Base64', 'GetAZs'];
const lists = ['Sub', 'GetAtt', 'Join', 'Select', 'Split', 'If', 'Equals', 'Not', 'And', 'Or', 'FindInMap'];

/** The tags that the YAML parser needs. */
export const cloudformationTags = [
  scalarTag('Ref', (Ref) => ({ Ref })),
  scalarTag('Condition', (Condition) => ({ Condition })),
  scalarTag('GetAtt', (text) => ({ 'Fn::GetAtt': text.split('.') })),
  ...oneText.map((name) => scalarTag(name, (text) => ({ [`Fn::${name}`]: text }))),
  ...lists.map((name) => collectionTag(name, 'seq')),
  collectionTag('ImportValue', 'map'),
];

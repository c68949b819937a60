// Returns the names and tags of a stage's stacks.

/** `egress` and `address` exist only in stages whose settings request them. */
export const stackNames = (stage: string) => {
  const code = `pix-cashout-${stage}`;
  const [egress, address] = [`${code}-egress`, `${code}-address`];
  return { bootstrap: `${code}-bootstrap`, data: `${code}-data`, egress, code, address };
};

export const stackTags = (stage: string) => ({ service: 'pix-cashout', stage });

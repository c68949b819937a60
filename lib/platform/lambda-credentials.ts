// Credentials as Lambda gives them: in the environment. The bundles have this in place of the SDK's chain of providers
// (serverless.yml, custom.esbuild.alias), which looks into files, metadata services and SSO that no function has.

/** By the name that the SDK's clients import. Whoever has no variables is told, and nothing else is tried. */
export function defaultProvider() {
  return async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
      throw new Error(
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are the only credentials that are looked for',
      );
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    };
  };
}

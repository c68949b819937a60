// Reads credentials from Lambda's environment variables. In the bundles, this file replaces the SDK's chain of
// providers, which also tries files, metadata services and SSO (serverless.yml, custom.esbuild.alias).

/**
 * Returns the provider of credentials. The function has the name that the SDK's clients import.
 * @throws if the variables are missing
 */
export function defaultProvider() {
  return async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
      throw new Error(
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required: no other credentials are used',
      );
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    };
  };
}

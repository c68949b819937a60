/** What the SDK makes for each call although nobody here gets it: a full note of the call, and a user agent. */
const unheard = ['loggerMiddleware', 'getUserAgentMiddleware'];

export function unadorned<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  for (const name of unheard) client.middlewareStack.remove(name);
  return client;
}

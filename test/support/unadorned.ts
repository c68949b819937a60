/**
 * Middleware of the SDK that is removed, because nothing here uses its results: the record of each call for a logger,
 * and the user agent.
 */
const unread = ['loggerMiddleware', 'getUserAgentMiddleware'];

export function unadorned<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  for (const name of unread) client.middlewareStack.remove(name);
  return client;
}

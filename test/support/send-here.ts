// Makes a document client ask the engine of this process without HTTP. The SDK's work for a network (endpoint,
// signature, JSON text, retries) took a third of the tests' time. Middleware of tests and of the service, and the SDK's
// conversion of rows, run as usual. Errors are read by the SDK, so they have its classes.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Engine = {
  /** Whether the client's endpoint is the engine of this process. */
  isHere: () => boolean;
  ask: (operation: string, input: unknown) => Promise<object>;
  answerOf: (error: unknown) => { status: number; body: string };
};
type Stack = DynamoDBDocumentClient['middlewareStack'];
type Call = { input: object };
type Handler = (call: Call) => Promise<{ output: object }>;
/** The schema of an operation, as the SDK stores it. */
type Schema = [
  kind: number,
  namespace: string,
  name: string,
  traits: unknown,
  input: unknown,
  output: unknown,
];
/** The parts of a document command that the SDK's types hide. */
type Command = {
  clientCommand: Call & { middlewareStack: Stack; schema: Schema };
  addMarshallingMiddleware: (config: object) => void;
};
type Protocol = { deserializeResponse(operation: object, context: object, response: object): Promise<never> };

/** Middleware of the SDK that only a network needs. The engine refuses nothing that the SDK would try again. */
const forNetwork = [
  'contentLengthMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'retryMiddleware',
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
];

export function sendHere(client: DynamoDBDocumentClient, engine: Engine): DynamoDBDocumentClient {
  const { middlewareStack, send } = client;
  const { add } = middlewareStack;
  /** The handlers of the commands, by class. */
  const handlers = new Map<unknown, Handler>();
  middlewareStack.add = (...middleware: unknown[]) => {
    handlers.clear();
    (add as (...all: unknown[]) => void)(...middleware);
  };

  function makeHandler(command: Command): Handler {
    const { clientCommand } = command;
    command.addMarshallingMiddleware(client.config);
    const stack = middlewareStack.concat(clientCommand.middlewareStack as never);
    for (const name of forNetwork) stack.remove(name);
    // The conversion of rows is added relative to these two.
    stack.add((next) => next, { step: 'serialize', name: 'serializerMiddleware', override: true });
    stack.add((next) => next, { step: 'deserialize', name: 'deserializerMiddleware', override: true });
    const [, , name] = clientCommand.schema;
    const ask: Handler = async ({ input }) => {
      try {
        const output = received(await engine.ask(name, sent(input)));
        return { output: Object.assign(output, { $metadata: {} }) };
      } catch (error) {
        return await throwLikeSdk(engine.answerOf(error), clientCommand.schema);
      }
    };
    const context = { clientName: 'DynamoDBClient', commandName: `${name}Command` };
    return stack.resolve(ask as never, context as never) as unknown as Handler;
  }

  function throwLikeSdk({ status, body }: ReturnType<Engine['answerOf']>, schema: Schema): Promise<never> {
    const [, namespace, name, traits, input, output] = schema;
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    const protocol = client.config.protocol as unknown as Protocol;
    return protocol.deserializeResponse({ namespace, name, traits, input, output }, client.config, {
      statusCode: status,
      headers,
      body: Buffer.from(body),
    });
  }

  client.send = (async (command: object, ...more: unknown[]) => {
    if (!engine.isHere() || !('clientCommand' in command) || more.length > 0)
      return (send as (...all: unknown[]) => unknown).call(client, command, ...more);
    const handler = handlers.get(command.constructor) ?? makeHandler(command as Command);
    handlers.set(command.constructor, handler);
    return (await handler((command as Command).clientCommand)).output;
  }) as typeof send;
  return client;
}

/** Returns a copy as it would arrive over the network: without undefined, and with bytes as base64. */
function sent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sent);
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  const copy: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) if (one !== undefined) copy[name] = sent(one);
  return copy;
}

const bytesOf = (base64: unknown) => new Uint8Array(Buffer.from(base64 as string, 'base64'));

/** Returns a copy with base64 as bytes. A text under `B` is a binary value, because values of rows are objects. */
function received(value: unknown): object {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? received(one) : one));
  const copy: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value as object))
    if (name === 'B' && typeof one === 'string') copy.B = bytesOf(one);
    else if (name === 'BS' && Array.isArray(one)) copy.BS = one.map(bytesOf);
    else copy[name] = isObject(one) ? received(one) : one;
  return copy;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

import { Client, type StandardSchemaV1 } from '@modelcontextprotocol/client';

/** The wire keeps from the library what is not its business; what it passes on is taken as it is. */
export const asItIs: StandardSchemaV1<unknown> = {
  '~standard': { version: 1, vendor: 'svc', validate: (value) => ({ value }) },
};

/** The library's client, with results of tools as the wire passes them on, and without compiling schemas of strangers. */
export function lenientClient(...[info, options]: ConstructorParameters<typeof Client>): Client {
  const client = new Client(info, {
    ...options,
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  // `callTool` puts arguments into headers where the revision asks for that, and then makes the request by this method.
  const request = client.request.bind(client) as (...given: readonly unknown[]) => Promise<never>;
  client.request = (asked: { readonly method: string }, ...rest: readonly unknown[]): Promise<never> =>
    asked.method === 'tools/call' ? request(asked, asItIs, rest[0]) : request(asked, ...rest);
  return client;
}

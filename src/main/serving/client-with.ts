import type { AnyRequest } from '../../contract/client.ts';

/** The same client with the token of a person, as whom the engine carries out what it asks. */
export function clientWith<Client extends object>(client: Client, token: string): Client {
  const authorization = `Bearer ${token}`;
  const ask = client as unknown as Readonly<Record<string, (request: AnyRequest) => Promise<unknown>>>;
  const calls = Object.keys(client).map((operation) => [
    operation,
    (request: AnyRequest = {}) =>
      ask[operation]?.({ ...request, headers: { ...request.headers, authorization } }),
  ]);
  return Object.fromEntries(calls) as Client;
}

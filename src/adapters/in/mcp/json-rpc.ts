/** JSON-RPC 2.0 as the tool protocol uses it: ids are texts or whole numbers, and params are objects. */
export type RequestId = string | number;

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export const RPC = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
} as const;

/** An answer to something that is no request; without an id where that of the request cannot be trusted. */
export interface RpcError {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

export const rpcError = (code: number, message: string, id: RequestId | null = null): RpcError => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

type Read = { readonly message: Message } | { readonly refusal: RpcError } | { readonly message: null };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value);

/** The id of a message that is not read any further; null without one that can be trusted. */
export const idIn = (value: unknown): RequestId | null =>
  isObject(value) && isId(value['id']) ? value['id'] : null;

/** What a host sent, if it is one message of the protocol; an answer that answers nothing is dropped (null). */
export function readMessage(value: unknown): Read {
  const refused = (message: string, id: RequestId | null = null): Read => ({
    refusal: rpcError(RPC.request, message, id),
  });
  if (Array.isArray(value))
    return refused('A batch of messages is not supported here: send each message by itself.');
  if (!isObject(value)) return refused('A message is a JSON object.');
  const { jsonrpc, id, method, params } = value;
  const known = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return refused('A message has "jsonrpc": "2.0".', known);
  if ('result' in value || 'error' in value)
    return { message: known === null || method !== undefined ? null : (value as unknown as Message) };
  if (typeof method !== 'string') return refused('A message has a method, a result or an error.', known);
  if ('id' in value && known === null) return refused('An id is a text or a whole number.');
  if (params !== undefined && !isObject(params)) return refused('The params are a JSON object.', known);
  const wrong = params === undefined ? null : problemIn(method, params);
  if (wrong !== null) return { refusal: rpcError(RPC.params, wrong, known) };
  return { message: value as unknown as Message };
}

/** What the libraries refuse in words of their schemas, or do not answer at all. */
function problemIn(
  method: string,
  { _meta: meta, name, arguments: given }: Record<string, unknown>,
): string | null {
  if (meta !== undefined && !isObject(meta)) return 'The _meta of params is a JSON object.';
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  if (token !== undefined && !isId(token)) return 'A progressToken is a text or a whole number.';
  if (method !== 'tools/call') return null;
  if (typeof name !== 'string') return 'tools/call needs the name of a tool, as a text.';
  return given === undefined || isObject(given) ? null : 'The arguments of a tool are a JSON object.';
}

export const isRequest = ({ id, method }: Message): boolean => id !== undefined && method !== undefined;

const REVISION = 'io.modelcontextprotocol/protocolVersion';

/** Whether a message speaks revision 2026-07-28 or a later one, which says so in every request. */
export function isModern({ params }: Message): boolean {
  const meta = params?.['_meta'];
  return isObject(meta) && meta[REVISION] !== undefined;
}

import { Readable, Writable } from 'node:stream';
import {
  client,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientCapabilities,
  type ClientConnection,
  type InitializeResponse,
  type ReadTextFileRequest,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import { until } from '../e2e/http/wire.ts';
import type { Reply } from '../servers/fake-provider.ts';
import { spawnSvc, type Spawned } from './spawned-engine.ts';

/** An editor that has started `svc --acp` and speaks to it with the protocol's own library. */
export interface Editor extends Spawned {
  readonly agent: ClientConnection['agent'];
  readonly initialized: InitializeResponse;
  /** What it was told of a session, in order. */
  updates(sessionId: string): readonly SessionUpdate[];
  /** What it was asked to allow. */
  readonly permissions: readonly RequestPermissionRequest[];
  /** How its person answers; by default not at all. */
  permits(answer: (asked: RequestPermissionRequest) => Promise<RequestPermissionResponse>): void;
  /** A new session, by its id. */
  session(): Promise<string>;
  /** Sends a text, and resolves to why the turn ended. */
  says(sessionId: string, text: string): Promise<string>;
  /** The text of the agent in a session. */
  text(sessionId: string): string;
}

export interface EditorFiles {
  read(asked: ReadTextFileRequest): Promise<{ readonly content: string }>;
  write(asked: WriteTextFileRequest): Promise<void>;
}

export interface EditorOptions {
  readonly files?: EditorFiles;
  readonly protocolVersion?: number;
}

const never = new Promise<never>(() => undefined);

export async function startEditor(
  env: Record<string, string>,
  { files, protocolVersion = PROTOCOL_VERSION }: EditorOptions = {},
): Promise<Editor> {
  const spawned = spawnSvc(['--acp'], env, null);
  const told = new Map<string, SessionUpdate[]>();
  const permissions: RequestPermissionRequest[] = [];
  let permit: (asked: RequestPermissionRequest) => Promise<RequestPermissionResponse> = () => never;
  const app = client({ name: 'test' })
    .onNotification('session/update', ({ params: { sessionId, update } }) => {
      told.set(sessionId, [...(told.get(sessionId) ?? []), update]);
    })
    .onRequest('session/request_permission', async ({ params }) => {
      permissions.push(params);
      return await permit(params);
    });
  if (files)
    app
      .onRequest('fs/read_text_file', async ({ params }) => await files.read(params))
      .onRequest('fs/write_text_file', async ({ params }) => await files.write(params));
  const { stdin, stdout } = spawned.process;
  const { agent } = app.connect(
    ndJsonStream(
      Writable.toWeb(stdin as Writable) as WritableStream<Uint8Array>,
      bytesOf(stdout as Readable),
    ),
  );
  const clientCapabilities: ClientCapabilities = files
    ? { fs: { readTextFile: true, writeTextFile: true } }
    : {};
  const initialized = await agent.request('initialize', { protocolVersion, clientCapabilities });
  const updates = (sessionId: string) => told.get(sessionId) ?? [];
  return {
    ...spawned,
    agent,
    initialized,
    updates,
    permissions,
    permits: (answer) => void (permit = answer),
    session: async () => (await agent.request('session/new', { cwd: FOLDER, mcpServers: [] })).sessionId,
    says: async (sessionId, text) => {
      const { stopReason } = await agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text }],
      });
      return stopReason;
    },
    text: (sessionId) => textOf(updates(sessionId)),
  };
}

/** Its text is decoded already. */
const bytesOf = (stdout: Readable): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      const encoder = new TextEncoder();
      stdout.on('data', (text: string) => controller.enqueue(encoder.encode(text)));
      stdout.once('close', () => controller.close());
    },
  });

/** Where the editor works. */
export const FOLDER = '/nonexistent/project';

export const textOf = (updates: readonly SessionUpdate[]): string =>
  updates
    .flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
        ? [update.content.text]
        : [],
    )
    .join('');

/** Waits until a session was told this much. */
export const toldUntil = async (editor: Editor, sessionId: string, what: string): Promise<void> =>
  await until(`the editor is told ${what}`, () => editor.text(sessionId).includes(what));

/**
 * Answers each task with its own list of replies, so that several conversations may go on at once; what else the model is
 * asked, like for a title, with `other`.
 */
export function byTask(plays: Readonly<Record<string, readonly Reply[]>>, other: Reply): Reply {
  const at = new Map<string, number>();
  return async (arrived, response) => {
    const { messages = [], tools } = (arrived.body ?? {}) as {
      readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
      readonly tools?: readonly unknown[];
    };
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => JSON.stringify(content));
    const named = (text: string) => Object.keys(plays).find((one) => text.includes(one));
    const last = said.findLast((text) => named(text) !== undefined);
    const task = tools === undefined || last === undefined ? undefined : named(last);
    const turn = at.get(task ?? '') ?? 0;
    at.set(task ?? '', turn + 1);
    const reply = task === undefined ? other : plays[task]?.[turn];
    await (reply ?? other)(arrived, response);
  };
}

import { createClient, type AnswerOf, type Client } from '../../contract/client.ts';
import type { httpRows } from '../../contract/http/rows.ts';
import { routes } from './routes.ts';
import { transport } from './transport.ts';

export type Rows = typeof httpRows;

/** The engine that sent this page. The only way from a component to the engine. */
export const engine: Client<Rows> = createClient(routes, { baseUrl: '', transport });

/** What a call of this operation resolves to. */
export type Answer<Operation extends keyof Rows> = AnswerOf<Rows[Operation]>;

export type Thread = Answer<'threads.list'>['threads'][number];
/** With what is too much for a list. */
export type OneThread = Answer<'threads.get'>;
export type Message = Answer<'threads.messages'>['messages'][number];
export type Block = Message['content'][number];
export type Prompt = NonNullable<Thread['pendingPrompt']>;
export type RunRecord = Answer<'history.runs'>['runs'][number];

import type { Client } from '../../../../contract/client.ts';
import type { socketRows } from '../../../../contract/http/rows.ts';

/** The engine, as the person at this machine asks it. */
export type EditorEngine = Pick<
  Client<typeof socketRows>,
  | 'attachments.upload'
  | 'runs.events'
  | 'runs.start'
  | 'sessions.create'
  | 'threads.abort'
  | 'threads.delete'
  | 'threads.get'
  | 'threads.list'
  | 'threads.messages'
  | 'threads.reply'
>;

import { saying, type Quoted, type QuotedValue } from '../../kernel/says.ts';

export interface ToolServerSays {
  /** `place`: its program or its address. */
  'server.call': { tool: Quoted; server: Quoted; place: Quoted; input: QuotedValue };
}

export const say = saying<ToolServerSays>();

import { saying, type Quoted, type QuotedValue } from '../../kernel/says.ts';

export interface ToolServerSays {
  /** `place`: its program, as one would type it, or its address. */
  'server.call': {
    tool: Quoted;
    server: Quoted;
    place: Quoted;
    isProgram: boolean;
    input: QuotedValue;
  };
}

export const say = saying<ToolServerSays>();

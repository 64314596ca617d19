import { saying, type Quoted } from '../../kernel/says.ts';

/** What a request would send, and to whom. */
export interface WebSays {
  'request.invalid': Record<never, never>;
  'request.send': {
    host: string;
    method: string;
    address: Quoted;
    headers: Quoted | null;
    body: Quoted | null;
    /** False: others on the network can read it. */
    isPrivate: boolean;
  };
}

export const say = saying<WebSays>();

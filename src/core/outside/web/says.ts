import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

/** What a request would send, and to whom. */
export interface WebSays {
  'request.invalid': Record<never, never>;
  'request.send': {
    host: string;
    method: string;
    address: Quoted;
    headers: Quoted | null;
    body: Quoted | null;
    /** The names of those that the engine adds, because the API's profile says so. */
    secrets: readonly string[];
    /** False: others on the network can read it. */
    isPrivate: boolean;
  };
}

/** Why something is refused. */
export interface WebProblems extends Plain<
  | 'web.invalid_url'
  | 'web.port_not_allowed'
  | 'web.address_not_allowed'
  | 'web.invalid_header'
  | 'web.request_too_large'
  | 'web.host_not_found'
  | 'web.host_not_reached'
  | 'web.reply_unreadable'
  | 'web.reply_too_late'
  | 'web.redirect_refused'
  | 'web.credential_header'
  | 'web.secret_in_request'
  | 'web.page_not_read'
  | 'web.searxng_url_refused'
  | 'web.web_stopped'
  | 'web.no_json'
  | 'web.nothing_found'
  | 'web.no_text_page'
  | 'web.elsewhere'
> {
  'web.too_many_redirects': { most: number };
  'web.calls': { most: number; of: 'conversation' | 'hour' | 'day' };
  'web.pages_off': { key: string };
  'web.pages': { pages: number };
  'web.hosts': { hosts: number; host: string };
  'web.no_results': { status: number };
  'web.no_search': { status: number };
  'web.not_asked': { isOwn: boolean; why: readonly Says[] };
  'web.document_long': { mb: number };
  'web.page_status': { status: number };
}

export const say = saying<WebSays & WebProblems>();

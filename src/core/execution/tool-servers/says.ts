import { saying, type Quoted, type QuotedValue, type Plain, type Says } from '../../kernel/says.ts';

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

/** Why something is refused, why a server is away, and why a tool of it is not offered. */
export interface ToolServerProblems extends Plain<
  | 'server.tool_server_not_found'
  | 'server.tool_server_exists'
  | 'server.tool_server_invalid'
  | 'server.tool_server_away'
  | 'server.tool_server_sign_in'
  | 'server.tool_server_no_sign_in'
  | 'server.tool_changed'
  | 'server.tool_not_found'
  | 'server.tool_unseen'
  | 'server.tool_changed_again'
  | 'server.secret_for_tool_server'
  | 'server.connecting'
  | 'server.engine_stops'
  | 'server.anew'
  | 'server.internal'
  | 'server.engine_here'
  | 'server.unseen'
  | 'server.html'
  | 'server.scope'
  | 'server.lost_before'
  | 'server.ended'
  | 'server.lost'
  | 'server.late'
  | 'server.no_protocol'
  | 'server.reads_nothing'
  | 'server.no_list'
  | 'server.list_long'
  | 'server.given_up'
  | 'server.forgotten'
  | 'server.call_again'
  | 'server.result_deep'
  | 'server.no_result'
  | 'server.compressed'
  | 'server.own_address'
  | 'server.taken'
  | 'server.asks_too_much'
  | 'server.login_elsewhere'
  | 'server.not_offered'
  | 'server.no_login_address'
  | 'server.login_refused'
  | 'server.login_late'
  | 'server.login_failed'
  | 'server.with_token'
  | 'tool.no_name'
  | 'tool.name_unseen'
  | 'tool.deep'
  | 'tool.no_schema'
  | 'tool.not_apart'
> {
  'server.same_name': { name: Quoted };
  'server.not_ready': { name: Quoted; why: readonly Says[] };
  'server.silent': { seconds: number };
  'server.tools_wait': { name: string };
  'server.own_words': { words: Quoted };
  'server.error': { code: number };
  'server.status': { status: number };
  'server.sign_in': { name: string; isExpired: boolean };
  'server.exited': { code: number };
  'server.killed': { signal: string };
  'server.no_program': { program: Quoted };
  'server.program_not_allowed': { program: Quoted };
  'server.not_started': { program: Quoted; code: string | null };
  'server.rounds': { times: number };
  'server.once_more': { why: readonly Says[] };
  'server.no_address_of': { host: Quoted };
  'server.never_reached': { host: Quoted };
  'server.private_login': { host: Quoted };
  'server.message_long': { kib: number };
  'server.redirects': { to: Quoted };
  'server.nothing_listens': { code: string | null };
  'server.no_https': { code: string | null };
  'server.not_reached': { code: string | null };
  'server.cut': { code: string | null };
  'server.memory': { mib: number; allowedMib: number };
  'server.processes': { processes: number; allowed: number };
  'server.no_answer': { seconds: number };
  'server.login_no_web': { protocol: Quoted };
  'server.login_not_public': { to: Quoted };
  'server.questions': { most: number };
  'server.flood': { messages: number; per: 'second' | 'minute' };
  'server.flood_bytes': { mib: number; per: 'second' | 'minute' };
  'tool.name_long': { most: number };
  'tool.long': { kib: number };
  'tool.schema_long': { kib: number };
  'tool.all_long': { kib: number };
}

/** A form of a tool server, what an answer must be, and what is wrong with one. */
export interface FormSays extends Plain<
  | 'form.send_these'
  | 'form.send_nothing'
  | 'form.yes'
  | 'form.no'
  | 'form.yes_or_no'
  | 'form.email'
  | 'form.address'
  | 'form.date'
  | 'form.moment'
  | 'form.number'
  | 'form.whole_number'
> {
  'form.asks': { server: Quoted; words: Quoted; first: Says };
  'form.again': { wrong: Says; question: Says };
  'form.field': { words: Quoted; hints: readonly Says[]; isRequired: boolean };
  'form.send': { server: Quoted };
  'form.at_least': { least: number; areCharacters: boolean };
  'form.at_most': { most: number; areCharacters: boolean };
  'form.between': { least: number; most: number; areCharacters: boolean };
  'form.one_of': { titles: readonly Quoted[] };
  /** `range`: how many; null where any number of them may be named. */
  'form.several_of': { range: Says | null; titles: readonly Quoted[] };
  'form.with_commas': { be: Says };
  'form.missing': { question: Quoted };
  'form.must': { question: Quoted; be: Says };
}

export const sayForm = saying<FormSays>();

export const say = saying<ToolServerSays & ToolServerProblems>();

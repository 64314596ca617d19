import { saying, type Plain, type Says } from '../core/kernel/says.ts';

/** Why a request is refused, whatever it asks for. */
export interface RequestProblems extends Plain<
  | 'request.invalid_request'
  | 'request.invalid_encoding'
  | 'request.unauthenticated'
  | 'request.too_many_attempts'
  | 'request.host_not_allowed'
  | 'request.origin_not_allowed'
  | 'request.not_found'
  | 'request.method_not_allowed'
  | 'request.body_too_large'
  | 'request.unsupported_media_type'
  | 'request.engine_unreachable'
  | 'request.half_a_character'
  | 'request.half_in_arguments'
  | 'request.body_late'
  | 'request.body_cut_off'
  | 'request.wrong_token'
  | 'request.no_own_token'
  | 'request.no_tool_secret'
  | 'request.tool_server_closed'
  | 'request.too_many_secrets'
  | 'request.wrong_cursor'
  | 'request.engine_lost'
  | 'request.engine_not_available'
> {
  /** `place` is a JSON pointer; null: the body. */
  'request.violation': { place: string | null; why: Says };
  'request.arguments': { wrong: readonly Says[]; more: number };
  'request.argument': { place: string | null; why: Says };
  'request.headers_late': { seconds: number; mb: number };
  'request.body_limit': { mostBytes: number };
  'request.message_limit': { mb: number };
  'request.as_bytes': { type: string };
}

export const say = saying<RequestProblems>();

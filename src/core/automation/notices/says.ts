import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface NoticeProblems extends Plain<'notices.notice_not_found'> {}

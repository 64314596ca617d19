import { refusals } from '../../kernel/refusal.ts';
import type { NoticeProblems } from './says.ts';

export const refuse = refusals<NoticeProblems>()('notices', {
  notice_not_found: 'not_found',
});

import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** What the owner is told. */
export interface NoticeSays {
  /** Titles of notices. */
  'notice.paused': { named: Quoted };
  'notice.failed': { named: Quoted };
  'notice.interrupted': { named: Quoted };
  /** What its owner has written, and nothing else. */
  'notice.own': { own: Quoted };
  /** A watched page, in lines of its own. `own`: what its owner wanted to be told; null: nothing else. */
  'notice.page-changed': { own: Quoted | null; address: Quoted; added: Quoted | null; gone: Quoted | null };
  'notice.page-unchanged': { own: Quoted | null; address: Quoted; text: Quoted };
}

/** Why something is refused. */
export interface NoticeProblems extends Plain<'notices.notice_not_found'> {}

/** What its owner should see to. */
export interface NoticeReminderProblems {
  'notices.waiting': { count: number };
}

export const say = saying<NoticeSays & NoticeReminderProblems>();

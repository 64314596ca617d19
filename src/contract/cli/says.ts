import { saying, type Plain, type Says } from '../../core/kernel/says.ts';

/** What the terminal says of a run that it follows, of questions, and of what it could not do. */
export interface TerminalSays extends Plain<
  | 'terminal.were_thoughts'
  | 'terminal.resumed'
  | 'terminal.summarised'
  | 'terminal.output_missing'
  | 'terminal.engine_gone'
  | 'terminal.answered_elsewhere'
  | 'terminal.number'
  | 'terminal.own_words'
  | 'terminal.skip'
  | 'terminal.each_question'
  | 'terminal.no_terminal'
  | 'terminal.no_input'
  | 'terminal.way_at_terminal'
  | 'terminal.way_with_input'
  | 'terminal.secret_nowhere'
  | 'terminal.sign'
  | 'terminal.neither'
  | 'terminal.save_it'
  | 'terminal.to_confirm'
  | 'terminal.nothing_saved'
  | 'terminal.left_question'
  | 'terminal.question_gone'
  | 'terminal.chat_help'
  | 'terminal.repeat_line'
  | 'terminal.how_to_start'
  | 'terminal.upload_skipped'
  | 'terminal.upload_pending'
  | 'terminal.upload_uploading'
  | 'terminal.upload_complete'
  | 'terminal.upload_failed'
  | 'terminal.not_uploaded_hosted'
  | 'terminal.not_uploaded_off'
  | 'terminal.not_uploaded_not_connected'
  | 'terminal.not_uploaded_scope'
  | 'terminal.not_uploaded_plain'
  | 'terminal.not_uploaded_no_key'
  | 'terminal.safety_copy'
  | 'terminal.not_in_drive'
  | 'terminal.made_manual'
  | 'terminal.made_scheduled'
  | 'terminal.made_before_restore'
  | 'terminal.made_before_import'
  | 'terminal.made_before_move'
  | 'terminal.made_before_migration'
  | 'terminal.backup_running'
  | 'terminal.backup_unverified'
  | 'terminal.backup_complete'
  | 'terminal.backup_failed'
  | 'terminal.backup_proven'
> {
  'terminal.again': { seconds: number; attempt: number; attempts: number };
  'terminal.no_room': { tools: string };
  'terminal.message_cut': { leftOut: number; chars: number };
  'terminal.cost': { spentUsd: number; limitUsd: number; ceiling: string };
  'terminal.ended_early': { how: string };
  'terminal.review': { files: number };
  'terminal.agent_begins': { role: string; model: string };
  'terminal.agent_ended': { how: string; cost: string };
  'terminal.declined': { why: Says; way: Says };
  'terminal.only_options': { why: Says; way: Says };
  'terminal.or': { ways: readonly Says[] };
  'terminal.answer_elsewhere': { until: string };
  'terminal.secret': { name: string; kind: string; until: string };
  'terminal.secret_to': { hosts: string };
  'terminal.store_now': { command: string };
  'terminal.store_later': { command: string };
  'terminal.confirm': { promptId: string };
  'terminal.not_stored': { name: string };
  'terminal.type_yes': { question: string };
  'terminal.with_yes': { unasked: string; undone: string };
  'terminal.stopped': { whenGone: string };
  'terminal.continuing': { title: string };
  'terminal.continue_with': { threadId: string };
  'terminal.not_uploaded_paused': { backupId: string };
  'terminal.not_uploaded_failed': { backupId: string; problem: string | null };
  'terminal.never_sent': { backupId: string };
  'terminal.not_running': { dataDir: string };
}

export const say = saying<TerminalSays>();

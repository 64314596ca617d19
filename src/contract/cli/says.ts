import { saying, type Plain, type Quoted, type Says } from '../../core/kernel/says.ts';

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
  | 'none.threads'
  | 'none.messages'
  | 'none.folders'
  | 'none.instructions'
  | 'none.switches'
  | 'none.backups'
  | 'none.runs'
  | 'none.told'
  | 'none.steps'
  | 'none.questions'
  | 'none.entities'
  | 'none.relations'
  | 'none.statements'
  | 'none.merges'
  | 'none.contacts'
  | 'none.timeline'
  | 'none.imports'
  | 'none.deals'
  | 'none.apis'
  | 'none.consents'
  | 'none.assistants'
  | 'none.tags'
  | 'none.tags_of_thread'
  | 'none.tool_servers'
  | 'none.tasks'
  | 'none.triggers'
  | 'none.trigger_runs'
  | 'none.notices'
  | 'none.workflows'
  | 'none.workflow_runs'
  | 'none.workflow_steps'
  | 'none.collections'
  | 'none.records'
  | 'none.backups_in_drive'
  | 'done.backup_deleted'
  | 'done.run_asked_to_stop'
  | 'done.unrelated'
  | 'done.deal_deleted'
  | 'done.consent_revoked'
  | 'done.tool_server_removed'
  | 'done.deleted'
  | 'done.dismissed'
  | 'done.migration_stopped'
  | 'done.connection_canceled'
  | 'done.access_forgotten'
  | 'gone.threads'
  | 'gone.backups'
  | 'gone.runs'
  | 'gone.questions'
  | 'gone.graph'
  | 'gone.merges'
  | 'gone.contacts'
  | 'gone.deals'
  | 'gone.token'
  | 'gone.people'
  | 'gone.consents'
  | 'gone.assistants'
  | 'gone.tags'
  | 'gone.tool_servers'
  | 'gone.tasks'
  | 'gone.triggers'
  | 'gone.workflows'
  | 'gone.collections'
  | 'gone.migration'
  | 'gone.google'
  | 'gone.answer'
  | 'gone.changes'
  | 'gone.erasure'
  | 'gone.export'
  | 'gone.accept'
  | 'gone.send'
  | 'gone.secrets'
  | 'gone.trigger'
  | 'nothing.thread'
  | 'nothing.thread_with_tools'
  | 'nothing.backup'
  | 'nothing.backup_in_drive'
  | 'nothing.run'
  | 'nothing.entity'
  | 'nothing.merge'
  | 'nothing.merged'
  | 'nothing.contact'
  | 'nothing.import'
  | 'nothing.deal'
  | 'nothing.api'
  | 'nothing.person'
  | 'nothing.consent'
  | 'nothing.assistant'
  | 'nothing.tagged_thread'
  | 'nothing.tool_server'
  | 'nothing.task'
  | 'nothing.trigger'
  | 'nothing.workflow'
  | 'nothing.collection'
  | 'nothing.question'
  | 'nothing.thread_with_changes'
  | 'nothing.export'
  | 'nothing.secret'
  | 'usage.not_text'
  | 'usage.engine'
  | 'usage.version'
  | 'usage.http_api'
  | 'usage.web'
  | 'usage.mcp_server'
  | 'usage.transport'
  | 'usage.demo'
  | 'usage.migrate_without_backup'
  | 'usage.help_option'
  | 'usage.help'
  | 'usage.exit_codes'
  | 'usage.start'
  | 'usage.json'
  | 'usage.title'
  | 'usage.arguments'
  | 'usage.options'
  | 'usage.commands'
  | 'usage.transport_alone'
  | 'option.nothing_to_change'
  | 'option.time'
  | 'option.repeated'
  | 'option.or_none'
  | 'option.no_rename'
  | 'option.no_parameter'
  | 'option.no_amount'
  | 'option.contact_name'
  | 'terminal.goes_on_with_secret'
  | 'terminal.gets_none'
  | 'terminal.answered'
  | 'terminal.answer_needs_words'
  | 'terminal.no_such_question'
  | 'terminal.several_questions'
  | 'terminal.sent_and_compared'
  | 'terminal.sent_while_running'
  | 'terminal.log_says_why'
  | 'terminal.backup_verified'
  | 'terminal.backup_needs_key'
  | 'terminal.backup_not_restorable'
  | 'terminal.no_backup_yet'
  | 'terminal.backup_interrupted'
  | 'terminal.diff_too_long'
  | 'terminal.changed_by_others'
  | 'terminal.nothing_done'
  | 'terminal.equal_files'
  | 'terminal.no_changes'
  | 'terminal.how_to_review'
  | 'terminal.see_config_help'
  | 'terminal.gone_config'
  | 'terminal.config_invalid'
  | 'terminal.nothing_imported'
  | 'terminal.no_json_records'
  | 'terminal.backups_stay'
  | 'terminal.backups_go'
  | 'terminal.workspace_goes'
  | 'terminal.no_way_back'
  | 'terminal.nothing_erased'
  | 'terminal.erased'
  | 'terminal.rows_count'
  | 'terminal.still_there'
  | 'terminal.gone_before_erasure'
  | 'terminal.not_all_erased'
  | 'terminal.export_incomplete'
  | 'terminal.nothing_kept'
  | 'terminal.nothing_changed'
  | 'terminal.export_checked'
  | 'terminal.import_if_sent'
  | 'terminal.import_if_sound'
  | 'terminal.comes_in_next'
  | 'terminal.import_goes_on'
  | 'terminal.export_sound'
  | 'terminal.import_undone'
  | 'terminal.automations_wait'
  | 'terminal.consents_revoked'
  | 'terminal.google_asked_for'
  | 'terminal.open_here'
  | 'terminal.open_anywhere'
  | 'terminal.nothing_connected'
  | 'terminal.ended_unanswered'
  | 'terminal.drive_not_allowed'
  | 'terminal.switch_uploads_on'
  | 'terminal.no_account'
  | 'terminal.pending_ended'
  | 'terminal.disconnected'
  | 'terminal.deletion_incomplete'
  | 'terminal.ask_drive_backups'
  | 'terminal.say_drive_backups'
  | 'terminal.drive_backups_kept'
  | 'terminal.drive_unchecked'
  | 'terminal.drive_no_backups'
  | 'terminal.access_forgotten_only'
  | 'terminal.phase_connecting'
  | 'terminal.phase_copying'
  | 'terminal.phase_sending'
  | 'terminal.phase_restoring'
  | 'terminal.has_own_data'
  | 'terminal.no_token'
  | 'terminal.sending_goes_on'
  | 'terminal.make_reachable'
  | 'terminal.type_on_other'
  | 'terminal.type_here'
  | 'terminal.token_above'
  | 'terminal.restore_to_confirm'
  | 'terminal.ask_restore'
  | 'terminal.nothing_restored'
  | 'terminal.no_restore_key'
  | 'terminal.restore_sound'
  | 'terminal.restore_undone'
  | 'terminal.restore_failed'
  | 'terminal.restore_safety'
  | 'terminal.workspace_left'
  | 'terminal.if_trusted'
  | 'terminal.if_place_trusted'
  | 'terminal.if_key_known'
  | 'terminal.other_key'
  | 'terminal.at_work'
  | 'terminal.no_secrets'
  | 'terminal.no_value'
  | 'terminal.for_google'
  | 'terminal.for_tool_server'
  | 'terminal.for_no_host'
  | 'terminal.no_host'
  | 'terminal.slash_help'
  | 'terminal.slash_new'
  | 'terminal.slash_new_next'
  | 'terminal.slash_compact'
  | 'terminal.slash_empty'
  | 'terminal.slash_stopped_waiting'
  | 'terminal.slash_api'
  | 'terminal.slash_api_use'
  | 'terminal.slash_mcp'
  | 'terminal.slash_mcp_use'
  | 'terminal.slash_quit'
  | 'terminal.see_slash_help'
  | 'terminal.slash_list'
  | 'terminal.slash_keys'
  | 'terminal.interrupted_plainly'
  | 'terminal.gone_speech'
  | 'terminal.in_it'
  | 'terminal.no_token_given'
  | 'terminal.happens_while_running'
  | 'terminal.no_task_on_stdin'
  | 'terminal.task_empty'
  | 'terminal.carried_out_here'
  | 'terminal.workflow_no_object'
  | 'terminal.not_there'
  | 'terminal.a_folder'
  | 'terminal.not_permitted'
  | 'terminal.stdin_no_text'
  | 'terminal.file_new'
  | 'terminal.file_changed'
  | 'terminal.file_deleted'
  | 'terminal.file_binary'
  | 'effect.next_message'
  | 'effect.next_backup'
  | 'effect.next_request'
  | 'source.env'
  | 'source.project'
  | 'source.user'
  | 'source.default'
  | 'head.key'
  | 'head.value'
  | 'head.source'
  | 'terminal.no_engine_here'
  | 'terminal.on_this_machine'
  | 'terminal.is_replaced'
  | 'terminal.sending_kept'
  | 'terminal.sending_again'
  | 'terminal.migration_token'
  | 'terminal.no_port'
  | 'terminal.restart_reachable'
  | 'terminal.restore_foreign'
  | 'terminal.restore_foreign_needs'
  | 'terminal.slash_slash'
  | 'terminal.new_conversation'
  | 'terminal.a_conversation'
  | 'terminal.nothing_of_yours_out'
  | 'terminal.nothing_of_yours_in'
  | 'terminal.whole_workflow'
  | 'terminal.copying'
  | 'terminal.checking'
  | 'terminal.restoring'
  | 'terminal.uploading'
  | 'terminal.hosted_without_connection'
  | 'terminal.hosted_connection'
  | 'terminal.not_connected'
  | 'terminal.no_client'
  | 'terminal.api_endpoints'
  | 'terminal.api_guidelines'
  | 'terminal.api_avoid'
  | 'terminal.api_notes'
  | 'terminal.backup_of_another'
  | 'terminal.workspace_elsewhere'
  | 'terminal.not_encrypted'
  | 'terminal.not_complete'
  | 'terminal.also_here'
  | 'terminal.only_in_drive'
  | 'terminal.label_backup'
  | 'terminal.label_made'
  | 'terminal.label_size'
  | 'terminal.label_state'
  | 'terminal.label_checked'
  | 'terminal.label_drill'
  | 'terminal.label_encrypted'
  | 'terminal.label_in_drive'
  | 'terminal.fetched'
  | 'terminal.fetched_unchecked'
  | 'terminal.fetched_new_machine'
  | 'terminal.more_groups'
  | 'terminal.nothing_deleted'
  | 'terminal.delete_all'
  | 'terminal.deleted'
  | 'terminal.any_host'
  | 'terminal.may_change'
  | 'terminal.changed_since'
  | 'terminal.all_of_graph'
  | 'terminal.delete_this'
  | 'terminal.contact_removed'
  | 'terminal.known_since'
  | 'terminal.is_contact'
  | 'terminal.more_around'
  | 'terminal.remove_for_good'
  | 'terminal.nothing_removed'
  | 'terminal.merge_incomplete'
  | 'terminal.merged_again'
  | 'terminal.in_effect'
  | 'terminal.not_in_effect'
  | 'terminal.label_also_called'
  | 'terminal.label_brings'
  | 'terminal.label_differ'
  | 'terminal.of_its_data'
  | 'terminal.with_it'
  | 'terminal.remove_person'
  | 'terminal.nobody_removed'
  | 'terminal.removed_erased'
  | 'terminal.removed_handed'
  | 'terminal.secret_goes_nowhere'
  | 'terminal.goes_on_there'
  | 'terminal.or_own_words'
  | 'terminal.your_words'
  | 'terminal.label_calls'
  | 'terminal.only_second'
  | 'terminal.only_first'
  | 'terminal.other_arguments'
  | 'terminal.the_same'
  | 'terminal.not_the_same'
  | 'terminal.run_goes_on'
  | 'terminal.more_steps'
  | 'terminal.in_all'
  | 'terminal.instructions_for_all'
  | 'terminal.instructions_for_this'
  | 'terminal.switched_off'
  | 'terminal.switched_on'
  | 'terminal.in_prompt'
  | 'terminal.waits_for_you'
  | 'terminal.unchecked_completed'
  | 'terminal.agent_says'
  | 'terminal.asked_to_stop_task'
  | 'terminal.you'
  | 'terminal.being_connected'
  | 'terminal.has_no_tools'
  | 'terminal.tools_once_connected'
  | 'terminal.open_and_sign_in'
  | 'terminal.no_tool_of_it'
  | 'terminal.waits_to_confirm'
  | 'terminal.in_progress'
  | 'terminal.ended_unchecked'
  | 'terminal.the_owner'
  | 'terminal.is_tried'
  | 'terminal.has_begun'
  | 'terminal.agree_to_it'
  | 'terminal.still_waits'
  | 'terminal.asked_to_stop_trigger'
  | 'terminal.paused_stopping'
  | 'terminal.completed_verified'
  | 'terminal.completed_unchecked'
  | 'terminal.asked_to_stop_workflow'
  | 'terminal.row_new'
  | 'terminal.row_known'
  | 'terminal.said_by_you'
  | 'terminal.none_of_them'
  | 'terminal.trigger_running'
  | 'terminal.trigger_on'
  | 'terminal.trigger_paused'
  | 'terminal.trigger_over'
  | 'terminal.trigger_stopped'
  | 'terminal.stopping'
  | 'label.run'
  | 'label.model'
  | 'label.ended'
  | 'label.cost'
  | 'label.tokens'
  | 'label.time'
  | 'label.answer'
  | 'member.archived'
  | 'member.aliases'
  | 'member.email'
  | 'member.phone'
  | 'member.company'
  | 'member.role'
  | 'member.birthday'
  | 'member.website'
  | 'member.type'
  | 'member.source'
  | 'member.language'
  | 'member.tags'
  | 'switch.always'
  | 'switch.on'
  | 'switch.off'
  | 'switch.by_need'
  | 'terminal.step_failed'
  | 'terminal.not_hosted'
  | 'terminal.no'
  | 'section.threads'
  | 'section.memory'
  | 'section.entities'
  | 'section.records'
  | 'section.tasks'
  | 'section.triggers'
  | 'section.workflows'
  | 'section.artifacts'
  | 'section.deals'
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
  'terminal.stopped': { whenGone: Says };
  'terminal.continuing': { title: string };
  'terminal.continue_with': { threadId: string };
  'terminal.not_uploaded_paused': { backupId: string };
  'terminal.not_uploaded_failed': { backupId: string; problem: string | null };
  'terminal.never_sent': { backupId: string };
  'terminal.not_running': { dataDir: string };
  'usage.choices': { text: string; choices: readonly string[] };
  'usage.web_alone': { isDemo: boolean };
  'usage.mcp_server_alone': { without: string };
  'usage.twice': { name: string; value: string };
  'usage.mode_alone': { mode: string; name: string };
  'usage.blank': { name: string; text: string };
  'usage.apart': { names: readonly string[] };
  'usage.wrong': { why: Says };
  'usage.no_commands': { name: string };
  'usage.no_command': { typed: string; names: readonly string[] };
  'usage.no_command_near': { typed: string; near: string };
  'usage.missing': { name: string };
  'usage.unknown_option': { flag: string };
  'usage.unknown_option_near': { flag: string; near: string };
  'usage.no_value': { flags: string };
  'usage.no_choice': { flags: string; value: string; choices: string };
  'usage.too_many': { expected: number; received: number; given: string };
  'usage.see': { command: string };
  'option.names': { names: readonly string[] };
  'option.from_to': { minimum: number; maximum: number };
  'option.by_default': { usual: string };
  'option.not_a_time': { name: string };
  'option.one_of': { option: string; names: readonly string[] };
  'option.no_column': { text: Quoted };
  'option.no_type': { type: Quoted; name: Quoted; types: readonly string[] };
  'option.no_values': { option: string };
  'terminal.more': { cursor: string };
  'terminal.answer_each': { n: number; skip: string };
  'terminal.answer_secret': { name: string; id: string };
  'terminal.secret_not_stored': { name: string };
  'terminal.id_too_short': { least: number };
  'terminal.backup_added': { backupId: string };
  'terminal.attach_most': { most: number; given: number };
  'terminal.attach_no_file': { path: string };
  'terminal.attach_too_large': { path: string; bytes: number; most: number };
  'terminal.upload_impossible': { why: string };
  'terminal.upload_left_out': { why: string };
  'terminal.backup_made': { files: number };
  'terminal.drill_begins': { backupId: string };
  'terminal.drill_done': { seconds: number };
  'terminal.not_among_changes': { path: string };
  'terminal.changes_taken_over': { run: string };
  'terminal.no_key_on_stdin': { key: string };
  'terminal.shell_history': { key: string };
  'terminal.set_but_demo': { key: string };
  'terminal.would_import': { added: number; completed: number };
  'terminal.row': { n: number };
  'terminal.line': { n: number };
  'terminal.erases_all': { dataDir: string };
  'terminal.erasure_to_confirm': { word: string };
  'terminal.type_to_erase': { word: string };
  'terminal.not_the_word': { word: string };
  'terminal.interrupted': { why: string };
  'terminal.exported': { counts: string; size: string };
  'terminal.import_folder': { file: string };
  'terminal.import_json': { file: string };
  'terminal.secrets_again': { names: string };
  'terminal.type_code': { code: string };
  'terminal.waiting_for_answer': { until: string };
  'terminal.drive_deleted': { files: number };
  'terminal.drive_partly': { files: number };
  'terminal.connection_waits': { until: string; where: string };
  'terminal.file_no_text': { path: string };
  'terminal.no_folder': { folder: string };
  'terminal.file_exists': { path: string };
  'terminal.no_private_address': { port: string };
  'terminal.restored': { files: number; backupId: string };
  'terminal.restore_undo': { backupId: string; more: string };
  'terminal.restores': { backupId: string; at: string; kind: string; version: string; size: string };
  'terminal.secret_stored': { name: string; use: string };
  'terminal.secret_overridden': { name: string };
  'terminal.secret_deleted': { name: string };
  'terminal.for_hosts': { hosts: string };
  'terminal.slash_shrank': { before: number; after: number };
  'terminal.slash_unknown': { name: string; meant: string };
  'terminal.sound_too_large': { file: string };
  'terminal.is_folder': { file: string };
  'terminal.file_empty': { file: string };
  'terminal.token_kept': { name: string };
  'terminal.next_times': { words: string; zone: string };
  'terminal.once': { zone: string };
  'terminal.task_too_long': { mb: number };
  'terminal.workflow_goes_on': { id: string };
  'terminal.success_is': { what: string };
  'terminal.workflow_saved': { id: string; more: string };
  'terminal.workflow_paused': { id: string };
  'terminal.step_waits': { step: string };
  'terminal.no_file': { path: string };
  'terminal.unread': { path: string; why: Says };
  'terminal.unwritten': { path: string; why: Says };
  'terminal.of_code': { code: string };
  'terminal.backup_not_made': { why: string };
  'terminal.changes_of': { threadId: string; runId: string; title: string };
  'terminal.changes_kept': { of: string; files: number };
  'terminal.changes_undone': { of: string; files: number };
  'terminal.near': { names: readonly string[] };
  'terminal.no_setting': { key: string; meant: Says };
  'terminal.setting_must_be': { key: string; be: Says };
  'terminal.setting_set': { key: string; when: Says };
  'terminal.setting_without_effect': { key: string };
  'terminal.setting_overridden': { key: string; by: Says };
  'terminal.setting_still_set': { key: string; by: Says };
  'terminal.setting_unset': { key: string; when: Says };
  'terminal.records_stored': { inserted: number; updated: number; failed: number };
  'terminal.connected': { account: string | null };
  'terminal.accepts_until': { until: string };
  'terminal.moved': { at: string; databases: number; files: number; secrets: number };
  'terminal.own_port': { port: number };
  'terminal.restore_replaces': { dataDir: string; withWorkspace: boolean };
  'terminal.the_task': { id: string };
  'terminal.the_trigger': { id: string };
  'terminal.the_workflow': { id: string };
  'terminal.runs_since': { since: string; called: string; what: Says; stop: Says | null };
  'terminal.waits_since': { since: string; called: string; what: Says; stop: Says | null };
  'terminal.stop_it': { id: string };
  'terminal.model': { id: string };
  'terminal.no_model': { problem: string };
  'terminal.running': {
    version: string;
    pid: number;
    dataDir: string;
    since: string;
    runs: number;
    answers: Says;
  };
  'terminal.of_kind': { kind: string };
  'terminal.store_damaged': { store: string };
  'terminal.store_newer': { store: string };
  'terminal.no_json': { file: string; why: string };
  'terminal.with_it_done': { tasks: number };
  'terminal.came_out': { threads: number; files: number; items: number };
  'terminal.came_in': { threads: number; files: number; items: number };
  'terminal.exporting': { section: string; count: Says | null; size: string };
  'terminal.exporting_line': { section: string; size: string };
  'terminal.count_of': { done: number; total: number };
  'terminal.may_mean': { name: string; fitting: readonly string[]; more: number };
  'terminal.workflow_broken': { sentences: readonly Says[] };
  'terminal.workflow_part': { place: Says; field: string | null; message: string; near: readonly string[] };
  'terminal.step_called': { name: string };
  'terminal.step_number': { nth: number };
  'terminal.parameter_called': { name: string };
  'terminal.parameter_number': { nth: number };
  'terminal.connected_through_host': { account: string | null };
  'terminal.access': { scopes: readonly string[]; withDrive: boolean };
  'terminal.pending_until': { until: string; where: string };
  'terminal.where_to_answer': { url: string; code: string | null };
  'terminal.the_replay': { id: string };
  'terminal.api_url': { url: string };
  'terminal.encrypted_with': { key: string };
  'terminal.authentic_with': { key: string };
  'terminal.left_out_files': { n: number };
  'terminal.problem_is': { problem: string };
  'terminal.made_by': { at: string; how: string; version: string };
  'terminal.size_in_files': { size: string; files: number };
  'terminal.last_upload': { problem: string };
  'terminal.by_tool': { tool: string };
  'terminal.in_the_folder': { folder: string };
  'terminal.in_the_thread': { threadId: string };
  'terminal.with_trigger': { triggerId: string };
  'terminal.with_workflow': { workflowId: string };
  'terminal.until_day': { day: string };
  'terminal.also_called': { name: string };
  'terminal.at_line': { line: number };
  'terminal.imported_counts': { added: number; completed: number; refused: number };
  'terminal.takes_back': { importId: string };
  'terminal.would_counts': { added: number; completed: number; refused: number };
  'terminal.was_value': { value: string };
  'terminal.would_go': { all: string; name: string };
  'terminal.contact_removed_with': { all: string };
  'terminal.rolled_back': { removed: number; restored: number; kept: number };
  'terminal.deal_next': { action: string };
  'terminal.also_called_all': { names: string };
  'terminal.since_when': { since: string };
  'terminal.until_when': { until: string };
  'terminal.more_relations': { id: string; cursor: string };
  'terminal.entity_removed': { name: string; id: string };
  'terminal.from_until': { from: string; until: string };
  'terminal.shown_through': { merge: string };
  'terminal.merged_into': { merged: string; kept: string };
  'terminal.would_be_shown': { merged: string; kept: string; kind: string };
  'terminal.daily_limit': { usd: number };
  'terminal.seen_at': { at: string };
  'terminal.counts_until': { until: string };
  'terminal.person_erased': { name: string };
  'terminal.person_handed': { name: string };
  'terminal.asked_since': { id: string; title: string; since: string; until: string };
  'terminal.asks_secret': { name: string };
  'terminal.secret_goes_to': { hosts: string };
  'terminal.and_then_saved': { id: string };
  'terminal.answer_it_with': { id: string; example: string };
  'terminal.left_asked': { id: string; title: string; at: string };
  'terminal.one_for_each': { example: string };
  'terminal.of_sub_agent': { kind: string };
  'terminal.instructions_cut': { n: number };
  'terminal.replay_of': { run: string };
  'terminal.task_due': { at: string };
  'terminal.task_for': { who: string };
  'terminal.in_task': { id: string };
  'terminal.in_conversation': { id: string };
  'terminal.window_room': { tokens: number; room: number };
  'terminal.version_of': { nth: number; of: number; all: string };
  'terminal.attached_file': { path: string; type: string; bytes: number };
  'terminal.tokens_count': { tokens: number };
  'terminal.tools_to_accept': { offered: string; waiting: string; name: string };
  'terminal.server_connected': { name: string; place: string };
  'terminal.count_as_accepted': { tools: string; name: string };
  'terminal.not_usable_yet': { problem: string };
  'terminal.server_added': { name: string; place: string };
  'terminal.how_it_stands': { why: string; name: string };
  'terminal.tools_left_out': { tools: string };
  'terminal.to_accept': { name: string; digest: string };
  'terminal.was_accepted': { json: string };
  'terminal.is_now_below': { json: string };
  'terminal.is_now': { json: string };
  'terminal.login_until': { until: string };
  'terminal.login_forgotten': { name: string };
  'terminal.when_changed': { url: string; minutes: number };
  'terminal.once_at': { at: string };
  'terminal.paused_because': { why: string };
  'terminal.would_have_used': { tool: string; input: string };
  'terminal.last_outcome': { outcome: string };
  'terminal.does_workflow': { id: string; parameters: string };
  'terminal.last_time': { at: string; outcome: string };
  'terminal.see_workflow': { id: string };
  'terminal.see_trigger': { id: string };
  'terminal.would_happen': { title: string };
  'terminal.attempt': { n: number };
  'terminal.up_to_usd': { usd: number };
  'terminal.takes_parameters': { names: string };
  'terminal.if_not_given': { value: string };
  'terminal.after_steps': { steps: string };
  'terminal.failed_count': { n: number };
  'terminal.step_times': { average: string; most: string };
  'terminal.step_waited': { waited: string };
  'terminal.api_auth': { kind: string; place: string; how: string };
  'terminal.api_rate': { limits: string };
  'terminal.api_limit': { used: number; most: number; window: string; until: string | null };
  'terminal.records': { count: number };
  'terminal.records_shown': { shown: number; total: number };
  'terminal.records_changed': { count: number };
  'terminal.records_deleted': { count: number };
  'terminal.records_would_go': { total: number; all: number; collection: string };
  'terminal.delete_these': { count: number };
  'terminal.collection_would_go': { count: number; name: string };
  'terminal.deleted_with_records': { count: number };
  'terminal.may_send': { target: string; isOpen: boolean };
  'terminal.at_least': { text: string };
  'terminal.interactions_count': { count: number };
  'terminal.deals_count': { count: number };
  'terminal.contact_may_be': { value: string | null };
  'terminal.entity_may_be': { value: string | null };
  'terminal.not_read': { columns: string };
  'terminal.row_left_out': { why: string };
  'terminal.value_now': { attribute: string; value: string; before: string };
  'terminal.contact_ambiguous': { detail: string };
  'terminal.deal_due': { at: string };
  'terminal.deal_overdue': { at: string };
  'terminal.entity_goes': {
    name: string;
    kind: string;
    id: string;
    details: number;
    relations: number;
    isContact: boolean;
  };
  'terminal.mentioned': { times: number };
  'terminal.graph_counts': { entities: number; relations: number; memories: number };
  'terminal.said_by': { origin: string };
  'terminal.of_kept_entry': { names: string };
  'terminal.files_count': { count: number };
  'terminal.move_in_all': { size: string; secrets: number };
  'terminal.tasks_would_go': { count: number; title: string };
  'terminal.deleted_with_tasks': { count: number };
  'terminal.tools_number': { count: number };
  'terminal.protocol': { protocol: string; software: string | null };
  'terminal.next_may_use': { tools: string };
  'terminal.next_at': { at: string };
  'terminal.next_look': { at: string };
  'terminal.times_missed': { count: number; why: string };
  'terminal.state_of_other': { state: Says; owner: string };
  'terminal.steps_done': { state: string; done: number; of: number };
  'terminal.steps_count': { count: number };
  'terminal.runs_count': { count: number };
  'terminal.data_rows_count': { count: number };
  'terminal.conversations_count': { count: number };
  'terminal.relations_count': { count: number };
  'terminal.memories_count': { count: number };
  'terminal.price_unknown': { dollars: string };
  'terminal.price_about': { dollars: string };
  'terminal.calls_compared': { equal: number; others: number; first: number; second: number };
  'terminal.store_secret_with': { command: string };
}

export const say = saying<TerminalSays>();

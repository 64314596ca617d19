import type { TerminalSays } from '../../cli/says.ts';
import type { AllSays, Words } from '../says.ts';
import { counted, oneOf, quoted } from './forms.ts';

const TIME = 'like 2027-01-31, "2027-01-31 09:00" (by the clock here) or 2027-01-31T09:00:00Z';

const were = (count: number): string => (count === 1 ? 'was' : 'were');

export const terminal: Words<TerminalSays> = {
  'terminal.were_thoughts': "What stands above were the model's thoughts. Its answer follows.",
  'terminal.again': ({ seconds, attempt, attempts }) =>
    `Trying again in ${seconds} s (attempt ${attempt} of ${attempts}).`,
  'terminal.no_room': ({ tools }) => `The model's window has no room for these tools: ${tools}`,
  'terminal.resumed': 'The engine was restarted, and goes on; an answer that was cut off begins anew.',
  'terminal.summarised': 'Earlier messages are summarised for the model; all of them are still stored.',
  'terminal.output_missing': 'Some output is missing here: the machine lost power before it was stored.',
  'terminal.message_cut': ({ leftOut, chars }) =>
    `What you wrote is longer than the model's window: it does not see ${leftOut} of ${chars} characters, from the middle.`,
  'terminal.cost': ({ spentUsd, limitUsd, ceiling }) =>
    `$${spentUsd.toFixed(2)} of the $${limitUsd.toFixed(2)} limit for one ${ceiling} are spent.`,
  'terminal.ended_early': ({ how }) => `The run ended early: ${how}.`,
  'terminal.engine_gone':
    'The engine stopped before the run ended. Start it again: completed work is kept, and a question that was open is in svc waiting.',
  'terminal.review': ({ files }) =>
    `${counted(files, 'changed file')} ${files === 1 ? 'waits' : 'wait'} for review: see svc changes, or the page.`,
  'terminal.agent_begins': ({ role, model }) => `begins as ${role} on ${model}`,
  'terminal.agent_ended': ({ how, cost }) => `${how} (${cost})`,

  'terminal.answered_elsewhere': 'It was already answered elsewhere.',
  'terminal.number': 'a number',
  'terminal.own_words': 'your own words',
  'terminal.skip': 'nothing, to skip it',
  'terminal.or': ({ ways }, tell) => `(${ways.map((one) => tell(one)).join(', or ')})`,
  'terminal.each_question': ' (one for each question; - skips one)',
  'terminal.no_terminal': 'there is no terminal to answer at',
  'terminal.no_input': 'it was started with --no-input',
  'terminal.way_at_terminal': 'Start it at a terminal, or with --wait to answer on the page.',
  'terminal.way_with_input':
    'Start it without --no-input to answer at the terminal, or with --wait to answer on the page.',
  'terminal.declined': ({ why, way }, tell) =>
    `The question was declined, because ${tell(why)}. ${tell(way)}`,
  'terminal.only_options': ({ why, way }, tell) =>
    `Only its options can answer it, and ${tell(why)}, so the run is stopped. ${tell(way)}`,
  'terminal.answer_elsewhere': ({ until }) =>
    `The run waits for the answer until ${until}. Answer on the page, if the engine serves one, or in another terminal with`,
  'terminal.secret': ({ name, kind, until }) =>
    `The run asks for the secret ${name} (${kind}) until ${until}:`,
  'terminal.secret_nowhere': 'It does not say where the secret will be sent.',
  'terminal.secret_to': ({ hosts }) => `The secret will be sent to ${hosts}.`,
  'terminal.store_now': ({ command }) => `Store it on the page, or in another terminal with\n  ${command}`,
  'terminal.store_later': ({ command }) => `To have it for the next run, store it with\n  ${command}`,
  'terminal.sign': 'Then press Enter here, or type no to refuse. Do not type the secret itself.',
  'terminal.confirm': ({ promptId }) =>
    `Then confirm it with\n  svc answer ${promptId} saved (or no, not to give it)`,
  'terminal.not_stored': ({ name }) => `${name} is not stored yet.`,

  'terminal.type_yes': ({ question }) => `${question}? Type yes: `,
  'terminal.with_yes': ({ unasked, undone }) => `${unasked}: repeat it with --yes. ${undone}`,
  'terminal.neither': 'That is neither yes nor no.',
  'terminal.save_it': 'Save it',
  'terminal.to_confirm': 'this has to be confirmed',
  'terminal.nothing_saved': 'Nothing was saved.',
  'terminal.stopped': ({ whenGone }, tell) => `the engine stopped. ${tell(whenGone)}`,

  'terminal.left_question':
    'The engine stopped before you answered this. Answer it here, and the agent goes on from there:',
  'terminal.question_gone':
    'The question is gone, because the engine stopped while it was open, so your text was not sent. Enter sends it as a task; anything else that you type takes its place.',
  'terminal.continuing': ({ title }) => `Continuing “${title}”.`,
  'terminal.chat_help': '/help lists the commands, Ctrl-D leaves.',
  'terminal.continue_with': ({ threadId }) => `Continue with: svc chat --thread ${threadId}`,
  'terminal.repeat_line': 'the engine stopped. Repeat the line, and another engine does it.',
  'terminal.not_running': ({ dataDir }) => `No engine is running for ${dataDir}.`,
  'terminal.how_to_start': 'Start one with svc --http-api; svc run and svc chat need none.',

  'terminal.upload_skipped': 'not in the drive',
  'terminal.upload_pending': 'waits to be uploaded',
  'terminal.upload_uploading': 'is being uploaded',
  'terminal.upload_complete': 'also in the drive',
  'terminal.upload_failed': 'not uploaded',
  'terminal.not_uploaded_hosted': 'A host runs this instance, so its backups stay on this machine.',
  'terminal.not_uploaded_off': 'Uploads are off: svc config set backup_clouddrive true switches them on.',
  'terminal.not_uploaded_not_connected': 'No cloud account is connected: svc google connect connects one.',
  'terminal.not_uploaded_scope':
    'The account was connected without the permission to manage the files of svc: svc google connect again, and leave the box ticked.',
  'terminal.not_uploaded_plain':
    'It is not encrypted, because backup_encrypt is off; only encrypted backups are uploaded.',
  'terminal.not_uploaded_no_key':
    'The vault has no usable key, so it is not encrypted; only encrypted backups are uploaded.',
  'terminal.safety_copy': 'Safety copies stay on this machine.',
  'terminal.not_in_drive': 'no.',
  'terminal.made_manual': 'made by hand',
  'terminal.made_scheduled': 'made on schedule',
  'terminal.made_before_restore': 'made before a restore',
  'terminal.made_before_import': 'made before an import',
  'terminal.made_before_move': 'made before data from another engine came',
  'terminal.made_before_migration': 'made before an update',
  'terminal.backup_running': 'being made',
  'terminal.backup_unverified': 'not checked yet',
  'terminal.backup_complete': 'checked',
  'terminal.backup_failed': 'not usable',
  'terminal.backup_proven': 'proven',
  'terminal.not_uploaded_paused': ({ backupId }) =>
    `The account was being disconnected. svc backup send ${backupId} sends it once an account is connected.`,
  'terminal.not_uploaded_failed': ({ backupId, problem }) =>
    `${problem ?? 'The log of the engine says why.'} It is tried again each hour; svc backup send ${backupId} tries now.`,
  'terminal.never_sent': ({ backupId }) => `It was never sent: svc backup send ${backupId} sends it.`,

  'none.threads': 'No threads found.',
  'none.messages': 'No messages found.',
  'none.folders': 'There are no folders.',
  'none.instructions': 'It has none.',
  'none.switches': 'All tools are offered when they are needed.',
  'none.backups': 'There is no backup yet. Make one with svc backup create.',
  'none.runs': 'There are no runs yet.',
  'none.told': 'It was told nothing besides the conversation.',
  'none.steps': 'It has not done anything yet.',
  'none.questions': 'No question waits for you.',
  'none.entities': 'Nothing was found.',
  'none.relations': 'It is related to nothing.',
  'none.statements': 'Nothing was stated yet.',
  'none.merges': 'Nothing was merged in the last 90 days.',
  'none.contacts': 'No contacts found.',
  'none.timeline': 'There is nothing yet.',
  'none.imports': 'Nothing was imported.',
  'none.deals': 'No deals found.',
  'none.apis': 'No API is registered.',
  'none.consents': 'Nothing is allowed without asking.',
  'none.assistants': 'There are no assistants: svc assistant add makes one.',
  'none.tags': 'No tags found.',
  'none.tags_of_thread': 'The thread has no tags.',
  'none.tool_servers': 'There is no tool server.',
  'none.tasks': 'There are no such tasks.',
  'none.triggers': 'There are no triggers.',
  'none.trigger_runs': 'It has not run yet.',
  'none.notices': 'There is no notice.',
  'none.workflows':
    'There are no workflows. Ask the agent to save one, or add one from a file: svc workflow add FILE.',
  'none.workflow_runs': 'No workflow has run.',
  'none.workflow_steps': 'No step has ended in the last 30 days.',
  'none.collections': 'There is no collection. Make one with svc data create.',
  'none.records': 'No record fits.',
  'none.backups_in_drive': 'There is no backup in the drive.',
  'done.backup_deleted':
    'The backup is deleted on this machine. If there is a copy in the drive, it stays there.',
  'done.run_asked_to_stop': 'The run was asked to stop.',
  'done.unrelated': 'It holds no more.',
  'done.deal_deleted': 'It is deleted.',
  'done.consent_revoked': 'Revoked. From the next call on, the agent asks.',
  'done.tool_server_removed': 'It is removed, and its connection has ended.',
  'done.deleted': 'Deleted.',
  'done.dismissed': 'Dismissed.',
  'done.migration_stopped': 'No migration is in progress any more, and none is accepted.',
  'done.connection_canceled': 'No connection waits for you any more.',
  'done.access_forgotten': 'The access is forgotten on this machine.',
  'gone.threads': 'Try again.',
  'gone.backups': 'Run svc backup to see which backups there are.',
  'gone.runs': 'What it had recorded is kept: see svc runs.',
  'gone.questions': 'Run svc waiting again.',
  'gone.graph': 'svc graph shows what is known; nothing was changed unless it says so.',
  'gone.merges': 'svc merges shows what was merged; an engine finishes at its start what was cut off.',
  'gone.contacts': 'svc contacts lists the contacts; what was not printed as done may not have happened.',
  'gone.deals': 'svc deals lists the deals; what was not printed as done may not have happened.',
  'gone.token': 'Run svc token again.',
  'gone.people': 'Run svc people to see who is here.',
  'gone.consents': 'Run svc consent to see what is allowed.',
  'gone.assistants': 'See with svc assistant which assistants there are.',
  'gone.tags': 'See with svc tags which tags there are.',
  'gone.tool_servers': 'svc mcp shows how the servers stand.',
  'gone.tasks': 'svc task lists the tasks.',
  'gone.triggers': 'svc trigger shows how the triggers stand.',
  'gone.workflows': 'svc workflow runs shows how far it has come; a run goes on when an engine runs again.',
  'gone.collections': 'svc data list shows which collections there are, and how many records they have.',
  'gone.migration': 'Run the command again.',
  'gone.google': 'svc google shows how the connection stands.',
  'gone.answer': 'svc waiting shows whether it still waits.',
  'gone.changes': 'Run svc changes to see what is still unreviewed.',
  'gone.erasure': 'The erasure goes on with the next start: see svc erase again.',
  'gone.export': 'Nothing was kept. Run the command again.',
  'gone.accept': 'Run svc migrate accept again.',
  'gone.send': 'What has arrived at the other engine is kept: run the same again to go on.',
  'gone.secrets': 'Run svc secret to see what is stored.',
  'gone.trigger': 'svc trigger shows whether it was saved.',
  'nothing.thread':
    'This is not the id of a thread: svc threads lists them, and svc threads --archived all of them.',
  'nothing.thread_with_tools': 'This is not the id of a thread: svc threads lists them.',
  'nothing.backup': 'This is not the id of a backup: svc backup lists them.',
  'nothing.backup_in_drive': 'This is not the id of a backup: svc backup list --drive lists them.',
  'nothing.run': 'This is not the id of a run: svc runs lists them.',
  'nothing.entity': 'There is no such entity: svc graph find WORDS searches for it.',
  'nothing.merge': 'There is no record of such a merge: svc merges lists them.',
  'nothing.merged': 'One of the two does not exist: svc graph find WORDS searches for it.',
  'nothing.contact': 'There is no such contact: svc contacts find WORDS searches for it.',
  'nothing.import': 'There is no such import: svc contacts imports lists them.',
  'nothing.deal': 'There is no such deal: svc deals lists them.',
  'nothing.api': 'This is not the id of an API: svc api lists them.',
  'nothing.person': 'This is not the id of a person: svc people lists them.',
  'nothing.consent': 'This is not the id of a consent: svc consent lists them.',
  'nothing.assistant': 'svc assistant lists those that there are.',
  'nothing.tagged_thread': 'This is not the id of a thread: svc tags lists those that have tags.',
  'nothing.tool_server': 'This is not the name of a tool server: svc mcp lists them.',
  'nothing.task': 'This is not the id of a task: svc task lists them.',
  'nothing.trigger': 'This is not the id of a trigger: svc trigger lists them.',
  'nothing.workflow':
    'This is not the id of a workflow or of a run: svc workflow and svc workflow runs list them.',
  'nothing.collection': 'There is no collection of this name: svc data list shows them.',
  'nothing.question': 'This is not the id of a question: svc waiting lists them.',
  'nothing.thread_with_changes': 'This is not the id of a thread: svc changes lists those with changes.',
  'nothing.export': 'This engine knows no exports: it is an older version of svc.',
  'nothing.secret':
    'This is not the name of a secret: names consist of capital letters, digits and _, and svc secret lists them.',

  'usage.not_text':
    'an argument has bytes that are not UTF-8, so letters of it cannot be read. Nothing was done. Set the terminal to UTF-8 (LANG=C.UTF-8), rename a file whose name is not UTF-8, or give the text of a task on standard input: svc run - < task.txt',
  'usage.engine': 'A local-first AI agent engine.',
  'usage.version': 'output the version number',
  'usage.http_api': 'serve the HTTP API and its page',
  'usage.web': 'serve the page on port 3000, for an engine that was started with --http-api',
  'usage.mcp_server': 'serve tools to an agent host, over standard input and output',
  'usage.transport': 'with --mcp-server: sse serves them over HTTP on port 3042',
  'usage.demo': 'answer with the built-in demo model',
  'usage.migrate_without_backup': 'make no backup before a new version changes the databases',
  'usage.help_option': 'display help for command',
  'usage.help': 'Print this, or the help of a command.',
  'usage.exit_codes':
    'Exit codes: 0 done, 1 refused, 2 usage error, 70 internal error, 78 unusable configuration.',
  'usage.start': 'Start with: svc --http-api',
  'usage.json': 'print JSON',
  'usage.title': 'Usage:',
  'usage.arguments': 'Arguments:',
  'usage.options': 'Options:',
  'usage.commands': 'Commands:',
  'usage.choices': ({ text, choices }) => `${text} (choices: ${choices.map((one) => `"${one}"`).join(', ')})`,
  'usage.web_alone': ({ isDemo }) =>
    `error: --web forwards to an engine and is none: start it with --http-api${isDemo ? ' --demo' : ''} as a program of its own`,
  'usage.mcp_server_alone': ({ without }) =>
    `error: --mcp-server is a program of its own: start it without ${without}; it finds the engine that runs`,
  'usage.transport_alone': 'error: --transport belongs to --mcp-server',
  'usage.twice': ({ name, value }) => `error: --${name} is given more than once, and takes one ${value}`,
  'usage.mode_alone': ({ mode, name }) => `error: ${mode} takes no command: drop it, or drop '${name}'`,
  'usage.blank': ({ name, text }) => `error: <${name}> is empty: ${text}`,
  'usage.apart': ({ names }) =>
    `error: --${names.join(' and --')} exclude each other: give one of them, or none`,
  'usage.wrong': ({ why }, tell) => `error: ${tell(why)}`,
  'usage.no_commands': ({ name }) => `error: ${name} has no commands`,
  'usage.no_command': ({ typed, names }) =>
    `error: unknown command '${typed}': it is one of ${names.join(', ')}`,
  'usage.no_command_near': ({ typed, near }) => `error: unknown command '${typed}': did you mean ${near}?`,
  'usage.missing': ({ name }) => `error: missing required argument '${name}'`,
  'usage.unknown_option': ({ flag }) => `error: unknown option '${flag}'`,
  'usage.unknown_option_near': ({ flag, near }) =>
    `error: unknown option '${flag}'\n(Did you mean ${near.includes(',') ? 'one of ' : ''}${near}?)`,
  'usage.no_value': ({ flags }) => `error: option '${flags}' argument missing`,
  'usage.no_choice': ({ flags, value, choices }) =>
    `error: option '${flags}' argument '${value}' is invalid. Allowed choices are ${choices}.`,
  'usage.too_many': ({ expected, received, given }) =>
    `error: too many arguments. Expected ${expected} argument${expected === 1 ? '' : 's'} but got ${received}: ${given}.`,
  'usage.see': ({ command }) => `see ${command} --help`,
  'option.nothing_to_change': 'Nothing was given to change.',
  'option.time': TIME,
  'option.names': ({ names }) => oneOf(names),
  'option.from_to': ({ minimum, maximum }) => `${minimum} to ${maximum}`,
  'option.by_default': ({ usual }) => `by default ${usual}`,
  'option.repeated': 'may be repeated',
  'option.or_none': 'or none',
  'option.not_a_time': ({ name }) => `--${name} is a day or a time, ${TIME}.`,
  'option.one_of': ({ option, names }) => `--${option} takes one of ${names.join(', ')}.`,
  'option.no_column': ({ text }) =>
    `A column is name:type, and :unique or :event after it, like date:date:event. ${quoted(text)} is not.`,
  'option.no_type': ({ type, name, types }) =>
    `${quoted(type)} is no type of a column: ${quoted(name)} can be ${types.join(', ')}.`,
  'option.no_values': ({ option }) => `--${option} is JSON of columns and values, like '{"status": "open"}'.`,
  'option.no_rename': '--rename is old:new, like --rename amount:price.',
  'option.no_parameter': '--param is a name and a value, like --param day=monday.',
  'option.no_amount': '--value is an amount with its currency, such as "1250.50 EUR", or none.',
  'option.contact_name': 'A contact needs a name: --name none, which would take it away, is not possible.',
  'terminal.more': ({ cursor }) => `There are more: repeat this with --cursor ${cursor}`,

  'terminal.answer_each': ({ n, skip }) =>
    `it asks ${n} questions: give one word or quoted text for each, and ${skip} to skip one.`,
  'terminal.answer_secret': ({ name, id }) =>
    `a secret is not typed here. Store it with svc secret set ${name}, and then: svc answer ${id} saved (or no, not to give it).`,
  'terminal.secret_not_stored': ({ name }) => `${name} is not stored yet: svc secret set ${name}`,
  'terminal.goes_on_with_secret': 'The run goes on with the secret.',
  'terminal.gets_none': 'It is told that it gets none.',
  'terminal.answered': 'Answered. The run goes on.',
  'terminal.answer_needs_words': 'an answer needs words.',
  'terminal.id_too_short': ({ least }) => `give at least ${least} characters of the id.`,
  'terminal.no_such_question': 'no question that waits has this id: svc waiting lists them.',
  'terminal.several_questions':
    'several questions begin like this: svc waiting shows how much of the id it takes.',
  'terminal.answered_elsewhere_before': 'It was already answered elsewhere.',
  'terminal.backup_added': ({ backupId }) =>
    `The backup is in the list. Check it with svc backup verify ${backupId}.`,
  'terminal.attach_most': ({ most, given }) => `a task takes ${most} files at most, and ${given} are given.`,
  'terminal.attach_no_file': ({ path }) => `${path} is no file, so it cannot be attached.`,
  'terminal.attach_too_large': ({ path, bytes, most }) =>
    `${path} has ${bytes} bytes, and a file to attach may have ${most}. Put it into the workspace and name its path in the task.`,
  'terminal.sent_and_compared': 'It is in the drive, and its checksums were compared.',
  'terminal.sent_while_running': 'It is sent to the drive while an engine runs.',
  'terminal.upload_impossible': ({ why }) =>
    `the backup is on this machine alone: it could not be uploaded. ${why}`,
  'terminal.upload_left_out': ({ why }) => `the backup is on this machine alone: it was not uploaded. ${why}`,
  'terminal.log_says_why': 'The log of the engine says why.',
  'terminal.backup_made': ({ files }) => `The backup is complete: ${files} files, opened and checked.`,
  'terminal.backup_verified': 'The backup was opened and checked: it can be restored.',
  'terminal.backup_needs_key': 'this backup cannot be checked without its key.',
  'terminal.backup_not_restorable': 'this backup cannot be restored.',
  'terminal.no_backup_yet': 'there is no backup yet. Make one with svc backup create.',
  'terminal.drill_begins': ({ backupId }) => `Restoring ${backupId} into a scratch folder…`,
  'terminal.drill_done': ({ seconds }) =>
    `An engine started on it and found everything, in ${seconds} s: it is proven.`,
  'terminal.backup_interrupted':
    'interrupted. An engine that goes on running finishes what it began: see svc backup.',
  'terminal.diff_too_long': 'too long to show',
  'terminal.changed_by_others': ', also changed by someone else since',
  'terminal.not_among_changes': ({ path }) => `${path} is not among the changes; svc changes lists them.`,
  'terminal.nothing_done': 'Nothing was done.',
  'terminal.equal_files':
    'These files equal their earlier state: close the review with svc changes keep and the thread.',
  'terminal.no_changes': 'No changes wait for review.',
  'terminal.how_to_review':
    'Keep them with svc changes keep, or undo them with svc changes undo, each with the thread or with all. Add --run and the run named here to leave out what a later run has changed.',
  'terminal.changes_taken_over': ({ run }) =>
    `no changes of run ${run} wait for review: they were reviewed, or a later run changed more and holds them now. See svc changes.`,
  'terminal.see_config_help': 'see svc config set --help.',
  'terminal.gone_config': 'the engine stopped. Run svc config to see what is set.',
  'terminal.config_invalid':
    'nothing was changed. Correct the file, or repeat the command with --replace: it starts a new file and keeps the old one beside it.',
  'terminal.no_key_on_stdin': ({ key }) => `there was no ${key} on stdin.`,
  'terminal.shell_history': ({ key }) =>
    `Your shell history may contain this secret now. "svc config set ${key} -" reads it from stdin.`,
  'terminal.set_but_demo': ({ key }) =>
    `${key} is set, and has no effect yet: the demo model answers until the engine is started without --demo and SVC_DEMO.`,
  'terminal.would_import': ({ added, completed }) =>
    `${added} would be added and ${completed} completed. Import them`,
  'terminal.nothing_imported': 'Nothing was imported.',
  'terminal.row': ({ n }) => `Row ${n}`,
  'terminal.line': ({ n }) => `Line ${n}`,
  'terminal.no_json_records':
    'This is no JSON of records: a list of objects with columns and values, or one object.',
  'terminal.erases_all': ({ dataDir }) =>
    `This erases everything in ${dataDir}: conversations, memory, people, secrets, settings and the workspace.`,
  'terminal.backups_stay': 'Backups on this machine and the vault key stay.',
  'terminal.backups_go':
    'Backups on this machine and the vault key go, too: copies elsewhere cannot be read any more without a copy of the key.',
  'terminal.workspace_goes':
    'Everything in the workspace outside that folder (SVC_WORKSPACE of the engine) goes, too.',
  'terminal.no_way_back':
    'Runs in progress are stopped, and the engine is away for some seconds. There is no way back.',
  'terminal.erasure_to_confirm': ({ word }) =>
    `an erasure has to be confirmed: repeat this with --confirm ${word}. Nothing was erased.`,
  'terminal.type_to_erase': ({ word }) => `Type ${word} to erase it: `,
  'terminal.nothing_erased': 'Nothing was erased.',
  'terminal.erased': 'Erased:',
  'terminal.rows_count': '  Rows of histories and indexes count, too.',
  'terminal.still_there': 'Still there:',
  'terminal.not_the_word': ({ word }) => `that is not ${word}. Nothing was erased.`,
  'terminal.gone_before_erasure': 'the engine stopped before anything was erased. Run this again.',
  'terminal.not_all_erased': 'not everything could be erased. Each start of the engine tries again.',
  'terminal.interrupted': ({ why }) => `interrupted. ${why}`,
  'terminal.export_incomplete': 'the export is not complete. What could be read is in the file.',
  'terminal.exported': ({ counts, size }) =>
    `${counts} (${size}). Keep the file where no one else can read it.`,
  'terminal.nothing_kept': 'Nothing was kept.',
  'terminal.nothing_changed': 'Nothing was changed.',
  'terminal.import_folder': ({ file }) =>
    `${file} is a folder: name the zip that svc export wrote. Nothing was changed.`,
  'terminal.import_json': ({ file }) =>
    `${file} is a JSON document: only the zip that svc export writes can be imported. Nothing was changed.`,
  'terminal.export_checked': 'Checking the export…',
  'terminal.import_if_sent':
    'If the whole file was sent, the engine goes on with the import: svc threads shows whether it is done. Otherwise nothing was changed.',
  'terminal.import_if_sound':
    'If the whole file was read and found sound, it comes in with the next svc command; otherwise nothing was changed. svc threads shows which.',
  'terminal.comes_in_next': 'It comes in with the next svc command.',
  'terminal.import_goes_on': 'The engine goes on with the import: svc threads shows when it is done.',
  'terminal.export_sound': 'The export is sound. The engine restarts with it…',
  'terminal.import_undone': 'nothing was imported: everything is as it was before.',
  'terminal.secrets_again': ({ names }) =>
    `Secrets are not in an export. Set these again with svc secret set: ${names}.`,
  'terminal.automations_wait':
    'Schedules, watches and reminders wait until you confirm them: svc trigger list.',
  'terminal.consents_revoked':
    'What the agent was allowed without asking came in revoked: allow it again where you want it.',
  'terminal.google_asked_for': 'Google is asked for:',
  'terminal.open_here': 'Open this address in a browser on this machine:',
  'terminal.open_anywhere': 'Open this address in any browser:',
  'terminal.type_code': ({ code }) => `and type this code there: ${code}`,
  'terminal.waiting_for_answer': ({ until }) => `Waiting for your answer until ${until}…`,
  'terminal.nothing_connected': 'interrupted. Nothing was connected by this command.',
  'terminal.ended_unanswered': 'the connection ended without an answer.',
  'terminal.drive_not_allowed':
    'Backups cannot be uploaded: managing the files of svc was not allowed. Connect again, and leave the box ticked.',
  'terminal.switch_uploads_on': 'To upload backups, switch it on: svc config set backup_clouddrive true',
  'terminal.no_account': 'No account is connected.',
  'terminal.pending_ended': 'The connection that waited for you is ended.',
  'terminal.disconnected': 'Disconnected: Google has ended the access.',
  'terminal.deletion_incomplete': 'the deletion is not complete.',
  'terminal.ask_drive_backups':
    'This ends the access to your account. Delete the backups that svc has uploaded there first? Type yes or no (Ctrl-C changes nothing): ',
  'terminal.say_drive_backups':
    'say what becomes of the backups in the drive: repeat this with --delete-backups or --keep-backups. Nothing was changed.',
  'terminal.drive_backups_kept': 'Backups in the drive were kept.',
  'terminal.drive_unchecked': 'There was no access to the drive, so nothing was deleted there.',
  'terminal.drive_no_backups': 'There were no backups in the drive.',
  'terminal.drive_deleted': ({ files }) => `Deleted in the drive: ${files} files. The empty folders stay.`,
  'terminal.drive_partly': ({ files }) =>
    `Deleted in the drive: ${files} files. Not everything could be deleted:`,
  'terminal.access_forgotten_only':
    'The access is forgotten here. Google did not confirm that it ended: see myaccount.google.com, under third-party access.',
  'terminal.connection_waits': ({ until, where }) =>
    `a connection waits for you already, until ${until}: ${where}. To begin another, end it with svc google cancel.`,
  'terminal.file_no_text': ({ path }) =>
    `${path} is no text that can be read. Export it as UTF-8. Nothing was changed.`,
  'terminal.no_folder': ({ folder }) => `the folder ${folder} does not exist.`,
  'terminal.file_exists': ({ path }) => `${path} exists already: name another file.`,
  'terminal.phase_connecting': 'Connecting',
  'terminal.phase_copying': 'Copying',
  'terminal.phase_sending': 'Sending',
  'terminal.phase_restoring': 'Restoring',
  'terminal.has_own_data':
    'this engine has data of its own. To replace it, repeat this with --replace; a safety backup of it is made before.',
  'terminal.no_token':
    'there was no token. Type the one that svc migrate accept has printed, or send it to stdin.',
  'terminal.sending_goes_on':
    'interrupted. The engine goes on sending: run the same again to follow it or to see how it ended, or end it with svc migrate stop.',
  'terminal.make_reachable':
    'Start it so that the other machine reaches it: make a token with svc token, then SVC_HTTP_HOST=0.0.0.0 svc --http-api. Then run svc migrate accept again.',
  'terminal.type_on_other': 'On the other machine, type:',
  'terminal.type_here': 'For another engine on this machine, type:',
  'terminal.token_above':
    'It asks for the token above. Whoever has the token can read nothing here, but can send what this engine would then have: give it to no one else.',
  'terminal.no_private_address': ({ port }) =>
    `This machine has no address in a private network at which it listens, and plain http goes only there. Put a server with https in front of it that forwards to port ${port}, and type its address on the other machine: svc migrate send https://<name>. Or connect both machines to one private network, like a VPN, and run svc migrate accept again.`,
  'terminal.restore_to_confirm': 'a restore has to be confirmed: repeat this with --yes.',
  'terminal.ask_restore': 'Restore it? Type yes: ',
  'terminal.nothing_restored': 'nothing was restored.',
  'terminal.no_restore_key': 'there was no key. Nothing was restored.',
  'terminal.restore_sound': 'The backup is sound. The engine restarts with it…',
  'terminal.restore_undone': 'the restore was undone: everything is as it was before.',
  'terminal.restore_failed': 'the restore failed before anything was changed.',
  'terminal.restored': ({ files, backupId }) => `Restored: ${files} files of ${backupId}.`,
  'terminal.restore_undo': ({ backupId, more }) =>
    `To undo this, restore the safety backup: svc backup restore ${backupId}${more}`,
  'terminal.restores': ({ backupId, at, kind, version, size }) =>
    `This restores the backup ${backupId} of ${at}, ${kind} by svc ${version} (${size}).`,
  'terminal.restore_safety':
    'Before that a safety backup of the present state is made. Runs in progress are interrupted, and the engine is away for some seconds.',
  'terminal.workspace_left': 'The workspace is not in this backup: files there stay as they are.',
  'terminal.if_trusted': 'If you trust it, repeat this with --allow-foreign.',
  'terminal.if_place_trusted':
    'If you trust the place where it was kept, repeat this with --allow-unauthenticated.',
  'terminal.if_key_known': 'If you have that key, repeat this with --key-from-stdin.',
  'terminal.other_key': 'The given key is another one.',
  'terminal.at_work': 'The agent is at work, and this command ends when it has ended. Ctrl-C stops it.',
  'terminal.no_secrets': 'There are no secrets.',
  'terminal.no_value': 'there was no value.',
  'terminal.secret_stored': ({ name, use }) => `${name} is stored, ${use}.`,
  'terminal.secret_overridden': ({ name }) => `SVC_SECRET_${name} overrides it.`,
  'terminal.secret_deleted': ({ name }) => `${name} is deleted.`,
  'terminal.for_google': 'for the connection to Google',
  'terminal.for_tool_server': 'and agent hosts must show it to the tool server from their next request on',
  'terminal.for_no_host': 'and may be sent to no host yet: store it with --hosts',
  'terminal.for_hosts': ({ hosts }) => `to be sent to ${hosts}`,
  'terminal.no_host': '(no host)',
  'terminal.slash_help': 'List the commands.',
  'terminal.slash_new': 'Start a new thread.',
  'terminal.slash_new_next': 'The next line starts a new thread.',
  'terminal.slash_compact':
    'Replace earlier messages by a summary, for the model only; it keeps what the focus names.',
  'terminal.slash_empty': 'The thread is empty.',
  'terminal.slash_shrank': ({ before, after }) =>
    `The model’s view of the thread shrank from ${before} to ${after} tokens.`,
  'terminal.slash_stopped_waiting': 'Stopped waiting. The summary may still be made.',
  'terminal.slash_api': 'List the registered APIs, or show one in full.',
  'terminal.slash_api_use': 'Use /api, /api list or /api show <id>.',
  'terminal.slash_mcp': 'List the tool servers, add one by its address, or remove one.',
  'terminal.slash_mcp_use':
    'Use /mcp, /mcp list, /mcp add <name> <url> or /mcp remove <name>. `svc mcp` at a terminal does more.',
  'terminal.slash_quit': 'Leave, as Ctrl-D does.',
  'terminal.see_slash_help': 'see /help.',
  'terminal.slash_unknown': ({ name, meant }) =>
    `There is no ${name}: ${meant} To send a line that begins with a slash, begin it with two.`,
  'terminal.slash_list': 'Each line is a task for the agent. Commands:',
  'terminal.slash_keys': 'Ctrl-C stops a run, or leaves if nothing runs. Ctrl-D leaves.',
  'terminal.interrupted_plainly': 'interrupted.',
  'terminal.gone_speech': 'the engine stopped before everything was said.',
  'terminal.sound_too_large': ({ file }) => `${file} has more than 25 MB: cut it into parts.`,
  'terminal.is_folder': ({ file }) => `${file} is a folder.`,
  'terminal.file_empty': ({ file }) => `${file} cannot be sent: the file is empty.`,
  'terminal.in_it': 'In it:',
  'terminal.no_token_given': 'there was no token.',
  'terminal.token_kept': ({ name }) =>
    `The token is kept in the vault and sent to ${name} alone. svc mcp shows whether the server takes it.`,
  'terminal.next_times': ({ words, zone }) => `${words} (${zone}). The next times there:`,
  'terminal.once': ({ zone }) => `Once (${zone}):`,
  'terminal.happens_while_running': 'It happens while an engine runs: svc --http-api.',
  'terminal.task_too_long': ({ mb }) =>
    `the task is longer than ${mb} MB, the limit: put its material into a file of the workspace, and name the file.`,
  'terminal.no_task_on_stdin': 'stdin had no task.',
  'terminal.task_empty': 'the task is empty: say what to do, like svc run write a note about the meeting.',
  'terminal.workflow_goes_on': ({ id }) =>
    `The run goes on. svc workflow follow ${id} shows it, svc workflow stop ${id} ends it.`,
  'terminal.carried_out_here':
    'No engine stays that could go on with it, so this command carries it out to its end.',
  'terminal.success_is': ({ what }) => `Success is: ${what}`,
  'terminal.workflow_saved': ({ id, more }) => `Saved. Carry it out with: svc workflow run ${id}${more}`,
  'terminal.workflow_no_object': 'A workflow is a JSON object: svc workflow add --help shows one.',
  'terminal.workflow_paused': ({ id }) =>
    `The run is paused, because no engine carries it out. It goes on when an engine stays (svc --http-api), or with svc workflow retry ${id}; svc workflow stop ${id} ends it.`,
  'terminal.step_waits': ({ step }) => `${step} waits for your answer: svc waiting shows the question.`,

  'terminal.no_file': ({ path }) => `there is no file ${path}.`,
  'terminal.unread': ({ path, why }, tell) => `${path} cannot be read: ${tell(why)}.`,
  'terminal.unwritten': ({ path, why }, tell) => `${path} cannot be written: ${tell(why)}.`,
  'terminal.of_code': ({ code }) => (code === '' ? 'unknown reason' : code),
  'terminal.not_there': 'it is not there',
  'terminal.a_folder': 'it is a folder',
  'terminal.not_permitted': 'its permissions do not allow it',
  'terminal.stdin_no_text': 'stdin is no text that can be read. Send it in UTF-8.',
  'terminal.backup_not_made': ({ why }) => `the backup failed. ${why}`,
  'terminal.changes_of': ({ threadId, runId, title }) => `Thread ${threadId}  run ${runId}  ${title}`,
  'terminal.file_new': 'new',
  'terminal.file_changed': 'changed',
  'terminal.file_deleted': 'deleted',
  'terminal.file_binary': 'binary',
  'terminal.changes_kept': ({ of, files }) => `${of}: ${counted(files, 'file')} kept.`,
  'terminal.changes_undone': ({ of, files }) => `${of}: ${counted(files, 'file')} undone.`,
  'terminal.near': ({ names }) => `did you mean ${names.join(' or ')}?`,
  'terminal.no_setting': ({ key, meant }, tell) => `there is no key "${key}": ${tell(meant)}`,
  'terminal.setting_must_be': ({ key, be }, tell) => `${key} must be ${tell(be)}, written as JSON.`,
  'terminal.setting_set': ({ key, when }, tell) => `${key} is set. It takes effect ${tell(when)}.`,
  'terminal.setting_without_effect': ({ key }) => `${key} is set in the user file, but has no effect.`,
  'terminal.setting_overridden': ({ key, by }, tell) =>
    `${key} is set in the user file, but has no effect: ${tell(by)} overrides it.`,
  'terminal.setting_still_set': ({ key, by }, tell) =>
    `${key} is not in the user file, but still set by ${tell(by)}.`,
  'terminal.setting_unset': ({ key, when }, tell) => `${key} is not set. This takes effect ${tell(when)}.`,
  'effect.next_message': 'with the next message',
  'effect.next_backup': 'with the next backup; an upload in progress goes on',
  'effect.next_request':
    'with the next request to the port. While it is true, that needs the token, which "svc token" prints; the terminal needs none',
  'source.env': 'a variable in the environment of the engine',
  'source.project': 'the project file .svc/config.json',
  'source.user': 'the user file',
  'source.default': 'the default',
  'head.key': 'key',
  'head.value': 'value',
  'head.source': 'source',
  'terminal.records_stored': ({ inserted, updated, failed }) =>
    `${counted(inserted, 'record')} ${were(inserted)} inserted, ${updated} ${were(updated)} changed, ${counted(failed, 'row')} ${were(failed)} not stored.`,
  'terminal.connected': ({ account }) => `Connected${account === null ? '' : ` as ${account}`}.`,
  'terminal.no_engine_here': 'no engine is running here that could be reached.',
  'terminal.on_this_machine': '(on this machine)',
  'terminal.accepts_until': ({ until }) => `This engine accepts one migration until ${until}.`,
  'terminal.is_replaced': 'What it has now is replaced; a safety backup of it is made before.',
  'terminal.sending_kept':
    'interrupted. What has arrived at the other engine is kept: run the same again to go on.',
  'terminal.sending_again': 'interrupted. Run the same again to go on.',
  'terminal.migration_token': 'Migration token',
  'terminal.moved': ({ at, databases, files, secrets }) =>
    `Moved and checked, as it was at ${at}: ${databases} databases, ${counted(files, 'file')}, ${counted(secrets, 'secret')}.`,
  'terminal.no_port': 'It listens on no port, so another machine does not reach it.',
  'terminal.own_port': ({ port }) =>
    `It listens on this machine only (port ${port}), so another machine does not reach it.`,
  'terminal.restart_reachable':
    'Make a token with svc token, and restart it with SVC_HTTP_HOST=0.0.0.0 svc --http-api; the acceptance stays. Or put a server with https in front of it, and type its address on the other machine: svc migrate send https://<name>.',
  'terminal.restore_replaces': ({ dataDir, withWorkspace }) =>
    `It replaces everything in ${dataDir}: conversations, memory, secrets, settings${withWorkspace ? ' and the workspace' : ''}. What came after the backup is gone from there.`,
  'terminal.restore_foreign': 'Another instance of svc made this backup.',
  'terminal.restore_foreign_needs': 'Another instance of svc made this backup: it needs --allow-foreign.',
  'terminal.slash_slash': 'Send a line that begins with a slash.',
  'terminal.new_conversation': 'a new conversation',
  'terminal.a_conversation': 'a conversation',
  'terminal.the_task': ({ id }) => `the task ${id}`,
  'terminal.the_trigger': ({ id }) => `the trigger ${id}`,
  'terminal.the_workflow': ({ id }) => `the workflow ${id}`,
  'terminal.runs_since': ({ since, called, what, stop }, tell) =>
    `Runs since ${since}: ${called}, ${tell(what)}${stop === null ? '' : tell(stop)}`,
  'terminal.waits_since': ({ since, called, what, stop }, tell) =>
    `Waits for your answer since ${since}: ${called}, ${tell(what)}; answer it with svc waiting${stop === null ? '' : tell(stop)}`,
  'terminal.stop_it': ({ id }) => `; stop it with svc task stop ${id}`,
  'terminal.model': ({ id }) => `model ${id}.`,
  'terminal.no_model': ({ problem }) => `and no model can answer. ${problem}`,
  'terminal.running': ({ version, pid, dataDir, since, runs, answers }, tell) =>
    `svc ${version} (pid ${pid}) is running for ${dataDir} since ${since}: ${counted(runs, 'run')} in flight, ${tell(answers)}`,
  'terminal.of_kind': ({ kind }) => `It is ${kind}.`,
  'terminal.store_damaged': ({ store }) => `Unusable, because it is damaged: ${store}.`,
  'terminal.store_newer': ({ store }) => `Unusable, because a newer version of svc wrote it: ${store}.`,
  'terminal.no_json': ({ file, why }) => `${file} is not JSON: ${why}`,
  'terminal.with_it_done': ({ tasks }) => `${counted(tasks, 'task')} in it ${were(tasks)} completed with it.`,
  'terminal.nothing_of_yours_out': 'Exported: there was nothing of yours yet',
  'terminal.nothing_of_yours_in': 'Imported: there was nothing of yours yet',
  'terminal.came_out': ({ threads, files, items }) =>
    `Exported: ${counted(threads, 'conversation')}, ${counted(files, 'file or folder', 'files and folders')}, ${counted(items, 'item')} in all`,
  'terminal.came_in': ({ threads, files, items }) =>
    `Imported: ${counted(threads, 'conversation')}, ${counted(files, 'file or folder', 'files and folders')}, ${counted(items, 'item')} in all`,
  'terminal.exporting': ({ section, count, size }, tell) =>
    `Exporting ${section}${count === null ? '' : ` ${tell(count)}`}, ${size}`,
  'terminal.exporting_line': ({ section, size }) => `Exporting ${section}, ${size} so far`,
  'terminal.count_of': ({ done, total }) => `${done} of ${total}`,
  'terminal.may_mean': ({ name, fitting, more }) =>
    `${JSON.stringify(name)} may mean: ${fitting.join(', ')}${more === 0 ? '' : `, and ${more} more`}. Nothing was done. Give the id, or the whole name if no other has it.`,
  'terminal.file_left':
    'The file changed or went away while it was sent, so the engine did not take it: send it again.',
  'terminal.workflow_broken': ({ sentences }, tell) => tell(sentences),
  'terminal.workflow_part': ({ place, field, message, near }, tell) =>
    `${tell(place)}${field === null ? '' : `: ${field}`} ${message}.${near.length === 0 ? '' : ` Perhaps ${near.join(' or ')} is meant.`}`,
  'terminal.whole_workflow': 'The workflow',
  'terminal.step_called': ({ name }) => `The step ${name}`,
  'terminal.step_number': ({ nth }) => `The step number ${nth}`,
  'terminal.parameter_called': ({ name }) => `The parameter ${name}`,
  'terminal.parameter_number': ({ nth }) => `The parameter number ${nth}`,
  'terminal.copying': 'Copying',
  'terminal.checking': 'Checking',
  'terminal.restoring': 'Restoring',
  'terminal.uploading': 'Uploading',

  'terminal.hosted_without_connection':
    'Not connected. This instance counts as hosted, because an SVC_MANAGED_… variable or SVC_BILLING_TIER is set. Its host offers no connection here, and backups stay on this machine.',
  'terminal.hosted_connection':
    'Not connected. This instance is connected through its host: svc google address.',
  'terminal.not_connected': 'Not connected. Connect with svc google connect.',
  'terminal.no_client':
    'Not connected, and there is no client to connect with: store GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET with svc secret set.',
  'terminal.connected_through_host': ({ account }) =>
    `Connected${account === null ? '' : ` as ${account}`}, through the host of this instance.`,
  'terminal.access': ({ scopes, withDrive }) =>
    `Access: ${scopes.join(', ') || 'none'}${withDrive ? '' : '; backups cannot be uploaded with it'}.`,
  'terminal.pending_until': ({ until, where }) => `A connection waits for you until ${until}: ${where}`,
  'terminal.where_to_answer': ({ url, code }) => `open ${url}${code === null ? '' : ` and type ${code}`}`,
  'terminal.the_replay': ({ id }) => `the replay ${id}`,
};

/** What the engine says, where a person at the terminal would do it in another way than a program. */
export const onTerminal: Partial<Words<AllSays>> = {
  'request.violation': ({ place, why }, tell) =>
    `${place === null ? 'the body' : nameOf(place)} ${tell(why)}.`,
  'persons.handover_not_agreed':
    'They have not agreed to hand over what is theirs to this person, so it can only be erased. Only they themselves can agree.',
  'tasks.task_running': 'The agent works on this task. Stop it first: svc task stop.',
  'sessions.session_not_found': 'No session has this id.',
  'prompts.secret_only':
    'This asks for a secret, and the model would see an answer in words. Store the value with svc secret set, then answer with the word saved. Your text was not kept.',
  'prompts.no_secret': 'This question does not ask for a secret: answer it with svc answer.',
  'prompts.consent_by_id':
    'The run asks for your consent, which you can give only with the id of the question: svc waiting shows it. Nothing was allowed or denied.',
  'prompts.repeat':
    'This run has already had the same answer to a question, so this may be a repeat. If it is meant for the pending question, send it with its id: svc waiting shows it.',
  'config.config_file_invalid':
    'The config file on disk is invalid, so nothing was changed: overwriting it would lose its contents. Correct it by hand, or start a new file with `svc config set KEY VALUE --replace`; the old one is kept beside it.',
  'erasure.erasure_in_progress': 'An erasure is in progress. Wait for it to end.',
  'how.start': 'Start svc again: it goes on then.',
  'contacts.contact_not_found': 'There is no such contact.',
  'contacts.deal_not_found': 'There is no such deal.',
  'contacts.import_not_found': 'There is no such import.',
  'artifacts.artifact_not_found': 'No artifact has this id.',
};

/** As it is called in a command: its user typed no route. */
const nameOf = (place: string): string =>
  place.replace(/^\/(?:(?:query|params)\/)?/u, '').replaceAll('/', ' ');

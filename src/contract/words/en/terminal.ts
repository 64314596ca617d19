import type { Quoted } from '../../../core/kernel/says.ts';
import type { AllSays, Says, Tell, Words } from '../says.ts';
import { counted, oneOf, quoted } from './forms.ts';
import { sections } from './export.ts';
import { KINDS } from './setup.ts';

const TIME = 'like 2027-01-31, "2027-01-31 09:00" (by the clock here) or 2027-01-31T09:00:00Z';

const conversations = (count: number): string => counted(count, 'conversation');

const were = (count: number): string => (count === 1 ? 'was' : 'were');

/** What the terminal says. Its codes, and the facts of each, are these: see `TerminalSays`. */
export const terminal = {
  'terminal.were_thoughts': "What stands above were the model's thoughts. Its answer follows.",
  'terminal.again': ({
    seconds,
    attempt,
    attempts,
  }: {
    seconds: number;
    attempt: number;
    attempts: number;
  }) => `Trying again in ${seconds} s (attempt ${attempt} of ${attempts}).`,
  'terminal.no_room': ({ tools }: { tools: string }) =>
    `The model's window has no room for these tools: ${tools}`,
  'terminal.resumed': 'The engine was restarted, and goes on; an answer that was cut off begins anew.',
  'terminal.summarised': 'Earlier messages are summarised for the model; all of them are still stored.',
  'terminal.output_missing': 'Some output is missing here: the machine lost power before it was stored.',
  'terminal.message_cut': ({ leftOut, chars }: { leftOut: number; chars: number }) =>
    `What you wrote is longer than the model's window: it does not see ${leftOut} of ${chars} characters, from the middle.`,
  'terminal.cost': ({
    spentUsd,
    limitUsd,
    ceiling,
  }: {
    spentUsd: number;
    limitUsd: number;
    ceiling: string;
  }) => `$${spentUsd.toFixed(2)} of the $${limitUsd.toFixed(2)} limit for one ${ceiling} are spent.`,
  'terminal.ended_early': ({ how }: { how: string }) => `The run ended early: ${how}.`,
  'terminal.engine_gone':
    'The engine stopped before the run ended. Start it again: completed work is kept, and a question that was open is in svc waiting.',
  'terminal.review': ({ files }: { files: number }) =>
    `${counted(files, 'changed file')} ${files === 1 ? 'waits' : 'wait'} for review: see svc changes, or the page.`,
  'terminal.agent_begins': ({ role, model }: { role: string; model: string }) =>
    `begins as ${role} on ${model}`,
  'terminal.agent_ended': ({ how, cost }: { how: string; cost: string }) => `${how} (${cost})`,

  'terminal.answered_elsewhere': 'It was already answered elsewhere.',
  'terminal.number': 'a number',
  'terminal.own_words': 'your own words',
  'terminal.skip': 'nothing, to skip it',
  'terminal.or': ({ ways }: { ways: readonly Says[] }, tell) =>
    `(${ways.map((one) => tell(one)).join(', or ')})`,
  'terminal.each_question': ' (one for each question; - skips one)',
  'terminal.no_terminal': 'there is no terminal to answer at',
  'terminal.no_input': 'it was started with --no-input',
  'terminal.way_at_terminal': 'Start it at a terminal, or with --wait to answer on the page.',
  'terminal.way_with_input':
    'Start it without --no-input to answer at the terminal, or with --wait to answer on the page.',
  'terminal.declined': ({ why, way }: { why: Says; way: Says }, tell) =>
    `The question was declined, because ${tell(why)}. ${tell(way)}`,
  'terminal.only_options': ({ why, way }: { why: Says; way: Says }, tell) =>
    `Only its options can answer it, and ${tell(why)}, so the run is stopped. ${tell(way)}`,
  'terminal.answer_elsewhere': ({ until }: { until: string }) =>
    `The run waits for the answer until ${until}. Answer on the page, if the engine serves one, or in another terminal with`,
  'terminal.secret': ({ name, kind, until }: { name: string; kind: string; until: string }) =>
    `The run asks for the secret ${name} (${kind}) until ${until}:`,
  'terminal.secret_nowhere': 'It does not say where the secret will be sent.',
  'terminal.secret_to': ({ hosts }: { hosts: string }) => `The secret will be sent to ${hosts}.`,
  'terminal.store_now': ({ command }: { command: string }) =>
    `Store it on the page, or in another terminal with\n  ${command}`,
  'terminal.store_later': ({ command }: { command: string }) =>
    `To have it for the next run, store it with\n  ${command}`,
  'terminal.sign': 'Then press Enter here, or type no to refuse. Do not type the secret itself.',
  'terminal.confirm': ({ promptId }: { promptId: string }) =>
    `Then confirm it with\n  svc answer ${promptId} saved (or no, not to give it)`,
  'terminal.not_stored': ({ name }: { name: string }) => `${name} is not stored yet.`,

  'terminal.type_yes': ({ question }: { question: string }) => `${question}? Type yes: `,
  'terminal.with_yes': ({ unasked, undone }: { unasked: string; undone: string }) =>
    `${unasked}: repeat it with --yes. ${undone}`,
  'terminal.neither': 'That is neither yes nor no.',
  'terminal.save_it': 'Save it',
  'terminal.to_confirm': 'this has to be confirmed',
  'terminal.nothing_saved': 'Nothing was saved.',
  'terminal.stopped': ({ whenGone }: { whenGone: Says }, tell) => `the engine stopped. ${tell(whenGone)}`,

  'terminal.left_question':
    'The engine stopped before you answered this. Answer it here, and the agent goes on from there:',
  'terminal.question_gone':
    'The question is gone, because the engine stopped while it was open, so your text was not sent. Enter sends it as a task; anything else that you type takes its place.',
  'terminal.continuing': ({ title }: { title: string }) => `Continuing “${title}”.`,
  'terminal.chat_help': '/help lists the commands, Ctrl-D leaves.',
  'terminal.continue_with': ({ threadId }: { threadId: string }) =>
    `Continue with: svc chat --thread ${threadId}`,
  'terminal.repeat_line': 'the engine stopped. Repeat the line, and another engine does it.',
  'terminal.not_running': ({ dataDir }: { dataDir: string }) => `No engine is running for ${dataDir}.`,
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
  'terminal.not_uploaded_paused': ({ backupId }: { backupId: string }) =>
    `The account was being disconnected. svc backup send ${backupId} sends it once an account is connected.`,
  'terminal.not_uploaded_failed': ({ backupId, problem }: { backupId: string; problem: string | null }) =>
    `${problem ?? 'The log of the engine says why.'} It is tried again each hour; svc backup send ${backupId} tries now.`,
  'terminal.never_sent': ({ backupId }: { backupId: string }) =>
    `It was never sent: svc backup send ${backupId} sends it.`,

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
  'gone.config': 'Run svc config to see what is set.',
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
  'usage.acp': 'serve one editor over standard input and output, with the Agent Client Protocol',
  'usage.transport': 'with --mcp-server: sse serves them over HTTP on port 3042',
  'usage.demo': 'answer with the built-in demo model',
  'usage.migrate_without_backup': 'make no backup before a new version changes the databases',
  'usage.help_option': 'display help for command',
  'usage.help': 'Print this, or the help of a command.',
  'usage.exit_codes':
    'Exit codes: 0 done, 1 refused, 2 usage error, 70 internal error, 78 unusable configuration.',
  'usage.start':
    'To begin: svc chat talks with the agent here; svc --http-api starts an engine with a page at http://127.0.0.1:3100. svc help COMMAND tells more of one.',
  'usage.json': 'print JSON',
  'usage.title': 'Usage:',
  'usage.arguments': 'Arguments:',
  'usage.options': 'Options:',
  'usage.commands': 'Commands:',
  'usage.choices': ({ text, choices }: { text: string; choices: readonly string[] }) =>
    `${text} (choices: ${choices.map((one) => `"${one}"`).join(', ')})`,
  'usage.web_alone': ({ isDemo }: { isDemo: boolean }) =>
    `error: --web forwards to an engine and is none: start it with --http-api${isDemo ? ' --demo' : ''} as a program of its own`,
  'usage.mcp_server_alone': ({ without }: { without: string }) =>
    `error: --mcp-server is a program of its own: start it without ${without}; it finds the engine that runs`,
  'usage.acp_alone': ({ without }: { without: string }) =>
    `error: --acp is a program of its own: start it without ${without}; it finds the engine that runs`,
  'usage.transport_alone': 'error: --transport belongs to --mcp-server',
  'usage.twice': ({ name, value }: { name: string; value: string }) =>
    `error: --${name} is given more than once, and takes one ${value}`,
  'usage.mode_alone': ({ mode, name }: { mode: string; name: string }) =>
    `error: ${mode} takes no command: drop it, or drop '${name}'`,
  'usage.blank': ({ name, text }: { name: string; text: string }) => `error: <${name}> is empty: ${text}`,
  'usage.apart': ({ names }: { names: readonly string[] }) =>
    `error: --${names.join(' and --')} exclude each other: give one of them, or none`,
  'usage.wrong': ({ why }: { why: Says }, tell) => `error: ${tell(why)}`,
  'usage.no_commands': ({ name }: { name: string }) => `error: ${name} has no commands`,
  'usage.no_command': ({ typed, names }: { typed: string; names: readonly string[] }) =>
    `error: unknown command '${typed}': it is one of ${names.join(', ')}`,
  'usage.no_command_near': ({ typed, near }: { typed: string; near: string }) =>
    `error: unknown command '${typed}': did you mean ${near}?`,
  'usage.missing': ({ name }: { name: string }) => `error: missing required argument '${name}'`,
  'usage.unknown_option': ({ flag }: { flag: string }) => `error: unknown option '${flag}'`,
  'usage.unknown_option_near': ({ flag, near }: { flag: string; near: string }) =>
    `error: unknown option '${flag}'\n(Did you mean ${near.includes(',') ? 'one of ' : ''}${near}?)`,
  'usage.no_value': ({ flags }: { flags: string }) => `error: option '${flags}' argument missing`,
  'usage.no_choice': ({ flags, value, choices }: { flags: string; value: string; choices: string }) =>
    `error: option '${flags}' argument '${value}' is invalid. Allowed choices are ${choices}.`,
  'usage.too_many': ({ expected, received, given }: { expected: number; received: number; given: string }) =>
    `error: too many arguments. Expected ${expected} argument${expected === 1 ? '' : 's'} but got ${received}: ${given}.`,
  'usage.see': ({ command }: { command: string }) => `see ${command} --help`,
  'option.nothing_to_change': 'Nothing was given to change.',
  'option.time': TIME,
  'option.names': ({ names }: { names: readonly string[] }) => oneOf(names),
  'option.from_to': ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `${minimum} to ${maximum}`,
  'option.by_default': ({ usual }: { usual: string }) => `by default ${usual}`,
  'option.repeated': 'may be repeated',
  'option.or_none': 'or none',
  'option.not_a_time': ({ name }: { name: string }) => `--${name} is a day or a time, ${TIME}.`,
  'option.one_of': ({ option, names }: { option: string; names: readonly string[] }) =>
    `--${option} takes one of ${names.join(', ')}.`,
  'option.no_column': ({ text }: { text: Quoted }) =>
    `A column is name:type, and :unique or :event after it, like date:date:event. ${quoted(text)} is not.`,
  'option.no_type': ({ type, name, types }: { type: Quoted; name: Quoted; types: readonly string[] }) =>
    `${quoted(type)} is no type of a column: ${quoted(name)} can be ${types.join(', ')}.`,
  'option.no_values': ({ option }: { option: string }) =>
    `--${option} is JSON of columns and values, like '{"status": "open"}'.`,
  'option.no_rename': '--rename is old:new, like --rename amount:price.',
  'option.no_parameter': '--param is a name and a value, like --param day=monday.',
  'option.no_amount': '--value is an amount with its currency, such as "1250.50 EUR", or none.',
  'option.contact_name': 'A contact needs a name: --name none, which would take it away, is not possible.',
  'terminal.more': ({ cursor }: { cursor: string }) => `There are more: repeat this with --cursor ${cursor}`,

  'terminal.answer_each': ({ n, skip }: { n: number; skip: string }) =>
    `it asks ${n} questions: give one word or quoted text for each, and ${skip} to skip one.`,
  'terminal.answer_secret': ({ name, id }: { name: string; id: string }) =>
    `a secret is not typed here. Store it with svc secret set ${name}, and then: svc answer ${id} saved (or no, not to give it).`,
  'terminal.secret_not_stored': ({ name }: { name: string }) =>
    `${name} is not stored yet: svc secret set ${name}`,
  'terminal.goes_on_with_secret': 'The run goes on with the secret.',
  'terminal.gets_none': 'It is told that it gets none.',
  'terminal.answered': 'Answered. The run goes on.',
  'terminal.answer_needs_words': 'an answer needs words.',
  'terminal.id_too_short': ({ least }: { least: number }) => `give at least ${least} characters of the id.`,
  'terminal.no_such_question': 'no question that waits has this id: svc waiting lists them.',
  'terminal.several_questions':
    'several questions begin like this: svc waiting shows how much of the id it takes.',
  'terminal.backup_added': ({ backupId }: { backupId: string }) =>
    `The backup is in the list. Check it with svc backup verify ${backupId}.`,
  'terminal.attach_most': ({ most, given }: { most: number; given: number }) =>
    `a task takes ${most} files at most, and ${given} are given.`,
  'terminal.attach_no_file': ({ path }: { path: string }) => `${path} is no file, so it cannot be attached.`,
  'terminal.attach_too_large': ({ path, bytes, most }: { path: string; bytes: number; most: number }) =>
    `${path} has ${bytes} bytes, and a file to attach may have ${most}. Put it into the workspace and name its path in the task.`,
  'terminal.sent_and_compared': 'It is in the drive, and its checksums were compared.',
  'terminal.sent_while_running': 'It is sent to the drive while an engine runs.',
  'terminal.upload_impossible': ({ why }: { why: string }) =>
    `the backup is on this machine alone: it could not be uploaded. ${why}`,
  'terminal.upload_left_out': ({ why }: { why: string }) =>
    `the backup is on this machine alone: it was not uploaded. ${why}`,
  'terminal.log_says_why': 'The log of the engine says why.',
  'terminal.backup_made': ({ files }: { files: number }) =>
    `The backup is complete: ${files} files, opened and checked.`,
  'terminal.backup_verified': 'The backup was opened and checked: it can be restored.',
  'terminal.backup_needs_key': 'this backup cannot be checked without its key.',
  'terminal.backup_not_restorable': 'this backup cannot be restored.',
  'terminal.no_backup_yet': 'there is no backup yet. Make one with svc backup create.',
  'terminal.drill_begins': ({ backupId }: { backupId: string }) =>
    `Restoring ${backupId} into a scratch folder…`,
  'terminal.drill_done': ({ seconds }: { seconds: number }) =>
    `An engine started on it and found everything, in ${seconds} s: it is proven.`,
  'terminal.backup_interrupted':
    'interrupted. An engine that goes on running finishes what it began: see svc backup.',
  'terminal.diff_too_long': 'too long to show',
  'terminal.changed_by_others': ', also changed by someone else since',
  'terminal.not_among_changes': ({ path }: { path: string }) =>
    `${path} is not among the changes; svc changes lists them.`,
  'terminal.nothing_done': 'Nothing was done.',
  'terminal.equal_files':
    'These files equal their earlier state: close the review with svc changes keep and the thread.',
  'terminal.no_changes': 'No changes wait for review.',
  'terminal.how_to_review':
    'Keep them with svc changes keep, or undo them with svc changes undo, each with the thread or with all. Add --run and the run named here to leave out what a later run has changed.',
  'terminal.changes_taken_over': ({ run }: { run: string }) =>
    `no changes of run ${run} wait for review: they were reviewed, or a later run changed more and holds them now. See svc changes.`,
  'terminal.see_config_help': 'see svc config set --help.',
  'terminal.config_invalid':
    'nothing was changed. Correct the file, or repeat the command with --replace: it starts a new file and keeps the old one beside it.',
  'terminal.no_key_on_stdin': ({ key }: { key: string }) => `there was no ${key} on stdin.`,
  'terminal.shell_history': ({ key }: { key: string }) =>
    `Your shell history may contain this secret now. "svc config set ${key} -" reads it from stdin.`,
  'terminal.set_but_demo': ({ key }: { key: string }) =>
    `${key} is set, and has no effect yet: the demo model answers until the engine is started without --demo and SVC_DEMO.`,
  'terminal.would_import': ({ added, completed }: { added: number; completed: number }) =>
    `${added} would be added and ${completed} completed. Import them`,
  'terminal.nothing_imported': 'Nothing was imported.',
  'terminal.row': ({ n }: { n: number }) => `Row ${n}`,
  'terminal.line': ({ n }: { n: number }) => `Line ${n}`,
  'terminal.no_json_records':
    'This is no JSON of records: a list of objects with columns and values, or one object.',
  'terminal.erases_all': ({ dataDir }: { dataDir: string }) =>
    `This erases everything in ${dataDir}: conversations, memory, people, secrets, settings and the workspace.`,
  'terminal.backups_stay': 'Backups on this machine and the vault key stay.',
  'terminal.backups_go':
    'Backups on this machine and the vault key go, too: copies elsewhere cannot be read any more without a copy of the key.',
  'terminal.workspace_goes':
    'Everything in the workspace outside that folder (SVC_WORKSPACE of the engine) goes, too.',
  'terminal.no_way_back':
    'Runs in progress are stopped, and the engine is away for some seconds. There is no way back.',
  'terminal.erasure_to_confirm': ({ word }: { word: string }) =>
    `an erasure has to be confirmed: repeat this with --confirm ${word}. Nothing was erased.`,
  'terminal.type_to_erase': ({ word }: { word: string }) => `Type ${word} to erase it: `,
  'terminal.nothing_erased': 'Nothing was erased.',
  'terminal.storage_copying': ({
    database,
    done,
    total,
  }: {
    database: string;
    done: number;
    total: number;
  }) => `Copying ${database} (${done} of ${total} rows so far)`,
  'terminal.storage_comparing': ({
    database,
    done,
    total,
  }: {
    database: string;
    done: number;
    total: number;
  }) => `Comparing ${database} (${done} of ${total} rows so far)`,
  'terminal.storage_copied': ({ rows, tables }: { rows: number; tables: number }) =>
    `Copied and compared: ${rows} rows of ${tables} tables.`,
  'terminal.storage_there': ({ rows, tables }: { rows: number; tables: number }) =>
    `All of it is there already: ${rows} rows of ${tables} tables, compared.`,
  'terminal.storage_which':
    'say from where and to where: --from sqlite --to postgres, or the other way round.',
  'terminal.storage_not_set': 'SVC_STORAGE_URL is not set: it says which server of PostgreSQL is meant.',
  'terminal.storage_not_empty':
    'there is other data where the copy would go. Nothing was changed: take an empty schema, or move the files away.',
  'terminal.storage_not_ready':
    'the source is incomplete or of another version. Start the engine on it once, stop it, and run this again.',
  'terminal.storage_in_use': 'an engine is using the data. Stop it, and run this again.',
  'terminal.storage_differs':
    'the copy was not the same as what was copied, so it was put nowhere. Nothing was changed.',
  'terminal.storage_package': 'data in PostgreSQL needs the package pg: npm install pg.',
  'terminal.storage_away': 'the server of SVC_STORAGE_URL does not answer. Nothing was changed.',
  'terminal.erased': 'Erased:',
  'terminal.rows_count': '  Rows of histories and indexes count, too.',
  'terminal.still_there': 'Still there:',
  'terminal.not_the_word': ({ word }: { word: string }) => `that is not ${word}. Nothing was erased.`,
  'terminal.gone_before_erasure': 'the engine stopped before anything was erased. Run this again.',
  'terminal.not_all_erased': 'not everything could be erased. Each start of the engine tries again.',
  'terminal.interrupted': ({ why }: { why: string }) => `interrupted. ${why}`,
  'terminal.export_incomplete': 'the export is not complete. What could be read is in the file.',
  'terminal.exported': ({ counts, size }: { counts: string; size: string }) =>
    `${counts} (${size}). Keep the file where no one else can read it.`,
  'terminal.nothing_kept': 'Nothing was kept.',
  'terminal.nothing_changed': 'Nothing was changed.',
  'terminal.import_folder': ({ file }: { file: string }) =>
    `${file} is a folder: name the zip that svc export wrote. Nothing was changed.`,
  'terminal.import_json': ({ file }: { file: string }) =>
    `${file} is a JSON document: of what svc export writes only the zip can be imported. Nothing was changed.`,
  'terminal.import_whole': ({ file }: { file: string }) =>
    `${file} is an export of svc: it comes in entirely, and only into an svc that has no data yet. --dry-run is for conversations from other assistants. Nothing was changed.`,
  'terminal.past_new': 'new',
  'terminal.past_here': 'already here',
  'terminal.past_left': 'left out',
  'terminal.past_would': ({
    willBring,
    alreadyHere,
    left,
  }: {
    willBring: number;
    alreadyHere: number;
    left: number;
  }) =>
    `Would come: ${conversations(willBring)}. Already here: ${alreadyHere}. Left out: ${left}. Nothing was changed.`,
  'terminal.past_came': ({
    brought,
    alreadyHere,
    left,
  }: {
    brought: number;
    alreadyHere: number;
    left: number;
  }) => `Imported: ${conversations(brought)}. Already here: ${alreadyHere}. Left out: ${left}.`,
  'terminal.past_stopped': ({ brought, willBring }: { brought: number; willBring: number }) =>
    `the import was stopped: ${brought} of ${conversations(willBring)} came. Run this again for the others.`,
  'terminal.past_goes_on': 'What has come stays. Run this again for the others: nothing comes twice.',
  'terminal.export_checked': 'Checking the export…',
  'terminal.import_if_sent':
    'If the whole file was sent, the engine goes on with the import: svc threads shows whether it is done. Otherwise nothing was changed.',
  'terminal.import_if_sound':
    'If the whole file was read and found sound, it comes in with the next svc command; otherwise nothing was changed. svc threads shows which.',
  'terminal.comes_in_next': 'It comes in with the next svc command.',
  'terminal.import_goes_on': 'The engine goes on with the import: svc threads shows when it is done.',
  'terminal.export_sound': 'The export is sound. The engine restarts with it…',
  'terminal.import_undone': 'nothing was imported: everything is as it was before.',
  'terminal.secrets_again': ({ names }: { names: string }) =>
    `Secrets are not in an export. Set these again with svc secret set: ${names}.`,
  'terminal.automations_wait':
    'Schedules, watches and reminders wait until you confirm them: svc trigger list.',
  'terminal.consents_revoked':
    'What the agent was allowed without asking came in revoked: allow it again where you want it.',
  'terminal.google_asked_for': 'Google is asked for:',
  'terminal.open_here': 'Open this address in a browser on this machine:',
  'terminal.open_anywhere': 'Open this address in any browser:',
  'terminal.type_code': ({ code }: { code: string }) => `and type this code there: ${code}`,
  'terminal.waiting_for_answer': ({ until }: { until: string }) => `Waiting for your answer until ${until}…`,
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
  'terminal.drive_deleted': ({ files }: { files: number }) =>
    `Deleted in the drive: ${files} files. The empty folders stay.`,
  'terminal.drive_partly': ({ files }: { files: number }) =>
    `Deleted in the drive: ${files} files. Not everything could be deleted:`,
  'terminal.access_forgotten_only':
    'The access is forgotten here. Google did not confirm that it ended: see myaccount.google.com, under third-party access.',
  'terminal.connection_waits': ({ until, where }: { until: string; where: string }) =>
    `a connection waits for you already, until ${until}: ${where}. To begin another, end it with svc google cancel.`,
  'terminal.file_no_text': ({ path }: { path: string }) =>
    `${path} is no text that can be read. Export it as UTF-8. Nothing was changed.`,
  'terminal.no_folder': ({ folder }: { folder: string }) => `the folder ${folder} does not exist.`,
  'terminal.file_exists': ({ path }: { path: string }) => `${path} exists already: name another file.`,
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
  'terminal.no_private_address': ({ port }: { port: string }) =>
    `This machine has no address in a private network at which it listens, and plain http goes only there. Put a server with https in front of it that forwards to port ${port}, and type its address on the other machine: svc migrate send https://<name>. Or connect both machines to one private network, like a VPN, and run svc migrate accept again.`,
  'terminal.restore_to_confirm': 'a restore has to be confirmed: repeat this with --yes.',
  'terminal.ask_restore': 'Restore it? Type yes: ',
  'terminal.nothing_restored': 'nothing was restored.',
  'terminal.no_restore_key': 'there was no key. Nothing was restored.',
  'terminal.restore_sound': 'The backup is sound. The engine restarts with it…',
  'terminal.restore_undone': 'the restore was undone: everything is as it was before.',
  'terminal.restore_failed': 'the restore failed before anything was changed.',
  'terminal.restored': ({ files, backupId }: { files: number; backupId: string }) =>
    `Restored: ${files} files of ${backupId}.`,
  'terminal.restore_undo': ({ backupId, more }: { backupId: string; more: string }) =>
    `To undo this, restore the safety backup: svc backup restore ${backupId}${more}`,
  'terminal.restores': ({
    backupId,
    at,
    kind,
    version,
    size,
  }: {
    backupId: string;
    at: string;
    kind: string;
    version: string;
    size: string;
  }) => `This restores the backup ${backupId} of ${at}, ${kind} by svc ${version} (${size}).`,
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
  'terminal.secret_stored': ({ name, use }: { name: string; use: string }) => `${name} is stored, ${use}.`,
  'terminal.secret_overridden': ({ name }: { name: string }) => `SVC_SECRET_${name} overrides it.`,
  'terminal.secret_deleted': ({ name }: { name: string }) => `${name} is deleted.`,
  'terminal.for_google': 'for the connection to Google',
  'terminal.for_tool_server': 'and agent hosts must show it to the tool server from their next request on',
  'terminal.for_no_host': 'and may be sent to no host yet: store it with --hosts',
  'terminal.for_hosts': ({ hosts }: { hosts: string }) => `to be sent to ${hosts}`,
  'terminal.no_host': '(no host)',
  'terminal.slash_help': 'List the commands.',
  'terminal.slash_new': 'Start a new thread.',
  'terminal.slash_new_next': 'The next line starts a new thread.',
  'terminal.slash_compact':
    'Replace earlier messages by a summary, for the model only; it keeps what the focus names.',
  'terminal.slash_empty': 'The thread is empty.',
  'terminal.slash_shrank': ({ before, after }: { before: number; after: number }) =>
    `The model’s view of the thread shrank from ${before} to ${after} tokens.`,
  'terminal.slash_stopped_waiting': 'Stopped waiting. The summary may still be made.',
  'terminal.slash_api': 'List the registered APIs, or show one in full.',
  'terminal.slash_api_use': 'Use /api, /api list or /api show <id>.',
  'terminal.slash_mcp': 'List the tool servers, add one by its address, or remove one.',
  'terminal.slash_mcp_use':
    'Use /mcp, /mcp list, /mcp add <name> <url> or /mcp remove <name>. `svc mcp` at a terminal does more.',
  'terminal.slash_quit': 'Leave, as Ctrl-D does.',
  'terminal.see_slash_help': 'see /help.',
  'terminal.slash_unknown': ({ name, meant }: { name: string; meant: string }) =>
    `There is no ${name}: ${meant} To send a line that begins with a slash, begin it with two.`,
  'terminal.slash_list': 'Each line is a task for the agent. Commands:',
  'terminal.slash_keys': 'Ctrl-C stops a run, or leaves if nothing runs. Ctrl-D leaves.',
  'terminal.interrupted_plainly': 'interrupted.',
  'terminal.gone_speech': 'the engine stopped before everything was said.',
  'terminal.sound_too_large': ({ file }: { file: string }) =>
    `${file} has more than 25 MB: cut it into parts.`,
  'terminal.is_folder': ({ file }: { file: string }) => `${file} is a folder.`,
  'terminal.file_empty': ({ file }: { file: string }) => `${file} cannot be sent: the file is empty.`,
  'terminal.in_it': 'In it:',
  'terminal.no_token_given': 'there was no token.',
  'terminal.token_kept': ({ name }: { name: string }) =>
    `The token is kept in the vault and sent to ${name} alone. svc mcp shows whether the server takes it.`,
  'terminal.next_times': ({ words, zone }: { words: string; zone: string }) =>
    `${words} (${zone}). The next times there:`,
  'terminal.once': ({ zone }: { zone: string }) => `Once (${zone}):`,
  'terminal.happens_while_running': 'It happens while an engine runs: svc --http-api.',
  'terminal.task_too_long': ({ mb }: { mb: number }) =>
    `the task is longer than ${mb} MB, the limit: put its material into a file of the workspace, and name the file.`,
  'terminal.no_task_on_stdin': 'stdin had no task.',
  'terminal.task_empty': 'the task is empty: say what to do, like svc run write a note about the meeting.',
  'terminal.workflow_goes_on': ({ id }: { id: string }) =>
    `The run goes on. svc workflow follow ${id} shows it, svc workflow stop ${id} ends it.`,
  'terminal.carried_out_here':
    'No engine stays that could go on with it, so this command carries it out to its end.',
  'terminal.success_is': ({ what }: { what: string }) => `Success is: ${what}`,
  'terminal.workflow_saved': ({ id, more }: { id: string; more: string }) =>
    `Saved. Carry it out with: svc workflow run ${id}${more}`,
  'terminal.workflow_no_object': 'A workflow is a JSON object: svc workflow add --help shows one.',
  'terminal.workflow_paused': ({ id }: { id: string }) =>
    `The run is paused, because no engine carries it out. It goes on when an engine stays (svc --http-api), or with svc workflow retry ${id}; svc workflow stop ${id} ends it.`,
  'terminal.step_waits': ({ step }: { step: string }) =>
    `${step} waits for your answer: svc waiting shows the question.`,

  'terminal.no_file': ({ path }: { path: string }) => `there is no file ${path}.`,
  'terminal.unread': ({ path, why }: { path: string; why: Says }, tell) =>
    `${path} cannot be read: ${tell(why)}.`,
  'terminal.unwritten': ({ path, why }: { path: string; why: Says }, tell) =>
    `${path} cannot be written: ${tell(why)}.`,
  'terminal.of_code': ({ code }: { code: string }) => (code === '' ? 'unknown reason' : code),
  'terminal.not_there': 'it is not there',
  'terminal.a_folder': 'it is a folder',
  'terminal.not_permitted': 'its permissions do not allow it',
  'terminal.stdin_no_text': 'stdin is no text that can be read. Send it in UTF-8.',
  'terminal.backup_not_made': ({ why }: { why: string }) => `the backup failed. ${why}`,
  'terminal.changes_of': ({ threadId, runId, title }: { threadId: string; runId: string; title: string }) =>
    `Thread ${threadId}  run ${runId}  ${title}`,
  'terminal.file_new': 'new',
  'terminal.file_changed': 'changed',
  'terminal.file_deleted': 'deleted',
  'terminal.file_binary': 'binary',
  'terminal.changes_kept': ({ of, files }: { of: string; files: number }) =>
    `${of}: ${counted(files, 'file')} kept.`,
  'terminal.changes_undone': ({ of, files }: { of: string; files: number }) =>
    `${of}: ${counted(files, 'file')} undone.`,
  'terminal.near': ({ names }: { names: readonly string[] }) => `did you mean ${names.join(' or ')}?`,
  'terminal.no_setting': ({ key, meant }: { key: string; meant: Says }, tell) =>
    `there is no key "${key}": ${tell(meant)}`,
  'terminal.setting_must_be': ({ key, be }: { key: string; be: Says }, tell) =>
    `${key} must be ${tell(be)}, written as JSON.`,
  'terminal.setting_set': ({ key, when }: { key: string; when: Says }, tell) =>
    `${key} is set. It takes effect ${tell(when)}.`,
  'terminal.setting_without_effect': ({ key }: { key: string }) =>
    `${key} is set in the user file, but has no effect.`,
  'terminal.setting_overridden': ({ key, by }: { key: string; by: Says }, tell) =>
    `${key} is set in the user file, but has no effect: ${tell(by)} overrides it.`,
  'terminal.setting_still_set': ({ key, by }: { key: string; by: Says }, tell) =>
    `${key} is not in the user file, but still set by ${tell(by)}.`,
  'terminal.setting_unset': ({ key, when }: { key: string; when: Says }, tell) =>
    `${key} is not set. This takes effect ${tell(when)}.`,
  'effect.next_message': 'with the next message',
  'effect.next_backup': 'with the next backup; an upload in progress goes on',
  'effect.next_request': 'with the next request to the port',
  'effect.next_request_with_token':
    'with the next request to the port. While it is true, that needs the token, which "svc token" prints; the terminal needs none',
  'source.env': 'a variable in the environment of the engine',
  'source.project': 'the project file .svc/config.json',
  'source.user': 'the user file',
  'source.default': 'the default',
  'head.key': 'key',
  'head.value': 'value',
  'head.source': 'source',
  'terminal.records_stored': ({
    inserted,
    updated,
    failed,
  }: {
    inserted: number;
    updated: number;
    failed: number;
  }) =>
    `${counted(inserted, 'record')} ${were(inserted)} inserted, ${updated} ${were(updated)} changed, ${counted(failed, 'row')} ${were(failed)} not stored.`,
  'terminal.connected': ({ account }: { account: string | null }) =>
    `Connected${account === null ? '' : ` as ${account}`}.`,
  'terminal.no_engine_here': 'no engine is running here that could be reached.',
  'terminal.on_this_machine': '(on this machine)',
  'terminal.accepts_until': ({ until }: { until: string }) =>
    `This engine accepts one migration until ${until}.`,
  'terminal.is_replaced': 'What it has now is replaced; a safety backup of it is made before.',
  'terminal.sending_kept':
    'interrupted. What has arrived at the other engine is kept: run the same again to go on.',
  'terminal.sending_again': 'interrupted. Run the same again to go on.',
  'terminal.migration_token': 'Migration token',
  'terminal.moved': ({
    at,
    databases,
    files,
    secrets,
  }: {
    at: string;
    databases: number;
    files: number;
    secrets: number;
  }) =>
    `Moved and checked, as it was at ${at}: ${databases} databases, ${counted(files, 'file')}, ${counted(secrets, 'secret')}.`,
  'terminal.no_port': 'It listens on no port, so another machine does not reach it.',
  'terminal.own_port': ({ port }: { port: number }) =>
    `It listens on this machine only (port ${port}), so another machine does not reach it.`,
  'terminal.restart_reachable':
    'Make a token with svc token, and restart it with SVC_HTTP_HOST=0.0.0.0 svc --http-api; the acceptance stays. Or put a server with https in front of it, and type its address on the other machine: svc migrate send https://<name>.',
  'terminal.restore_replaces': ({ dataDir, withWorkspace }: { dataDir: string; withWorkspace: boolean }) =>
    `It replaces everything in ${dataDir}: conversations, memory, secrets, settings${withWorkspace ? ' and the workspace' : ''}. What came after the backup is gone from there.`,
  'terminal.restore_foreign': 'Another instance of svc made this backup.',
  'terminal.restore_foreign_needs': 'Another instance of svc made this backup: it needs --allow-foreign.',
  'terminal.slash_slash': 'Send a line that begins with a slash.',
  'terminal.new_conversation': 'a new conversation',
  'terminal.a_conversation': 'a conversation',
  'terminal.the_task': ({ id }: { id: string }) => `the task ${id}`,
  'terminal.the_trigger': ({ id }: { id: string }) => `the trigger ${id}`,
  'terminal.the_workflow': ({ id }: { id: string }) => `the workflow ${id}`,
  'terminal.runs_since': (
    { since, called, what, stop }: { since: string; called: string; what: Says; stop: Says | null },
    tell,
  ) => `Runs since ${since}: ${called}, ${tell(what)}${stop === null ? '' : tell(stop)}`,
  'terminal.waits_since': (
    { since, called, what, stop }: { since: string; called: string; what: Says; stop: Says | null },
    tell,
  ) =>
    `Waits for your answer since ${since}: ${called}, ${tell(what)}; answer it with svc waiting${stop === null ? '' : tell(stop)}`,
  'terminal.stop_it': ({ id }: { id: string }) => `; stop it with svc task stop ${id}`,
  'terminal.model': ({ id }: { id: string }) => `model ${id}.`,
  'terminal.no_model': ({ problem }: { problem: string }) => `and no model can answer. ${problem}`,
  'terminal.running': (
    {
      version,
      pid,
      dataDir,
      since,
      runs,
      answers,
    }: { version: string; pid: number; dataDir: string; since: string; runs: number; answers: Says },
    tell,
  ) =>
    `svc ${version} (pid ${pid}) is running for ${dataDir} since ${since}: ${counted(runs, 'run')} in flight, ${tell(answers)}`,
  'terminal.page_at': ({ at }: { at: string }) => `Its page: ${at}`,
  'terminal.of_kind': ({ kind }: { kind: Says }, tell) => `It is ${tell(kind)}.`,
  'terminal.store_damaged': ({ store }: { store: string }) => `Unusable, because it is damaged: ${store}.`,
  'terminal.storage': ({ server, database, schema }: { server: string; database: string; schema: string }) =>
    `Its data is in PostgreSQL: ${server}, database ${database}, schema ${schema}.`,
  'terminal.store_newer': ({ store }: { store: string }) =>
    `Unusable, because a newer version of svc wrote it: ${store}.`,
  'terminal.no_json': ({ file, why }: { file: string; why: string }) => `${file} is not JSON: ${why}`,
  'terminal.with_it_done': ({ tasks }: { tasks: number }) =>
    `${counted(tasks, 'task')} in it ${were(tasks)} completed with it.`,
  'terminal.nothing_of_yours_out': 'Exported: there was nothing of yours yet',
  'terminal.nothing_of_yours_in': 'Imported: there was nothing of yours yet',
  'terminal.came_out': ({ threads, files, items }: { threads: number; files: number; items: number }) =>
    `Exported: ${counted(threads, 'conversation')}, ${counted(files, 'file or folder', 'files and folders')}, ${counted(items, 'item')} in all`,
  'terminal.came_in': ({ threads, files, items }: { threads: number; files: number; items: number }) =>
    `Imported: ${counted(threads, 'conversation')}, ${counted(files, 'file or folder', 'files and folders')}, ${counted(items, 'item')} in all`,
  'terminal.exporting': (
    { section, count, size }: { section: string; count: Says | null; size: string },
    tell,
  ) => `Exporting ${section}${count === null ? '' : ` ${tell(count)}`}, ${size}`,
  'terminal.exporting_line': ({ section, size }: { section: string; size: string }) =>
    `Exporting ${section}, ${size} so far`,
  'terminal.count_of': ({ done, total }: { done: number; total: number }) => `${done} of ${total}`,
  'terminal.may_mean': ({
    name,
    fitting,
    more,
  }: {
    name: string;
    fitting: readonly string[];
    more: number;
  }) =>
    `${JSON.stringify(name)} may mean: ${fitting.join(', ')}${more === 0 ? '' : `, and ${more} more`}. Nothing was done. Give the id, or the whole name if no other has it.`,
  'terminal.workflow_broken': ({ sentences }: { sentences: readonly Says[] }, tell) => tell(sentences),
  'terminal.workflow_part': (
    {
      place,
      field,
      message,
      near,
    }: { place: Says; field: string | null; message: string; near: readonly string[] },
    tell,
  ) =>
    `${tell(place)}${field === null ? '' : `: ${field}`} ${message}.${near.length === 0 ? '' : ` Perhaps ${near.join(' or ')} is meant.`}`,
  'terminal.whole_workflow': 'The workflow',
  'terminal.step_called': ({ name }: { name: string }) => `The step ${name}`,
  'terminal.step_number': ({ nth }: { nth: number }) => `The step number ${nth}`,
  'terminal.parameter_called': ({ name }: { name: string }) => `The parameter ${name}`,
  'terminal.parameter_number': ({ nth }: { nth: number }) => `The parameter number ${nth}`,
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
  'terminal.connected_through_host': ({ account }: { account: string | null }) =>
    `Connected${account === null ? '' : ` as ${account}`}, through the host of this instance.`,
  'terminal.access': ({ scopes, withDrive }: { scopes: readonly string[]; withDrive: boolean }) =>
    `Access: ${scopes.join(', ') || 'none'}${withDrive ? '' : '; backups cannot be uploaded with it'}.`,
  'terminal.pending_until': ({ until, where }: { until: string; where: string }) =>
    `A connection waits for you until ${until}: ${where}`,
  'terminal.where_to_answer': ({ url, code }: { url: string; code: string | null }) =>
    `open ${url}${code === null ? '' : ` and type ${code}`}`,
  'terminal.the_replay': ({ id }: { id: string }) => `the replay ${id}`,

  'terminal.api_url': ({ url }: { url: string }) => `Base URL: ${url}`,
  'terminal.api_endpoints': 'Endpoints',
  'terminal.api_guidelines': 'Guidelines',
  'terminal.api_avoid': 'Avoid',
  'terminal.api_notes': 'Notes',
  'terminal.encrypted_with': ({ key }: { key: string }) => `yes, with the vault key ${key}`,
  'terminal.authentic_with': ({ key }: { key: string }) =>
    `no, but the vault key ${key} proves that nothing was changed`,
  'terminal.backup_of_another': 'Another instance of svc made it.',
  'terminal.workspace_elsewhere':
    'The workspace is a folder outside the data directory, so it is not in the backup.',
  'terminal.left_out_files': ({ n }: { n: number }) =>
    `Left out of the workspace: ${n} links, special files or unreadable files.`,
  'terminal.problem_is': ({ problem }: { problem: string }) => `Problem: ${problem}`,
  'terminal.not_encrypted': 'not encrypted',
  'terminal.not_complete': 'not complete',
  'terminal.also_here': 'also here',
  'terminal.only_in_drive': 'only in the drive',
  'terminal.label_backup': 'Backup',
  'terminal.label_made': 'Made',
  'terminal.made_by': ({ at, how, version }: { at: string; how: string; version: string }) =>
    `${at}, ${how}, by svc ${version}`,
  'terminal.label_size': 'Size',
  'terminal.size_in_files': ({ size, files }: { size: string; files: number }) => `${size} in ${files} files`,
  'terminal.label_state': 'State',
  'terminal.label_checked': 'Checked',
  'terminal.label_drill': 'Proven by a drill',
  'terminal.label_encrypted': 'Encrypted',
  'terminal.label_in_drive': 'In the drive',
  'terminal.last_upload': ({ problem }: { problem: string }) => `The last upload: ${problem}`,
  'terminal.fetched': 'The backup is here, was opened and checked: svc backup restore restores it.',
  'terminal.fetched_unchecked': 'The backup is here, but could not be checked:',
  'terminal.fetched_new_machine':
    'On a new machine, restore it with svc backup restore <id> --allow-foreign --key-from-stdin: that asks for the vault key of the old one.',
  'terminal.more_groups': 'There are more groups: --filter leaves fewer.',
  'terminal.nothing_deleted': 'Nothing was deleted.',
  'terminal.delete_all': 'Delete all of them',
  'terminal.deleted': 'Deleted.',
  'terminal.any_host': 'any host',
  'terminal.may_change': 'change files and memory',
  'terminal.by_tool': ({ tool }: { tool: string }) => ` by ${tool}`,
  'terminal.in_the_folder': ({ folder }: { folder: string }) => `, in the folder ${folder}`,
  'terminal.in_the_thread': ({ threadId }: { threadId: string }) => `, in thread ${threadId}`,
  'terminal.with_trigger': ({ triggerId }: { triggerId: string }) => `with the trigger ${triggerId}`,
  'terminal.with_workflow': ({ workflowId }: { workflowId: string }) => `with the workflow ${workflowId}`,
  'terminal.until_day': ({ day }: { day: string }) => `until ${day}`,
  'terminal.also_called': ({ name }: { name: string }) => `also ${name}`,
  'terminal.at_line': ({ line }: { line: number }) => `line ${line}`,
  'terminal.imported_counts': ({
    added,
    completed,
    refused,
  }: {
    added: number;
    completed: number;
    refused: number;
  }) => `${added} added, ${completed} completed, ${refused} refused`,
  'terminal.takes_back': ({ importId }: { importId: string }) =>
    `svc contacts rollback ${importId} takes it back.`,
  'terminal.would_counts': ({
    added,
    completed,
    refused,
  }: {
    added: number;
    completed: number;
    refused: number;
  }) => `${added} to add, ${completed} to complete, ${refused} left out`,
  'terminal.changed_since': 'was changed since, and stays',
  'terminal.was_value': ({ value }: { value: string }) => `was ${value}`,
  'terminal.all_of_graph': 'all that the graph knows',
  'terminal.would_go': ({ all, name }: { all: string; name: string }) =>
    `${all} of ${name} would be deleted for good`,
  'terminal.delete_this': 'Delete this',
  'terminal.contact_removed': 'It is removed.',
  'terminal.contact_removed_with': ({ all }: { all: string }) => `It is removed. Deleted: ${all}.`,
  'terminal.rolled_back': ({
    removed,
    restored,
    kept,
  }: {
    removed: number;
    restored: number;
    kept: number;
  }) => `${removed} removed, ${restored} restored, ${kept} kept`,
  'terminal.deal_next': ({ action }: { action: string }) => `next: ${action}`,
  'terminal.also_called_all': ({ names }: { names: string }) => `also ${names}`,
  'terminal.since_when': ({ since }: { since: string }) => `since ${since}`,
  'terminal.until_when': ({ until }: { until: string }) => `until ${until}`,
  'terminal.known_since': 'known since',
  'terminal.is_contact': 'is a contact',
  'terminal.more_relations': ({ id, cursor }: { id: string; cursor: string }) =>
    `There are more relations: svc graph relations ${id} --cursor ${cursor}`,
  'terminal.more_around': 'There is more around it: svc graph around one of these.',
  'terminal.remove_for_good': 'Remove it for good',
  'terminal.nothing_removed': 'Nothing was removed.',
  'terminal.entity_removed': ({ name, id }: { name: string; id: string }) => `Removed: ${name} (${id}).`,
  'terminal.from_until': ({ from, until }: { from: string; until: string }) => `${from} to ${until}`,
  'terminal.merge_incomplete': 'did not complete',
  'terminal.merged_again': 'merged again later',
  'terminal.in_effect': 'in effect',
  'terminal.not_in_effect': 'not in effect',
  'terminal.shown_through': ({ merge }: { merge: string }) => `shown through a later merge (${merge})`,
  'terminal.merged_into': ({ merged, kept }: { merged: string; kept: string }) => `${merged} into ${kept}`,
  'terminal.would_be_shown': ({ merged, kept, kind }: { merged: string; kept: string; kind: string }) =>
    `${merged} would be shown as ${kept} (${kind}).`,
  'terminal.label_also_called': 'also called',
  'terminal.label_brings': 'details it brings',
  'terminal.label_differ': 'details that differ',
  'terminal.of_its_data': 'of its data',
  'terminal.with_it': 'with it',
  'terminal.daily_limit': ({ usd }: { usd: number }) => `at most ${usd} USD a day`,
  'terminal.seen_at': ({ at }: { at: string }) => `seen ${at}`,
  'terminal.counts_until': ({ until }: { until: string }) => `It counts until ${until}.`,
  'terminal.person_erased': ({ name }: { name: string }) => `Everything of ${name} would be erased for good`,
  'terminal.person_handed': ({ name }: { name: string }) =>
    `${name} would be removed, and what is theirs handed over`,
  'terminal.remove_person': 'Remove them',
  'terminal.nobody_removed': 'Nobody was removed.',
  'terminal.removed_erased': 'They are removed. Erased:',
  'terminal.removed_handed': 'They are removed. Handed over:',
  'terminal.asked_since': ({
    id,
    title,
    since,
    until,
  }: {
    id: string;
    title: string;
    since: string;
    until: string;
  }) => `${id}  ${title}  since ${since}, until ${until}`,
  'terminal.asks_secret': ({ name }: { name: string }) => `  It asks for the secret ${name}.`,
  'terminal.secret_goes_nowhere': '  It does not say where the secret will be sent.',
  'terminal.secret_goes_to': ({ hosts }: { hosts: string }) => `  It will be sent to ${hosts}.`,
  'terminal.and_then_saved': ({ id }: { id: string }) =>
    `  and then: svc answer ${id} saved (or no, not to give it)`,
  'terminal.answer_it_with': ({ id, example }: { id: string; example: string }) =>
    `  Answer it with: svc answer ${id} ${example}`,
  'terminal.left_asked': ({ id, title, at }: { id: string; title: string; at: string }) =>
    `${id}  ${title}  asked ${at}, before the engine stopped`,
  'terminal.goes_on_there': '  The agent goes on from there, in the same conversation.',
  'terminal.one_for_each': ({ example }: { example: string }) =>
    `${example} (one word or quoted text for each question; - skips one)`,
  'terminal.or_own_words': ' (or your own words)',
  'terminal.your_words': 'your words',
  'terminal.label_calls': 'tool calls',
  'terminal.only_second': 'only in the second',
  'terminal.only_first': 'only in the first',
  'terminal.other_arguments': 'other arguments',
  'terminal.the_same': 'the same',
  'terminal.not_the_same': 'not the same',
  'terminal.run_goes_on': 'goes on',
  'terminal.of_sub_agent': ({ kind }: { kind: string }) => `${kind} of a sub-agent`,
  'terminal.more_steps': 'There are more steps.',
  'terminal.in_all': 'in all',
  'terminal.instructions_for_all': 'Instructions for all conversations:',
  'terminal.instructions_for_this': 'Instructions for this conversation:',
  'terminal.instructions_cut': ({ n }: { n: number }) =>
    `(${n} characters at their end did not fit into the model's window)`,
  'terminal.switched_off': 'Switched off in it:',
  'terminal.switched_on': 'Switched on in it:',
  'terminal.in_prompt': 'in the prompt',
  'terminal.replay_of': ({ run }: { run: string }) => `replay of ${run}`,
  'terminal.task_due': ({ at }: { at: string }) => `due ${at}`,
  'terminal.task_for': ({ who }: { who: string }) => `for ${who}`,
  'terminal.waits_for_you': 'waits for your answer: svc waiting',
  'terminal.unchecked_completed': 'the agent says completed (not checked)',
  'terminal.agent_says': 'The agent says, and nothing has checked it:',
  'terminal.in_task': ({ id }: { id: string }) => `in the task ${id}`,
  'terminal.in_conversation': ({ id }: { id: string }) => `conversation ${id}`,
  'terminal.asked_to_stop_task': 'It is asked to stop. svc task and svc trigger show when it has.',
  'terminal.window_room': ({ tokens, room }: { tokens: number; room: number }) =>
    `Of ${tokens} tokens of its window, the model takes up to ${room} for tools.`,
  'terminal.you': 'You',
  'terminal.version_of': ({ nth, of, all }: { nth: number; of: number; all: string }) =>
    `  version ${nth} of ${of}, which begin at ${all}`,
  'terminal.attached_file': ({ path, type, bytes }: { path: string; type: string; bytes: number }) =>
    `attached ${path} (${type}, ${bytes} bytes)`,
  'terminal.tokens_count': ({ tokens }: { tokens: number }) => `${tokens} tokens`,
  'terminal.tools_to_accept': ({
    offered,
    waiting,
    name,
  }: {
    offered: string;
    waiting: string;
    name: string;
  }) => `${offered}, ${waiting} to accept (svc mcp show ${name})`,
  'terminal.server_connected': ({ name, place }: { name: string; place: string }) =>
    `${name} is added and connected: ${place}`,
  'terminal.count_as_accepted': ({ tools, name }: { tools: string; name: string }) =>
    `${tools}, which count as accepted. svc mcp show ${name} prints them.`,
  'terminal.being_connected': 'It is being connected.',
  'terminal.not_usable_yet': ({ problem }: { problem: string }) => `It cannot be used yet: ${problem}`,
  'terminal.server_added': ({ name, place }: { name: string; place: string }) => `${name} is added: ${place}`,
  'terminal.how_it_stands': ({ why, name }: { why: string; name: string }) =>
    `${why} svc mcp shows how it stands, and svc mcp remove ${name} takes it out again.`,
  'terminal.tools_left_out': ({ tools }: { tools: string }) =>
    `${tools} more: the list is too long, and the rest is not read.`,
  'terminal.has_no_tools': 'It has no tools.',
  'terminal.tools_once_connected': 'Its tools are known once it is connected.',
  'terminal.to_accept': ({ name, digest }: { name: string; digest: string }) =>
    `To accept the tools as they are shown here: svc mcp accept ${name} --seen ${digest}`,
  'terminal.was_accepted': ({ json }: { json: string }) => `  accepted: ${json}`,
  'terminal.is_now_below': ({ json }: { json: string }) => `  now:      ${json}`,
  'terminal.is_now': ({ json }: { json: string }) => `  now: ${json}`,
  'terminal.open_and_sign_in': 'Open this address in a browser on this machine and sign in there:',
  'terminal.login_until': ({ until }: { until: string }) =>
    `It can be used until ${until}. svc mcp shows when the server is connected; the engine has to run until then.`,
  'terminal.no_tool_of_it': 'no tool of this server',
  'terminal.login_forgotten': ({ name }: { name: string }) => `The login at ${name} is forgotten.`,
  'terminal.when_changed': ({ url, minutes }: { url: string; minutes: number }) =>
    `when ${url} changes (looked at every ${minutes} minutes)`,
  'terminal.once_at': ({ at }: { at: string }) => `once, ${at}`,
  'terminal.waits_to_confirm': 'waits for you: svc trigger confirm',
  'terminal.paused_because': ({ why }: { why: string }) => `paused: ${why}`,
  'terminal.in_progress': 'in progress',
  'terminal.ended_unchecked': 'ended (not checked)',
  'terminal.would_have_used': ({ tool, input }: { tool: string; input: string }) =>
    ` Would have used ${tool} with ${input}.`,
  'terminal.last_outcome': ({ outcome }: { outcome: string }) => `last ${outcome}`,
  'terminal.does_workflow': ({ id, parameters }: { id: string; parameters: string }) =>
    `workflow ${id} with ${parameters}: svc workflow show ${id}`,
  'terminal.last_time': ({ at, outcome }: { at: string; outcome: string }) => `Last time, ${at}: ${outcome}`,
  'terminal.see_workflow': ({ id }: { id: string }) => `  See it with: svc workflow status ${id}`,
  'terminal.see_trigger': ({ id }: { id: string }) => `  See it with: svc trigger history ${id}`,
  'terminal.the_owner': 'the owner',
  'terminal.is_tried': 'It is tried. svc trigger history shows what it would have done.',
  'terminal.has_begun': 'It has begun. svc trigger history shows how it goes.',
  'terminal.would_happen': ({ title }: { title: string }) => `${title} would then happen by itself`,
  'terminal.agree_to_it': 'Agree to it',
  'terminal.still_waits': 'It still waits for you.',
  'terminal.asked_to_stop_trigger': 'It is asked to stop. svc trigger shows when it has.',
  'terminal.paused_stopping': 'paused while it stops',
  'terminal.completed_verified': 'completed, verified',
  'terminal.completed_unchecked': 'completed (not checked)',
  'terminal.attempt': ({ n }: { n: number }) => `attempt ${n}`,
  'terminal.up_to_usd': ({ usd }: { usd: number }) => `up to $${usd}`,
  'terminal.takes_parameters': ({ names }: { names: string }) => `takes ${names}`,
  'terminal.if_not_given': ({ value }: { value: string }) => `${value} if not given`,
  'terminal.after_steps': ({ steps }: { steps: string }) => `after ${steps}`,
  'terminal.asked_to_stop_workflow': 'It is asked to stop. svc workflow status shows when it has.',
  'terminal.failed_count': ({ n }: { n: number }) => `${n} failed`,
  'terminal.step_times': ({ average, most }: { average: string; most: string }) =>
    `${average} on average, 95 % within ${most}`,
  'terminal.step_waited': ({ waited }: { waited: string }) => `waited ${waited} more for you`,

  'terminal.api_auth': ({ kind, place, how }: { kind: string; place: string; how: string }) =>
    `Auth: ${kind === '' ? 'none' : kind}${place}${how}`,
  'terminal.api_rate': ({ limits }: { limits: string }) => `Rate limit: ${limits === '' ? 'none' : limits}`,
  'terminal.api_limit': ({
    used,
    most,
    window,
    until,
  }: {
    used: number;
    most: number;
    window: string;
    until: string | null;
  }) => `${used} of ${most} per ${window}${until === null ? '' : ` until ${until}`}`,
  'terminal.records': ({ count }: { count: number }) => counted(count, 'record'),
  'terminal.records_shown': ({ shown, total }: { shown: number; total: number }) =>
    `${shown} of ${total} records are shown.`,
  'terminal.records_changed': ({ count }: { count: number }) =>
    `${counted(count, 'record')} ${were(count)} changed.`,
  'terminal.records_deleted': ({ count }: { count: number }) =>
    `${counted(count, 'record')} ${were(count)} deleted.`,
  'terminal.records_would_go': ({
    total,
    all,
    collection,
  }: {
    total: number;
    all: number;
    collection: string;
  }) => `${total} of ${counted(all, 'record')} in ${collection} would be deleted`,
  'terminal.delete_these': ({ count }: { count: number }) => `Delete ${count === 1 ? 'it' : 'them'}`,
  'terminal.collection_would_go': ({ count, name }: { count: number; name: string }) =>
    `${counted(count, 'record')} in ${name} would be deleted with it`,
  'terminal.deleted_with_records': ({ count }: { count: number }) =>
    `Deleted, with ${counted(count, 'record')} in it.`,
  'terminal.may_send': ({ target, isOpen }: { target: string; isOpen: boolean }) =>
    `send to ${target}${isOpen ? ', unencrypted' : ''}`,
  'terminal.at_least': ({ text }: { text: string }) => `more than ${text}`,
  'terminal.interactions_count': ({ count }: { count: number }) => counted(count, 'interaction'),
  'terminal.deals_count': ({ count }: { count: number }) => counted(count, 'deal'),
  'terminal.contact_may_be': ({ value }: { value: string | null }) =>
    `may be ${value ?? 'none'} instead: svc contacts set decides`,
  'terminal.entity_may_be': ({ value }: { value: string | null }) =>
    `may be ${value ?? 'none'} instead: svc graph set decides`,
  'terminal.not_read': ({ columns }: { columns: string }) => `Not read: ${columns}`,
  'terminal.row_left_out': ({ why }: { why: string }) => `left out: ${why}`,
  'terminal.row_new': 'new',
  'terminal.row_known': 'known',
  'terminal.value_now': ({
    attribute,
    value,
    before,
  }: {
    attribute: string;
    value: string;
    before: string;
  }) => `${attribute}: ${value} (now ${before})`,
  'terminal.contact_ambiguous': ({ detail }: { detail: string }) =>
    `${detail} svc contacts set ID changes one of these; with --new, another one is added.`,
  'terminal.deal_due': ({ at }: { at: string }) => `due ${at}`,
  'terminal.deal_overdue': ({ at }: { at: string }) => `overdue: it was due ${at}`,
  'terminal.entity_goes': ({
    name,
    kind,
    id,
    details,
    relations,
    isContact,
  }: {
    name: string;
    kind: string;
    id: string;
    details: number;
    relations: number;
    isContact: boolean;
  }) =>
    `${name} (${kind}, ${id}) would be removed with its history, ${counted(details, 'detail')} and ${counted(relations, 'relation')}, and with all that was merged into it${isContact ? '; it is a contact' : ''}`,
  'terminal.mentioned': ({ times }: { times: number }) => `mentioned ${counted(times, 'time')}`,
  'terminal.graph_counts': ({
    entities,
    relations,
    memories,
  }: {
    entities: number;
    relations: number;
    memories: number;
  }) =>
    `${counted(entities, 'entity', 'entities')}, ${counted(relations, 'relation')}, ${counted(memories, 'memory', 'memories')} about them`,
  'terminal.said_by_you': 'said by you',
  'terminal.said_by': ({ origin }: { origin: string }) => `said by ${origin}`,
  'terminal.of_kept_entry': ({ names }: { names: string }) => `${names} (those of the kept entry are shown)`,
  'terminal.none_of_them': 'none',
  'terminal.files_count': ({ count }: { count: number }) => counted(count, 'file'),
  'terminal.move_in_all': ({ size, secrets }: { size: string; secrets: number }) =>
    `${size} in all, with ${counted(secrets, 'secret')}. Move it with svc migrate send <url>.`,
  'terminal.tasks_would_go': ({ count, title }: { count: number; title: string }) =>
    `${counted(count, 'task')} in ${title} would be deleted with it`,
  'terminal.deleted_with_tasks': ({ count }: { count: number }) =>
    `Deleted, with ${counted(count, 'task')} in it.`,
  'terminal.tools_number': ({ count }: { count: number }) => counted(count, 'tool'),
  'terminal.protocol': ({ protocol, software }: { protocol: string; software: string | null }) =>
    `Protocol ${protocol}; it calls itself ${software ?? 'nothing'}`,
  'terminal.next_may_use': ({ tools }: { tools: string }) => `The next run may use: ${tools}.`,
  'terminal.trigger_running': 'running',
  'terminal.trigger_on': 'on',
  'terminal.trigger_paused': 'paused',
  'terminal.trigger_over': 'over',
  'terminal.trigger_stopped': 'stopped',
  'terminal.next_at': ({ at }: { at: string }) => `next ${at}`,
  'terminal.next_look': ({ at }: { at: string }) => `next look ${at}`,
  'terminal.times_missed': ({ count, why }: { count: number; why: string }) =>
    ` ${count === 1 ? '1 time was' : `${count} times were`} missed before. ${why}`.trimEnd(),
  'terminal.state_of_other': ({ state, owner }: { state: Says; owner: string }, tell) =>
    `${tell(state)}; it is of ${owner}`,
  'terminal.steps_done': ({ state, done, of }: { state: string; done: number; of: number }) =>
    `${state}, ${done} of ${of} steps`,
  'terminal.stopping': 'stopping',
  'terminal.steps_count': ({ count }: { count: number }) => counted(count, 'step'),
  'terminal.runs_count': ({ count }: { count: number }) => counted(count, 'run'),

  'terminal.data_rows_count': ({ count }: { count: number }) => counted(count, 'row of data', 'rows of data'),
  'terminal.conversations_count': ({ count }: { count: number }) => counted(count, 'conversation'),
  'terminal.relations_count': ({ count }: { count: number }) => counted(count, 'relation'),
  'terminal.memories_count': ({ count }: { count: number }) => counted(count, 'memory', 'memories'),
  'terminal.price_unknown': ({ dollars }: { dollars: string }) => `unknown price, at most about ${dollars}`,
  'terminal.price_about': ({ dollars }: { dollars: string }) => `about ${dollars}`,

  'terminal.calls_compared': ({
    equal,
    others,
    first,
    second,
  }: {
    equal: number;
    others: number;
    first: number;
    second: number;
  }) =>
    `${equal} the same, ${others} with other arguments, ${first} only in the first, ${second} only in the second`,
  'label.run': 'run',
  'label.model': 'model',
  'label.ended': 'ended',
  'label.cost': 'cost',
  'label.tokens': 'tokens',
  'label.time': 'time',
  'label.answer': 'answer',
  'member.archived': 'archived',
  'member.aliases': 'aliases',
  'member.email': 'email',
  'member.phone': 'phone',
  'member.company': 'company',
  'member.role': 'role',
  'member.birthday': 'birthday',
  'member.website': 'website',
  'member.type': 'type',
  'member.source': 'source',
  'member.language': 'language',
  'member.tags': 'tags',

  'switch.always': 'always',
  'switch.on': 'on',
  'switch.off': 'off',
  'switch.by_need': 'by need',
  'terminal.step_failed': 'failed',

  'terminal.not_hosted':
    'the host of this instance offers no connection, or there is none. svc google says how it stands.',
  'terminal.store_secret_with': ({ command }: { command: string }) => `  Answer it with: ${command}`,

  'group.talk': 'Work with the agent:',
  'group.itself': 'What happens by itself:',
  'group.knows': 'What it knows:',
  'group.uses': 'What it may use:',
  'group.keeps': 'Your data:',
  'group.engine': 'The engine:',

  'terminal.no': 'no',
  'terminal.file_changed_on_way':
    'The file changed or went away while it was sent, so the engine did not take it: send it again.',
  'terminal.fault': ({ line }: { line: string }) => `something went wrong inside: ${line}`,
  'terminal.enter_task': 'Enter the task, then press Ctrl-D on a line of its own.',
  'terminal.enter_value': 'Enter the value, then press Ctrl-D on a line of its own.',
  'terminal.value_unseen': ({ what }: { what: string | null }) => `${what ?? 'Value'} (not shown): `,
  'terminal.is_pipes': KINDS.pipes,
  'terminal.is_http': KINDS.http,
  'terminal.is_editor': KINDS.editor,

  'store.history.db': 'Conversations, runs, tasks and automations',
  'store.memory.db': 'Memory',
  'store.engine.db': 'People, organizations and things',
  'store.datastore.db': 'Collections',
  'store.vault.db': 'Secrets',
  'store.apis': 'Profiles of APIs',
  'store.artifacts': 'Contents of artifacts',
  'store.backups': 'Backups',
  'store.changesets': 'Earlier contents of files',
  'store.sweeps': 'Records of merges',
  'store.workspace': 'Workspace',
  'terminal.rows_number': ({ count }: { count: number }) => counted(count, 'row'),

  'section.threads': sections.threads,
  'section.memory': sections.memory,
  'section.entities': sections.entities,
  'section.records': sections.records,
  'section.tasks': sections.tasks,
  'section.triggers': sections.triggers,
  'section.workflows': sections.workflows,
  'section.artifacts': sections.artifacts,
  'section.deals': sections.deals,
} satisfies Readonly<Record<string, string | ((facts: never, tell: Tell) => string)>>;

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

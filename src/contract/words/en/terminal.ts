import type { TerminalSays } from '../../cli/says.ts';
import type { AllSays, Words } from '../says.ts';
import { counted } from './forms.ts';

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
  'terminal.stopped': ({ whenGone }) => `the engine stopped. ${whenGone}`,

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

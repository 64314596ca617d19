import type { PromptProblems } from '../../../core/conversation/prompts/says.ts';
import type { ConsentProblems } from '../../../core/conversation/consent/says.ts';
import type { BackgroundProblems } from '../../../core/conversation/background/says.ts';
import type { FolderProblems } from '../../../core/conversation/folders/says.ts';
import type { AssistantProblems } from '../../../core/conversation/assistants/says.ts';
import type { TagProblems } from '../../../core/conversation/tags/says.ts';
import type { ThreadProblems } from '../../../core/conversation/threads/says.ts';
import type { SessionProblems } from '../../../core/conversation/sessions/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';
import { allQuoted, quoted } from './forms.ts';

export const conversation: Words<
  SessionProblems &
    ThreadProblems &
    FolderProblems &
    AssistantProblems &
    TagProblems &
    BackgroundProblems &
    ConsentProblems &
    PromptProblems
> = {
  'sessions.session_not_found': 'No session has this id. Create one with POST /api/sessions.',
  'sessions.conversation_begun':
    'A conversation can only begin with an assistant, and this one has begun. Leave out the assistant, or begin a new one.',

  'assistants.assistant_not_found': 'No assistant has this id or this name. It may have been deleted.',
  'assistants.assistant_name_taken': ({ name }) =>
    `There is an assistant called “${name}” already. Nothing was changed: choose another name.`,
  'assistants.too_many_assistants': ({ most }) =>
    `There are at most ${most} assistants. None was made: delete one that you do not use.`,

  'threads.instructions_too_long': ({ most }) =>
    `Instructions have at most ${most} characters; a secret in them counts as its mask. Nothing was changed: shorten them.`,
  'threads.too_many_switches': ({ most }) =>
    `A conversation has at most ${most} switches for tools. Nothing was changed: take away those of tool servers that are gone.`,
  'threads.thread_not_found': 'No thread has this id. It may have been deleted.',
  'threads.message_not_found': 'This conversation has no such message. It may have been deleted.',
  'threads.run_in_progress':
    'A run is in progress in this thread. Follow it by its runId, or abort it first.',

  'folders.invalid_folder': 'A folder is a short name on one line.',
  'folders.folder_long': ({ most }) => `The name of a folder has at most ${most} characters.`,
  'tags.invalid_tag': 'A tag is a short text on one line, without commas.',
  'tags.tag_long': ({ most }) => `A tag has at most ${most} characters.`,
  'tags.too_many_tags': ({ most }) => `A thread takes at most ${most} tags.`,

  'background.task_not_found':
    'No task has this id. `svc task` lists the tasks, `svc trigger` the triggers, `svc workflow runs` the runs of workflows.',
  'background.not_running': 'Nothing of it is running now, so there is nothing to stop.',
  'background.unstoppable':
    'It has reached a point at which it cannot be stopped any more. It ends by itself.',
  'background.forbidden': 'Only the owner of this instance, and who has started it, may do this.',
  'background.ambiguous_id': ({ ids, hasMore }) =>
    `Several ids begin like this: ${ids.join(', ')}${hasMore ? ' and others' : ''}. Nothing was done: give more characters.`,
  'background.id_too_short': ({ chars }) => `Give at least ${chars} characters of an id.`,

  'consent.consent_not_found': 'No consent has this id.',
  'consent.consent_outdated':
    'What this is about has changed since your owner was asked. Nothing was done. Look at it again, and call again if it is still right: your owner is asked anew.',
  'consent.no_host':
    'Sending is allowed to one host, named like "api.example.org" or "api.example.org:8443" for https, or "http://api.example.org" for unencrypted requests, without a path or a wildcard.',
  'consent.no_target': 'Changes to files and memory have no target: leave it out, or name a tool.',
  'consent.stopped': 'The run was stopped before your owner gave consent. Nothing was done.',
  'consent.expired':
    'Your owner was asked for consent and did not answer within 24 hours, which counts as a no.',
  'consent.said_no': 'Your owner was asked for consent and said no.',
  'consent.said_else': ({ words }) =>
    `Your owner was asked for consent and did not give it, but said: ${quoted(words)}`,
  'consent.cannot_ask': 'This needs the consent of your owner, who cannot be asked in a run like this one.',
  'consent.no_other_way':
    'Nothing was done. Do not try the same in another way: continue without it, or say what cannot be done.',
  'consent.allow_beforehand':
    'Say what you wanted to do and where, so that your owner can allow it beforehand.',

  'prompts.prompt_not_found': 'There is no prompt with this id here.',
  'prompts.no_pending_prompt': 'Nothing is being asked here.',
  'prompts.prompt_expired': 'This prompt has expired: its run has stopped waiting for the answer.',
  'prompts.prompt_pending':
    'You are asking something already: wait for that answer, or ask both in one form.',
  'prompts.answered': 'The question was answered meanwhile, or has expired.',
  'prompts.no_secret':
    'This question does not ask for a secret: answer it with POST /api/sessions/:id/reply.',
  'prompts.secret_only':
    'This asks for a secret, and the model would see an answer in words. Store the value with PUT /api/secrets/:name, then confirm it with POST /api/sessions/:id/secret-saved. Your text was not kept.',
  'prompts.consent_by_id':
    'The run asks for your consent, which you can give only with the promptId of the question: its promptId is in the event that asked it, and in GET /api/sessions/:id/pending-prompt. Nothing was allowed or denied.',
  'prompts.repeat':
    'This run has already had the same answer to a question, so this may be a repeat. If it is meant for the pending question, send it with its promptId: its promptId is in the event that asked it, and in GET /api/sessions/:id/pending-prompt.',
  'prompts.form':
    'Several questions were asked, so the answer must be a JSON object as text, from the index of a question to its answer: {"0": "…", "1": "…"}.',
  'prompts.none_answered': 'None of the questions is answered.',
  'prompts.no_question': ({ index, last }) =>
    `There is no question ${bare(index)}: they are counted from 0 to ${last}.`,
  'prompts.empty_answer': ({ index }) =>
    `The answer to question ${index} must be text that is not empty; leave out unanswered questions.`,
  'prompts.of_question': ({ index, why }, tell) => `Question ${index}: ${tell(why)}`,
  'prompts.no_option': ({ options }) => `The answer must be one of the options: ${allQuoted(options)}.`,
  'prompts.no_yes_or_no': ({ options }) =>
    `This is neither a yes nor a no. Answer "yes", which allows it once, "no", or one of the options: ${allQuoted(options)}; nothing is guessed. To say why not, begin with "No", like "No, ask me tomorrow".`,
};

import { browser, long, quick, type Requirements } from './requirement.ts';

/** Named sets of instructions, a model profile and tools, with which conversations begin. */
export const ofAssistants = [
  quick('ours: behaviour', {
    'assistants.kept':
      'GET and POST /api/assistants, GET, PATCH and DELETE /api/assistants/:id, and svc assistant, keep named sets of instructions, a model profile and switches of tools; secrets in them are masked.',
    'assistants.bounds':
      'There are at most 50 assistants, with names on one line of which no two are equal, whatever their case; what a route refuses changes nothing.',
    'assistants.begin':
      'A new conversation may begin with an assistant, by its id or its name, and has its instructions, profile and tools from then on: changing or deleting the assistant changes no conversation. None is used unless it is named, an unknown one is refused, and so is one for a conversation that has begun.',
    'assistants.profile-gone':
      'If the model profile that a conversation began with is gone, the model of the settings answers, and the thread says so.',
    'assistants.hosts':
      'A host may name an assistant for a new session of svc_run_start; an unknown one, or one for a session that is there, is refused, and nothing starts.',
  }),
  long('ours: behaviour', {
    'assistants.carried':
      'Assistants, and what conversations have of them, are part of the export, the import, backups and a migration; from elsewhere they come only in the form that a route takes, and none of them is used unless it is named.',
  }),
  browser('ours: behaviour', {
    'page.assistants':
      'Assistants are made, changed and deleted in the settings; a new conversation begins with the one that is chosen beside its first task, and shows it.',
  }),
] satisfies Requirements;

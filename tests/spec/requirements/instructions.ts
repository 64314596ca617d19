import { browser, quick, type Requirements } from './requirement.ts';

/** What its owner wants of the agent, in all conversations and in one. */
export const ofInstructions = [
  quick('ours: behaviour', {
    'instructions.prompt':
      'What its owner wants in all conversations, and in this one, stands in the system prompt after its fixed text, the same bytes for each turn; secrets in it are masked, and no line of it can pose as a section of the engine.',
    'instructions.kept':
      'A run keeps what it was given of its owner’s instructions: GET /api/runs/:id/memories and svc runs told show it, and a replay and a run that goes on after a restart are given the same bytes, whatever became of the instructions.',
    'instructions.owner':
      'Only its owner sets them, in the user file or by a route: no project file, variable, import or tool of the agent does; they are no words of its owner for consent, and no test of a provider sends them.',
    'instructions.bounds':
      'Instructions have at most 8,000 characters; longer ones are refused, and nothing changes. What a small window has no room for is left out at their end, and the thread says so.',
    'instructions.whose':
      'Work beside conversations is given the instructions for all of them alone, and sub-agents are given none.',
    'instructions.carried':
      'The instructions of a thread go with a fork, an export, an import and a backup, and its debug export masks secrets in them.',
  }),
  browser('ours: behaviour', {
    'page.instructions':
      'The settings have a field for instructions for all conversations and the menu of a conversation one for its own; each counts characters, says whether it is saved, and a run shows what it was given.',
  }),
] satisfies Requirements;

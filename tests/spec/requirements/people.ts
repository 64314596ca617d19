import { quick, type Requirements } from './requirement.ts';

/** Who asks, and whose things are whose. */
export const ofPeople = [
  quick('ours: contract', {
    'people.owner':
      'An engine has one owner, who is made at its first start and stays; where there is something already, it is theirs.',
    'people.me': 'GET /api/me tells who asks and how they signed in; with one person, nobody signs in.',
    'people.rows':
      'Each route says who may ask for it; every way in asks that at one place, before it reads what is asked.',
    'people.owner-only':
      "What is the owner's is 403 owner_only for everybody else, and 401 for one who is not signed in or was disabled.",
    'people.scopes': 'A scope only narrows: without it a row is 403, whoever asks.',
    'people.threads':
      'Threads and what hangs on them (messages, runs, events, calls, queue, changes, forks, tags, sessions) are 404 as unknown for everybody but their person, the owner included; lists and searches have only one’s own.',
    'people.prompts':
      'A question belongs to the person for whom the run acts: only they see it and answer it.',
    'people.stop': 'Only its person and the owner stop work; the owner sees that it runs, and no word of it.',
    'people.grants':
      'A consent counts only for runs that act for who gave it, and only they see it or take it back.',
    'people.notices': 'A notice tells one person: the one whose trigger or workflow it is of.',
    'people.work':
      'Tasks, workflows, their runs and their statistics are 404 as unknown for everybody but their person, and no list, count or candidate of an id has those of another.',
    'people.triggers':
      'Of another’s trigger one is told that it exists, its kind, whether it is on and whose it is, and no word; running and stoppable only by the owner and its person.',
    'people.hosts':
      'A session, run or batch of the tool server is of the person for whom the host acts, and unknown to hosts of others; nobody’s runs give way to another’s.',
    'people.stop-beginnings':
      'A beginning of an id means only what the asker may stop; of another’s work the whole id is 403, with no fact.',
    'people.memory':
      'Each entry of memory is one person’s: lists, texts, search, recall, what a model was told and where it came from have one’s own and what is shared; only its person changes it, and sharing is an act.',
    'people.merges':
      'Everybody sees the same merges; of the conversations that moved with one each sees only their own.',
    'people.arriving':
      'People come with the rows that are theirs; whose owner comes is the owner here, and two owners do not come.',
  }),
] satisfies Requirements;

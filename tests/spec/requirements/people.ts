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
    'people.arriving':
      'People come with the rows that are theirs; whose owner comes is the owner here, and two owners do not come.',
  }),
] satisfies Requirements;

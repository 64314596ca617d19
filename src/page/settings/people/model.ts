import type { Answer } from '../../engine/client.ts';

export type Person = Answer<'people.list'>['people'][number];
export type Invitation = Answer<'people.invitations'>['invitations'][number];

/** What was done for somebody else: no word of it. */
export type Work = Answer<'history.others'>['work'][number];

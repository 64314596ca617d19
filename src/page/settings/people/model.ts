import type { Answer } from '../../engine/client.ts';

export type Person = Answer<'people.list'>['people'][number];
export type Invitation = Answer<'people.invitations'>['invitations'][number];

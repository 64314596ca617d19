import { changesets as commands } from '../cli/changesets.ts';
import { changesets as http } from '../http/changesets.ts';

export const changesets = { about: 'File changes of runs that wait for review', http, commands };

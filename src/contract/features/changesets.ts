import { changesets as commands } from '../cli/changesets.ts';
import { changesets as http } from '../http/changesets.ts';

export const changesets = { http, commands };

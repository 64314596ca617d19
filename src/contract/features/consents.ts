import { consents as commands } from '../cli/consents.ts';
import { consents as http } from '../http/consents.ts';

export const consents = { http, commands };

import { providers as http } from '../http/providers.ts';

export const providers = { http };

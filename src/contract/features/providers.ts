import { providers as http } from '../http/providers.ts';

export const providers = { about: 'Trying model providers, and what they offer', http };

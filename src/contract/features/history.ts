import { history as http } from '../http/history.ts';

export const history = { about: 'What every run did and cost', http };

import { history as http } from '../http/history.ts';

export const history = { http };

import { web as tools } from '../agent/web.ts';
import { search as http } from '../http/search.ts';

export const web = { http, tools };

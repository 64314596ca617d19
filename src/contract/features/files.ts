import { files as tools } from '../agent/files.ts';
import { files as http } from '../http/files.ts';

export const files = { http, tools };

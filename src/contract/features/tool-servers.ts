import { toolServers as commands } from '../cli/tool-servers.ts';
import { toolServers as http } from '../http/tool-servers.ts';

export const toolServers = { http, commands };

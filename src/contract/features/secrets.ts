import { secrets as tools } from '../agent/secrets.ts';
import { secrets as commands } from '../cli/secrets.ts';
import { secrets as rows } from '../http/secrets.ts';
import { vault } from '../http/vault.ts';

export const secrets = { http: { ...rows, ...vault }, tools, commands };

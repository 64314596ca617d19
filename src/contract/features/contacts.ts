import { contacts as tools } from '../agent/contacts.ts';
import { contacts as commands } from '../cli/contacts.ts';
import { deals as dealCommands } from '../cli/deals.ts';
import { contacts as http } from '../http/contacts.ts';
import { deals } from '../http/deals.ts';

export const contacts = {
  http: { ...http, ...deals },
  tools,
  commands: [...commands, ...dealCommands],
};

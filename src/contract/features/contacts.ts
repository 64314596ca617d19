import { contacts as http } from '../http/contacts.ts';
import { deals } from '../http/deals.ts';

export const contacts = { http: { ...http, ...deals } };

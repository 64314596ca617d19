import { attachments as http } from '../http/attachments.ts';

export const attachments = { http };

import { document as commands } from '../cli/document.ts';

/** Its route needs the table that is made of this list, and stands beside it in http/rows.ts. */
export const document = { commands };

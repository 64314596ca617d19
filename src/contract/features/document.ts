import { document as commands } from '../cli/document.ts';

/** Its route needs the table that is built from this list, so it is in http/rows.ts. */
export const document = { commands };

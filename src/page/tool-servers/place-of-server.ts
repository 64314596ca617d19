import { placeOfArea } from '../app/place.ts';

/** The part of the area that shows this server, as the address of the page has it. */
export const partOf = (name: string): string => encodeURIComponent(name.toWellFormed());

export const placeOfServer = (name: string): string => placeOfArea('tool-servers', partOf(name));

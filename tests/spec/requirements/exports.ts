import { long, quick, type Requirements } from './requirement.ts';

/** Everything out, and back in. */
export const ofExports = [
  quick('ours: promise R45', {
    'exports.by-construction':
      'Every table, column and file of the inventory has a section of the export, or a written reason why not.',
  }),
  long('ours: behaviour', {
    'exports.schema': 'The document fits config/export.schema.json, and its counts equal the stores.',
    'exports.resume': 'A client that was cut off asks for the missing sections alone.',
    'exports.command':
      'svc export writes the zip whole or not at all, replaces no file, and shows how far it is.',
    'imports.round-trip': 'An export that was read back into an empty engine exports to the same document.',
    'imports.empty': 'An import goes into an empty engine only, and says what is there otherwise.',
    'imports.waits':
      'What comes in does nothing by itself: triggers wait for their owner, and nothing is allowed without asking.',
    'imports.kill':
      'An import that dies at any point has happened entirely or not at all after the next start.',
  }),
  long('ours: promise R45', {
    'exports.moment':
      'An export is of one moment, whatever is written while it is sent; reading it holds up no request.',
    'exports.incomplete': 'What cannot be read is named in the document, which ends with complete: false.',
    'exports.stalled': 'A reader that takes nothing for a minute does not hold the moment.',
  }),
  long('ours: promise S12', {
    'exports.hosted': 'An instance that a host runs exports nothing.',
  }),
  long('ours: promise S18', {
    'imports.hostile':
      'A hostile or damaged zip is refused before anything is changed, within bounds of memory and disk.',
  }),
] satisfies Requirements;

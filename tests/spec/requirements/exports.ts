import { requirement, type Requirements } from './requirement.ts';

/** Everything out, and back in. */
export const ofExports = {
  'exports.by-construction': requirement(
    'ours: promise R45',
    'Every table, column and file of the inventory has a section of the export, or a written reason why not.',
  ),
  'exports.schema': requirement(
    'ours: behaviour',
    'The document fits config/export.schema.json, and its counts equal the stores.',
    'long',
  ),
  'exports.moment': requirement(
    'ours: promise R45',
    'An export is of one moment, whatever is written while it is sent; reading it holds up no request.',
    'long',
  ),
  'exports.incomplete': requirement(
    'ours: promise R45',
    'What cannot be read is named in the document, which ends with complete: false.',
    'long',
  ),
  'exports.stalled': requirement(
    'ours: promise R45',
    'A reader that takes nothing for a minute does not hold the moment.',
    'long',
  ),
  'exports.resume': requirement(
    'ours: behaviour',
    'A client that was cut off asks for the missing sections alone.',
    'long',
  ),
  'exports.hosted': requirement('ours: promise S12', 'An instance that a host runs exports nothing.', 'long'),
  'exports.command': requirement(
    'ours: behaviour',
    'svc export writes the zip whole or not at all, replaces no file, and shows how far it is.',
    'long',
  ),
  'imports.round-trip': requirement(
    'ours: behaviour',
    'An export that was read back into an empty engine exports to the same document.',
    'long',
  ),
  'imports.empty': requirement(
    'ours: behaviour',
    'An import goes into an empty engine only, and says what is there otherwise.',
    'long',
  ),
  'imports.waits': requirement(
    'ours: behaviour',
    'What comes in does nothing by itself: triggers wait for their owner, and nothing is allowed without asking.',
    'long',
  ),
  'imports.hostile': requirement(
    'ours: promise S18',
    'A hostile or damaged zip is refused before anything is changed, within bounds of memory and disk.',
    'long',
  ),
  'imports.kill': requirement(
    'ours: behaviour',
    'An import that dies at any point has happened entirely or not at all after the next start.',
    'long',
  ),
} satisfies Requirements;

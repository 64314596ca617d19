import { fromBase64 } from '../../../../core/kernel/bytes.ts';
import { Wrong } from './errors.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './values.ts';

/** A file that came with a message. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Content {
  readonly text: string;
  readonly files: readonly SentFile[];
}

/** The parts of both APIs. @throws Wrong */
export function contentOf(content: unknown, param: string): Content {
  if (content === null || content === undefined) return { text: '', files: [] };
  if (typeof content === 'string') return { text: content, files: [] };
  const texts: string[] = [];
  const files: SentFile[] = [];
  for (const [index, given] of listOf(content, param).entries()) {
    const at = `${param}[${index}]`;
    const part = fieldsOf(given, at);
    switch (part['type']) {
      case 'text':
      case 'input_text':
      case 'output_text':
        texts.push(textOf(part['text'], `${at}.text`));
        break;
      case 'refusal':
        texts.push(textOf(part['refusal'], `${at}.refusal`));
        break;
      case 'image_url':
      case 'input_image':
        files.push(imageOf(part, at));
        break;
      case 'file':
        files.push(fileOf(fieldsOf(part['file'], `${at}.file`), `${at}.file`));
        break;
      case 'input_file':
        files.push(fileOf(part, at));
        break;
      default:
        throw new Wrong(
          `Parts of the type ${JSON.stringify(part['type'])} are not taken: send text, images and files.`,
          `${at}.type`,
        );
    }
  }
  return { text: texts.join('\n\n'), files };
}

/** A web address is never fetched: the author of the message would choose where this engine connects. */
function imageOf(part: Fields, at: string): SentFile {
  const given = part['image_url'];
  const url = isFields(given) ? given['url'] : given;
  const param = `${at}.image_url`;
  return { bytes: bytesIn(url, param), name: `image.${ENDINGS[mediaTypeIn(url)] ?? 'bin'}` };
}

function fileOf(part: Fields, at: string): SentFile {
  const param = `${at}.file_data`;
  if (part['file_data'] === undefined)
    throw new Wrong(
      'There is no store of files here: send the file itself as file_data, in base64.',
      `${at}.file_id`,
      'unsupported_value',
    );
  const name = part['filename'];
  const ending = ENDINGS[mediaTypeIn(part['file_data'])] ?? 'bin';
  return {
    bytes: bytesIn(part['file_data'], param),
    name: typeof name === 'string' && name !== '' ? name : `file.${ending}`,
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
};

const DATA_URL = /^data:(?<type>[\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[^;,]*)*;base64,/iu;

const mediaTypeIn = (url: unknown): string =>
  typeof url === 'string' ? (DATA_URL.exec(url.slice(0, 300))?.groups?.['type'] ?? '').toLowerCase() : '';

/** Of a data URL, or of base64 alone, which some clients send for files. */
function bytesIn(given: unknown, param: string): Uint8Array<ArrayBuffer> {
  const url = textOf(given, param);
  if (/^https?:/iu.test(url))
    throw new Wrong(
      'Images are not fetched from the web: send the image itself as a data URL.',
      param,
      'unsupported_value',
    );
  const beginning = DATA_URL.exec(url.slice(0, 300))?.[0] ?? '';
  const bytes = fromBase64(url.slice(beginning.length));
  if (bytes === null || bytes.length === 0)
    throw new Wrong('This is no file in base64, nor a data URL of one.', param);
  return new Uint8Array(bytes);
}

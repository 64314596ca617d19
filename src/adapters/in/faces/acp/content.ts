import type { ContentBlock } from '@agentclientprotocol/sdk';
import { fromBase64 } from '../../../../core/kernel/bytes.ts';
import { wrong } from './errors.ts';

/** A file that came with a message. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a person sent: their own words, and files, which are others' words. */
export interface Sent {
  readonly text: string;
  readonly files: readonly SentFile[];
}

/** @throws RequestError */
export function sentIn(blocks: readonly ContentBlock[]): Sent {
  let text = '';
  const files: SentFile[] = [];
  for (const block of blocks)
    switch (block.type) {
      case 'text':
        text += block.text;
        break;
      case 'resource_link':
        text += ` ${mentioned(block.name, block.uri)} `;
        break;
      case 'resource': {
        const { resource } = block;
        const name = nameIn(resource.uri);
        text += ` ${mentioned(name, resource.uri)} `;
        files.push({
          name,
          bytes: 'text' in resource ? new TextEncoder().encode(resource.text) : bytesIn(resource.blob),
        });
        break;
      }
      case 'image':
        files.push({
          name: typeof block.uri === 'string' ? nameIn(block.uri) : `image.${endingOf(block.mimeType)}`,
          bytes: bytesIn(block.data),
        });
        break;
      default:
        throw wrong(`Content of the type ${JSON.stringify(block.type)} is not taken here.`);
    }
  const said = text.trim();
  if (said === '' && files.length === 0) throw wrong('The message is empty.');
  return { text: said === '' ? 'See the attached files.' : said, files };
}

/** What a person has pointed at. */
const mentioned = (name: string, uri: string): string => `[${name}](${uri})`;

/** The last name of an address. */
function nameIn(uri: string): string {
  const last = uri
    .replace(/[?#][^]*$/u, '')
    .replace(/\/+$/u, '')
    .replace(/^[^]*[/\\]/u, '');
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    return last || 'file';
  }
}

const endingOf = (mediaType: string): string =>
  /^image\/(?<ending>[a-z]{1,5})/u.exec(mediaType)?.groups?.['ending'] ?? 'bin';

function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(base64);
  if (bytes === null) throw wrong('A file in the message is not in base64.');
  return new Uint8Array(bytes);
}

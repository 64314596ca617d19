import { KIB, MIB } from '../../kernel/bytes.ts';

export const attachmentLimits = {
  /** Where files of the owner are put, in the workspace. */
  folder: 'attachments',
  /** Characters of a name as a client sends it. */
  nameChars: 1_024,
  fileBytes: 25 * MIB,
  perRun: 20,
  /** Bytes of attached text that one task brings into the conversation (specification › Limits). */
  textBytes: 200 * KIB,
  /** An image in base64 has 5 MiB at most, the least that the providers take. */
  imageBytes: Math.floor((5 * MIB * 3) / 4),
  /** Of all images in one request, newest first: the whole request must stay under the providers' 20 MB. */
  requestImages: 20,
  requestImageBytes: 10 * MIB,
  /** Providers take no image with a longer side. */
  imagePixels: 8_000,
  /** What an image costs in a prompt: a token for so many pixels, and this many at most. */
  pixelsPerToken: 750,
  imageTokens: 4_800,
} as const;

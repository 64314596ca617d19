import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { engine } from '../../engine/client.ts';
import { visible } from '../../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import type { Attached } from './attached.ts';

/** Pixels of the longer side of what is drawn. */
const LONGEST = 640;

/**
 * A small image, drawn from bytes that the page has: no address of an image is ever loaded. Where it cannot be drawn, there
 * is nothing. It is read when it comes into sight.
 */
export function Picture({ name, read }: { name: string; read: () => Promise<Blob> }): VNode | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isBroken = useSignal(false);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void draw(element, read).catch(() => (isBroken.value = true));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (isBroken.value) return null;
  const label = conversationWords.image(visible(name));
  return <canvas ref={canvas} class="picture" width={1} height={1} role="img" aria-label={label} />;
}

async function draw(canvas: HTMLCanvasElement, read: () => Promise<Blob>): Promise<void> {
  const bitmap = await createImageBitmap(await read());
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const drawing = canvas.getContext('2d');
  if (drawing) drawing.imageSmoothingQuality = 'high';
  drawing?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** The content of a file of the workspace. @throws what the engine refuses, and if it is another file than the one that was sent */
export async function contentOf({ path, sizeBytes, sha256 }: Attached): Promise<Blob> {
  const { body } = await engine['files.download']({ query: { path } });
  const content = await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  if (content.size !== sizeBytes || !(await isOf(content, sha256))) throw new Error('The file has changed.');
  return content;
}

/** Browsers compute digests for HTTPS and for this machine only; elsewhere the size decides. */
async function isOf(content: Blob, sha256: string | undefined): Promise<boolean> {
  if (sha256 === undefined || !isSecureContext) return true;
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface Given {
  readonly name: string;
  readonly content: Blob;
}

/** The files in what was dropped or pasted, and whether a folder was among them, which a browser cannot read whole. */
export function filesIn(data: DataTransfer | null): {
  readonly files: readonly Given[];
  readonly hasFolder: boolean;
} {
  const items = Array.from(data?.items ?? []).filter(({ kind }) => kind === 'file');
  const files = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  return {
    files: files.flatMap((item) => item.getAsFile() ?? []).map(given),
    hasFolder: files.length < items.length,
  };
}

export const given = (file: File): Given => ({ name: file.name, content: file });

/** A browser reports a file that it cannot read like an engine that does not answer. */
export const isReadable = async (content: Blob): Promise<boolean> =>
  await content
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/**
 * Takes files that are dropped anywhere on the page; otherwise the browser would open them in its place.
 * @returns whether files are being dragged over the page
 */
export function useDropping(take: (data: DataTransfer | null) => void): Signal<boolean> {
  const isOver = useSignal(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
        isOver.value = true;
      },
      { signal },
    );
    addEventListener(
      'dragleave',
      // Out of the window, not from one element to the next.
      ({ relatedTarget }) => {
        if (relatedTarget === null) isOver.value = false;
      },
      { signal },
    );
    addEventListener(
      'drop',
      (event) => {
        isOver.value = false;
        if (!hasFiles(event)) return;
        event.preventDefault();
        latest.current(event.dataTransfer);
      },
      { signal },
    );
    return () => over.abort();
  }, []);
  return isOver;
}

import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Content } from '../artifacts/content.tsx';
import { Code } from '../conversation/markdown/code.tsx';
import { engine, type Answer } from '../engine/client.ts';
import { addressOfFile } from '../engine/file-address.ts';
import { bytes, count } from '../parts/format.ts';
import { told } from '../engine/failure.ts';
import { artifactWords } from '#words/artifacts.ts';
import { fileWords as said } from '#words/files.ts';
import { isPdf, isWholePdf, kindOf, wholeLines } from './kind-of.ts';
import { nameOf } from './places.ts';
import { shownName } from './shown-name.ts';

type Read = Answer<'files.read'>;

/** More characters of code in one element hold up the page. */
const MOST_CHARS = 300_000;
/** The most that the browser is given to draw or to open. */
const MOST_SHOWN_BYTES = 25 * 1024 * 1024;
const SHOWN_BYTES = 1024 * 1024;

/**
 * The beginning of a file, by its kind. Whatever is in it, it is text or a picture; a page or a drawing of others is in a
 * frame that is closed off, and a PDF in a tab of the browser's own viewer.
 */
export function Preview({ file }: { file: Read }): VNode {
  const { path, sizeBytes, truncated, encoding } = file;
  const name = nameOf(path);
  const kind = kindOf(name);
  if (sizeBytes === 0) return <p>{said.empty}</p>;
  if (kind.as === 'image' && encoding === 'base64') return <Picture file={file} mediaType={kind.mediaType} />;
  if (kind.as === 'pdf') return <Pdf file={file} />;
  if (encoding === 'base64') return <p>{said.binary}</p>;
  return (
    <>
      {truncated ? <p class="notice">{said.cut(bytes(SHOWN_BYTES), bytes(sizeBytes))}</p> : null}
      {kind.as === 'code' ? (
        <Source text={file.content} language={kind.language} />
      ) : (
        <Document file={file} type={kind.as === 'document' ? kind.type : 'text'} />
      )}
    </>
  );
}

const WHOLE_ONLY: readonly string[] = ['html', 'svg', 'json'];

function Document({
  file: { path, content, truncated },
  type,
}: {
  file: Read;
  type: 'markdown' | 'html' | 'svg' | 'csv' | 'tsv' | 'json' | 'text';
}): VNode {
  const title = shownName(nameOf(path));
  if (truncated && WHOLE_ONLY.includes(type))
    return (
      <>
        <p class="hint">{said.cutAsText}</p>
        <Content artifact={{ type: 'text', title, content }} />
      </>
    );
  return <Content artifact={{ type, title, content: truncated ? wholeLines(content) : content }} />;
}

function Source({ text, language }: { text: string; language: string }): VNode {
  return (
    <>
      {text.length > MOST_CHARS ? <p class="hint">{artifactWords.cut(count(MOST_CHARS))}</p> : null}
      <div class="markdown source">
        <Code parts={partsOf(text.slice(0, MOST_CHARS).toWellFormed())} language={language} isOpen={false} />
      </div>
    </>
  );
}

const PART_CHARS = 6_000;

/** Pieces that are drawn one by one, each of whole lines where they are short. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const line = text.lastIndexOf('\n', at + PART_CHARS - 1) + 1;
    const end = line > at ? line : Math.min(text.length, at + PART_CHARS);
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

/** Its bytes are never a document: as an image, a browser runs nothing of it. */
function Picture({ file, mediaType }: { file: Read; mediaType: string }): VNode {
  const isWrong = useSignal(false);
  const name = shownName(nameOf(file.path));
  if (file.truncated && file.sizeBytes > MOST_SHOWN_BYTES) return <p>{said.largeImage}</p>;
  if (isWrong.value) return <p class="bad">{said.notImage}</p>;
  const source = file.truncated ? addressOfFile(file.path) : `data:${mediaType};base64,${file.content}`;
  return <img class="picture" src={source} alt={said.image(name)} onError={() => (isWrong.value = true)} />;
}

/** The browser's own viewer shows it, in a tab: no frame of the page has an address. */
function Pdf({ file }: { file: Read }): VNode {
  const [address, wrong] = [useSignal(''), useSignal('')];
  const isDamaged = useSignal(false);
  const mayOpen = isPdf(file) && file.sizeBytes <= MOST_SHOWN_BYTES;
  useEffect(() => {
    if (!mayOpen) return;
    let made = '';
    let isHere = true;
    const load = async () => {
      const answer = await engine['files.download']({ query: { path: file.path } });
      // With this type the browser makes nothing else of it, whatever it is.
      const bytes = await new Response(answer.body as ReadableStream).arrayBuffer();
      made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
      isDamaged.value = !isWholePdf(new Uint8Array(bytes));
      if (isHere) address.value = made;
      else URL.revokeObjectURL(made);
    };
    load().catch((error: unknown) => (wrong.value = told(error)));
    return () => {
      isHere = false;
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [file]);
  if (file.sizeBytes > MOST_SHOWN_BYTES) return <p>{said.largePdf}</p>;
  if (!mayOpen) return <p>{said.notPdf}</p>;
  return (
    <>
      <p>{isDamaged.value ? said.damagedPdf : said.pdf}</p>
      <p class="bad" role="alert">
        {wrong.value}
      </p>
      {address.value === '' ? null : (
        <div class="row">
          <a class="button" href={address.value} target="_blank" rel="noopener">
            {said.openPdf}
          </a>
        </div>
      )}
    </>
  );
}

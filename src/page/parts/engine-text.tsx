import type { VNode } from 'preact';
import { englishIn } from '../engine/failure.ts';
import { visible } from './visible.ts';

/** What `told` or `worded` gave, in which English is marked as such: a screen reader then reads it as English. */
export function EngineText({ text }: { text: string }): VNode {
  const found = englishIn(text);
  if (found === null) return <>{visible(text)}</>;
  return (
    <>
      {visible(found.lead)}
      {found.lead === '' || found.english === '' ? null : ' '}
      {found.english === '' ? null : <span lang="en">{visible(found.english)}</span>}
    </>
  );
}

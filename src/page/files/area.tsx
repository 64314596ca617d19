import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import '../artifacts/artifacts.css';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { DeletedFiles } from './deleted-files.tsx';
import './files.css';
import { Folder } from './folder.tsx';
import { OpenFile } from './open-file.tsx';
import { filePlaceIn } from './places.ts';

/** The workspace: its folders, a file, or what was deleted. Contents look as those of artifacts do. */
export default function FilesArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  const here = filePlaceIn(part);
  return (
    <section ref={area} class="area artifacts browse">
      {here.shows === 'deleted' ? (
        <DeletedFiles />
      ) : here.shows === 'folder' ? (
        <Folder key={here.path} path={here.path} />
      ) : (
        <OpenFile key={here.path} path={here.path} />
      )}
    </section>
  );
}

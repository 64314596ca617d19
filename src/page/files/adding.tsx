import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { showArea } from '../app/place.ts';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import type { Given } from '../parts/dropping.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { TakeFile } from '../parts/take-file.tsx';
import { useForm } from '../parts/use-form.ts';
import { fileWords as said } from '#words/files.ts';
import { partOfFile } from './places.ts';
import { shownName } from './shown-name.ts';

/** Puts files of this computer into a folder, or makes a new one there. */
export function Adding({ folder, onAdded }: { folder: string; onAdded: () => void }): VNode {
  const sending = useSignal(0);
  const { given, wrong, field } = useForm({ name: '' });
  const upload = async ({ name, content }: Given) => {
    sending.value += 1;
    try {
      const kept = await engine['files.upload']({
        query: { ...(folder === '' ? {} : { path: folder }), name: name.slice(-MOST_CHARS) || said.noName },
        body: content,
      });
      say(said.added(shownName(kept.name)));
      onAdded();
    } catch (error) {
      say(told(error));
    } finally {
      sending.value -= 1;
    }
  };
  return (
    <>
      <TakeFile
        label={said.upload}
        accept=""
        isDisabled={false}
        isMany
        onFile={(file) => void upload(file)}
        onNone={say}
      />
      <p class="hint" role="status">
        {sending.value === 0 ? '' : said.uploading}
      </p>
      <details>
        <summary>{said.make}</summary>
        <Form
          label={said.make}
          wrong={wrong}
          names={['name']}
          act={said.makeAct}
          onSend={async () => {
            const name = given.peek().name.trim();
            if (name === '') return { name: said.nameMissing };
            const path = folder === '' ? name : `${folder}/${name}`;
            const made = await engine['files.save']({ query: { path }, body: { text: '', revision: null } });
            showArea('files', partOfFile(made.path));
          }}
        >
          <Field label={said.name} hint={said.nameHint} {...field('name')} />
        </Form>
      </details>
    </>
  );
}

const MOST_CHARS = 1_000;

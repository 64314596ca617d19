import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told, violationsOf } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Field } from '../parts/field.tsx';
import { toolServerWords } from '#words/tool-servers.ts';
import { partOf } from './place-of-server.ts';
import { readToolServers } from './servers.ts';

const said = toolServerWords.add;

const RIGHT = { name: '', url: '', rest: '' };

/** Adds a server by its address, and says how one that is a program is added. */
export function AddServer(): VNode {
  const [name, url] = [useSignal(''), useSignal('')];
  const wrong = useSignal(RIGHT);
  const isBusy = useSignal(false);
  const add = async () => {
    const given = { name: name.value.trim(), url: url.value.trim() };
    wrong.value = {
      name: given.name === '' ? said.nameMissing : '',
      url: given.url === '' ? said.addressMissing : '',
      rest: '',
    };
    if (wrong.value.name !== '' || wrong.value.url !== '') return;
    isBusy.value = true;
    try {
      await engine['tool-servers.add']({ body: given });
      await readToolServers();
      showArea('tool-servers', partOf(given.name));
    } catch (error) {
      wrong.value = besideFields(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <form
        class="card"
        aria-labelledby="add-title"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy.value) void add();
        }}
      >
        <h3 id="add-title">{said.title}</h3>
        <p class="hint">{said.hint}</p>
        <Field
          label={said.name}
          value={name.value}
          hint={said.nameHint}
          wrong={wrong.value.name}
          onInput={(text) => (name.value = text)}
        />
        <Field
          label={said.address}
          value={url.value}
          hint={said.addressHint}
          wrong={wrong.value.url}
          onInput={(text) => (url.value = text)}
        />
        <Alert text={wrong.value.rest} />
        <button class="primary">{said.submit}</button>
      </form>
      <section class="card" aria-labelledby="program-title">
        <h3 id="program-title">{said.program}</h3>
        <p>{said.why}</p>
        <pre class="boxed" tabIndex={0}>
          {said.line}
        </pre>
        <p>
          <CopyButton text={() => said.line} label={said.copy} />
        </p>
      </section>
    </>
  );
}

/** What the engine refused, each beside its field. */
function besideFields(error: unknown): typeof RIGHT {
  if (codeOf(error) === 'tool_server_exists') return { ...RIGHT, name: told(error) };
  if (codeOf(error) === 'tool_server_invalid') return { ...RIGHT, url: told(error) };
  const found = violationsOf(error);
  if (found.length === 0) return { ...RIGHT, rest: told(error) };
  const of = (isMeant: (field: string) => boolean) =>
    found
      .filter(({ path }) => isMeant(path.split('/').at(-1) ?? ''))
      .map(({ message }) => message)
      .join(' ');
  return {
    name: of((field) => field === 'name'),
    url: of((field) => field === 'url'),
    rest: of((field) => field !== 'name' && field !== 'url'),
  };
}

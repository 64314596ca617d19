import type { VNode } from 'preact';
import { say } from '../../app/notices.ts';
import { engine } from '../../engine/client.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { plain } from '../../parts/format.ts';
import { useForm } from '../../parts/use-form.ts';
import { visible } from '../../parts/visible.ts';
import { peopleWords } from '#words/people.ts';
import { threadWords } from '#words/threads.ts';
import type { Person } from './model.ts';

const said = peopleWords.form;

/** What the owner says of somebody: their name, what their work may cost in a day, and how a proxy names them. */
export function PersonForm({ person, onDone }: { person: Person; onDone: () => void }): VNode {
  const limit = person.dailyLimitUsd ?? null;
  const { given, wrong, field } = useForm({
    name: person.name ?? '',
    dailyLimitUsd: limit === null ? '' : plain(limit),
    proxyUser: person.proxyUser ?? '',
  });
  const send = async () => {
    const { name, dailyLimitUsd, proxyUser } = given.peek();
    if (name.trim() === '') return { name: said.nameMissing };
    const dollars = dailyLimitUsd.trim() === '' ? null : Number(dailyLimitUsd.replace(',', '.'));
    if (dollars !== null && !(dollars >= 0)) return { dailyLimitUsd: said.limitWrong };
    await engine['people.set']({
      params: { id: person.personId },
      body: {
        name: name.trim(),
        dailyLimitUsd: dollars,
        proxyUser: proxyUser.trim() === '' ? null : proxyUser.trim(),
      },
    });
    say(said.saved(visible(name.trim())));
    onDone();
  };
  return (
    <Form
      label={said.title(person.name ?? peopleWords.owner)}
      wrong={wrong}
      names={['name', 'dailyLimitUsd', 'proxyUser']}
      act={said.save}
      leave={{ label: threadWords.cancel, onLeave: onDone }}
      onSend={send}
    >
      <h4 dir="auto">{visible(said.title(person.name ?? peopleWords.owner))}</h4>
      <Field label={said.name} {...field('name')} />
      <Field label={said.limit} hint={said.limitHint} isNumber {...field('dailyLimitUsd')} />
      <Field label={said.proxyUser} hint={said.proxyUserHint} {...field('proxyUser')} />
    </Form>
  );
}

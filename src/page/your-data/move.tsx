import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { told, worded } from '../engine/failure.ts';
import { wrongFields, type WrongFields } from '../engine/wrong-fields.ts';
import { Alert } from '../parts/alert.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { Command } from '../parts/command.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { bytes, count, listed, moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { webAddress } from '../parts/web-address.ts';
import { yourDataWords } from '#words/your-data.ts';
import { erased } from './erasing.ts';
import { moved, moveToken, moving, startMove, stopMove } from './moving.ts';
import { EngineText } from '../parts/engine-text.tsx';

const said = yourDataWords.move;

const FIELDS = ['targetUrl', 'migrationToken'] as const;

/** Sends everything to another machine of the same person, once it was asked about. */
export function Move(): VNode {
  const preview = useSignal<Answer<'migration.preview'> | null>(null);
  const unread = useSignal('');
  const [target, token] = [useSignal(''), moveToken];
  const isAsking = useSignal(false);
  const wrong = useSignal<WrongFields>({});
  useEffect(() => {
    engine['migration.preview']().then(
      (found) => (preview.value = found),
      (error: unknown) => (unread.value = told(error)),
    );
  }, []);
  const begin = async () => {
    try {
      await startMove({ targetUrl: target.value, migrationToken: token.value.trim() });
    } catch (error) {
      wrong.value = wrongFields(error, FIELDS);
    }
  };
  return (
    <section class="card" aria-labelledby="your-data-move">
      <h3 id="your-data-move" tabIndex={-1}>
        {said.title}
      </h3>
      <ol class="steps-there">
        <li>{said.install}</li>
        <li>
          {said.open} <Command text="svc token" /> <Command text="SVC_HTTP_HOST=0.0.0.0 svc --http-api" />
        </li>
        <li>
          {said.accept} <Command text="svc migrate accept" />
        </li>
        <li>{said.enter}</li>
      </ol>
      <p class="hint">{said.hint}</p>
      <Alert text={unread.value} />
      {/* What it counted is gone once everything was erased. */}
      {preview.value === null || erased.value !== null ? null : <p>{inWords(preview.value)}</p>}
      {moving.value === null ? (
        <Form
          label={said.title}
          wrong={wrong}
          names={FIELDS}
          act={said.begin}
          onSend={async () => {
            const missing = {
              ...(target.value.trim() === '' ? { targetUrl: said.targetMissing } : {}),
              ...(token.value.trim() === '' ? { migrationToken: said.tokenMissing } : {}),
            };
            if (Object.keys(missing).length > 0) return missing;
            target.value = webAddress(target.value);
            isAsking.value = true;
            return {};
          }}
        >
          <Field
            label={said.target}
            value={target.value}
            placeholder="http://192.168.1.20:3100"
            hint={said.targetHint}
            wrong={wrong.value['targetUrl'] ?? ''}
            onInput={(text) => (target.value = text)}
          />
          <Field
            label={said.token}
            type="password"
            value={token.value}
            wrong={wrong.value['migrationToken'] ?? ''}
            onInput={(text) => (token.value = text)}
          />
        </Form>
      ) : (
        <Progress />
      )}
      {isAsking.value ? (
        <AskDialog
          question={said.question(visible(target.value))}
          says={said.questionSays}
          label={said.begin}
          onSure={() => void begin()}
          onClose={() => (isAsking.value = false)}
        />
      ) : null}
      <Outcome />
    </section>
  );
}

function Progress(): VNode {
  const { phase = '', sentBytes = 0, totalBytes = 0, name = '' } = moving.value ?? {};
  const words = said.phases[phase] ?? said.working;
  return (
    <>
      <p role="status">{words}</p>
      <progress aria-label={words} {...(totalBytes > 0 ? { value: sentBytes, max: totalBytes } : {})} />
      <p class="hint">
        {totalBytes > 0 ? said.sent(bytes(sentBytes), bytes(totalBytes)) : ''} {visible(name)}
      </p>
      <div class="row">
        <button type="button" onClick={() => void stopMove()}>
          {said.stop}
        </button>
      </div>
    </>
  );
}

function Outcome(): VNode | null {
  const end = moved.value;
  if (end === null) return null;
  if (end.kind === 'wrong') return <Alert text={end.text} />;
  const { databases, files, secrets, copiedAt } = end.verification;
  return (
    <div class="notice" role="status">
      <p>
        <strong>
          {said.done(
            moment(copiedAt),
            said.databases(databases.length),
            said.files(files),
            said.secrets(secrets),
          )}
        </strong>
      </p>
      <ul>
        {end.next.map((one, nth) => (
          <li key={one}>
            <EngineText text={worded(one, end.says.next.slice(nth, nth + 1))} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const inWords = ({ records, files, secrets, totalBytes }: Answer<'migration.preview'>): string =>
  said.what(
    bytes(totalBytes),
    listed(Object.entries(records).map(([name, many]) => `${said.records[name] ?? name}: ${count(many)}`)),
    said.files(files.reduce((sum, one) => sum + one.count, 0)),
    said.secrets(secrets),
  );

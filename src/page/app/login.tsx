import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { isAsking, letIn } from '../engine/login.ts';
import { me } from '../engine/me.ts';
import { readMe } from '../engine/transport.ts';
import {
  answerFromElsewhere,
  askElsewhere,
  isLeft,
  knowsPasskeys,
  signInWithPasskey,
} from '../engine/ways-in.ts';
import { Alert } from '../parts/alert.tsx';
import { Field } from '../parts/field.tsx';
import { useModal } from '../parts/use-modal.ts';
import { loginWords } from '#words/login.ts';
import { FromElsewhere } from './from-elsewhere.tsx';
import { Pass, passInAddress } from './pass.tsx';

const said = loginWords;

/** Asks who it is when the engine requires that. The engine answers with a cookie; the page keeps no token. */
export function Login(): VNode | null {
  const answer = answerFromElsewhere();
  if (answer !== null) return <FromElsewhere answer={answer} />;
  const pass = passInAddress();
  if (pass !== null) return <Pass key={pass.token} {...pass} />;
  return isAsking.value ? <Ask /> : null;
}

function Ask(): VNode {
  const { modal } = useModal(() => undefined);
  /** People sign in here with what is theirs; the token is the owner's. Null: not known yet. */
  const isForPeople = useSignal<boolean | null>(null);
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      engine['login.state']().then(
        ({ required, loggedIn, people = false }) => {
          isForPeople.value = people;
          // The person may have logged in in another tab.
          if (!required || loggedIn) void comeIn();
        },
        () => (isForPeople.value ??= false),
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return (
    <dialog
      {...modal}
      class="login"
      aria-labelledby="login-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="login-title">{isForPeople.value ? said.people.title : said.title}</h2>
      {isForPeople.value ? (
        <>
          <p>{said.people.hint}</p>
          <OwnWays />
          <details>
            <summary>{said.people.owner}</summary>
            <TokenForm />
          </details>
        </>
      ) : (
        <TokenForm />
      )}
    </dialog>
  );
}

/** With what is the person's own: a passkey, or their account elsewhere, as far as both are offered here. */
function OwnWays(): VNode {
  const ways = useSignal({ passkey: false, oidc: false });
  const wrong = useSignal('');
  useEffect(() => {
    engine['login.ways']().then(
      (found) => (ways.value = found),
      () => undefined,
    );
  }, []);
  const attempt = async (work: () => Promise<unknown>) => {
    wrong.value = '';
    try {
      await work();
    } catch (error) {
      // A browser says no more, also where it has no passkey for this address.
      wrong.value = isLeft(error) ? said.people.passkeyLeft : told(error);
    }
  };
  const byPasskey = async () => {
    await signInWithPasskey();
    await comeIn();
  };
  return (
    <>
      <Alert text={wrong.value} />
      <div class="row">
        {ways.value.passkey && knowsPasskeys() ? (
          <button type="button" class="primary" onClick={() => void attempt(byPasskey)}>
            {said.people.passkey}
          </button>
        ) : null}
        {ways.value.oidc ? (
          <button type="button" onClick={() => void attempt(() => askElsewhere('sign-in'))}>
            {said.people.oidc}
          </button>
        ) : null}
      </div>
    </>
  );
}

/** Goes on where it stopped; a page that was drawn for somebody else begins anew. */
async function comeIn(): Promise<void> {
  const before = me.peek();
  await readMe();
  const now = me.peek();
  const isSame = before === null ? now?.role !== 'member' : now?.personId === before.personId;
  if (isSame) letIn();
  else location.reload();
}

function TokenForm(): VNode {
  const token = useSignal('');
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  const submit = async () => {
    if (token.value.trim() === '') {
      wrong.value = said.empty;
      return;
    }
    isBusy.value = true;
    try {
      await engine['login.open']({ body: { token: token.value.trim() } });
      await comeIn();
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* With a name, a password manager keeps the token of this engine. */}
      <input type="text" autocomplete="username" value="svc" readOnly hidden />
      <Field
        isLogin
        label={said.token}
        type="password"
        value={token.value}
        hint={said.hint}
        wrong={wrong.value}
        onInput={(text) => (token.value = text)}
      />
      <button class="primary" disabled={isBusy.value}>
        {said.submit}
      </button>
    </form>
  );
}

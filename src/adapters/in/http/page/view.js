// Text from the engine reaches the document as text, never as HTML.

export function el(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children.flat()) element.append(child);
  return element;
}

export function button(label, onClick, className) {
  const element = el('button', className, label);
  element.type = 'button';
  element.addEventListener('click', onClick);
  return element;
}

/** Keeps the end of `box` visible, unless the person has scrolled up. */
export function follower(box) {
  let isFollowing = true;
  let top = 0;
  box.addEventListener('scroll', () => {
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 4;
    isFollowing = isAtEnd || (isFollowing && box.scrollTop >= top);
    top = box.scrollTop;
  });
  return (always = false) => {
    isFollowing ||= always;
    if (isFollowing) box.scrollTop = box.scrollHeight;
  };
}

/** One run, from live events or from the messages of its thread. */
export function runView(follow, promptForm) {
  const element = el('article', 'run');
  const calls = new Map();
  const prompts = new Map();
  let text = null;
  let waiting = ''; // for the next frame: one update for many chunks
  let thought = null;
  let retrying = null;
  let said = '';
  let saidBefore = '';

  const add = (...block) => element.appendChild(el(...block));
  const task = (words) => add('div', 'task', el('span', 'unseen', 'You: '), words);
  const notice = (kind, words, code) => add('p', kind, `${words} `, el('code', '', code));
  const flush = () => {
    if (waiting) text.appendData(waiting);
    waiting = '';
    follow();
  };

  const endText = () => {
    flush();
    text = null;
  };

  const show = {
    __proto__: null,
    text(data) {
      if (!text) add('p', 'answer', (text = new Text()));
      if (!waiting) requestAnimationFrame(flush);
      waiting += data.text;
      said += data.text;
    },
    thinking({ summary }) {
      if (!summary) return;
      if (!thought)
        add('details', 'thinking', el('summary', '', 'Thinking'), el('p', '', (thought = new Text())));
      thought.appendData(summary);
    },
    retry({ attempt, maxAttempts, delayMs, reason }) {
      const again = `trying again in ${Math.ceil(delayMs / 1000)} s (attempt ${attempt} of ${maxAttempts})…`;
      retrying = add('p', 'hint', `${reason} · ${again}`);
    },
    compaction({ tokensBefore, tokensAfter }) {
      const tokens = `${tokensBefore.toLocaleString()} → ${tokensAfter.toLocaleString()} tokens`;
      add(
        'p',
        'hint',
        `Earlier messages are summarised for the model (${tokens}); all of them are still stored.`,
      );
    },
    replay_unavailable() {
      add('p', 'hint', 'Some output is missing here: the machine lost power before it was stored.');
    },
    subagent({ event, name, role, model, tool, success, outcome, costUsd }) {
      const words = {
        started: `begins as ${role} on ${model}`,
        tool_call: `calls ${tool}`,
        tool_result: `${success ? '✓' : '✕'} ${tool}`,
        ended: outcome && `${spaced(outcome)} · ${dollars(costUsd)}`,
      }[event];
      if (words) add('p', 'turn', `${name}: ${words}`);
    },
    changeset_ready({ fileCount }) {
      add('p', 'turn', fileCount === 1 ? '1 changed file to review' : `${fileCount} changed files to review`);
    },
    tool_call({ toolCallId, name, input = {} }) {
      const status = el('span', 'status', 'running');
      const fields = el('dl', '', ...Object.entries(input).flatMap(field));
      add('details', 'tool', el('summary', '', el('code', '', name), status), fields).open = true;
      calls.set(toolCallId, { status, fields });
    },
    tool_result({ toolCallId, name = 'tool', output, success }) {
      if (!calls.has(toolCallId)) show.tool_call({ toolCallId, name });
      const { status, fields } = calls.get(toolCallId);
      status.textContent = success ? '✓ succeeded' : '✕ failed';
      status.classList.add(success ? 'good' : 'bad');
      fields.append(...field(['result', output]));
    },
    turn_end({ stopReason, usage, model, costUsd }) {
      if (stopReason === 'tool_use') [said, saidBefore] = ['', said];
      add('p', 'turn', `Turn: ${spaced(stopReason)}`, facts(usage, costUsd, model));
    },
    done({ text: answer, stopReason, usage, costUsd, durationMs }) {
      // The engine's message, where the model gave none.
      if (answer && answer !== said && answer !== saidBefore) add('p', 'answer', answer);
      add(
        'p',
        'turn',
        el('strong', '', `Done: ${spaced(stopReason)}`),
        facts(usage, costUsd, time(durationMs)),
      );
    },
    spent({ status, usage, costUsd, durationMs, model }) {
      add('p', 'turn', `Run: ${status}`, facts(usage, costUsd, `${time(durationMs)} · ${model}`));
    },
    error: ({ error, code }) => notice('notice bad', error, code),
    // The resulting question, if any, says whom it concerns.
    note: ({ detail, code }) => code === 'reminded' || notice('notice', detail, code),
    prompt(data) {
      if (!prompts.has(data.promptId)) prompts.set(data.promptId, promptForm(data));
      element.append(prompts.get(data.promptId));
    },
    secret_prompt: (data) => show.prompt(data),
  };

  function take({ type, data }) {
    if (type !== 'text') endText();
    if (type !== 'thinking') thought = null;
    // The run's next event means that the wait is over; sub-agents continue while one of them waits.
    retrying?.remove();
    if (type !== 'subagent') for (const form of prompts.values()) form.remove();
    if (show[type]) show[type](data);
    else add('details', 'thinking', el('summary', '', spaced(type)), el('pre', '', printed(data)));
    follow();
  }

  function message({ role, content }) {
    for (const block of content) {
      if (role === 'user' && block.type === 'text') task(block.text);
      else if (block.type === 'thinking') take({ type: 'thinking', data: { summary: block.text } });
      else take({ type: block.type, data: block });
      // Each of these blocks is complete.
      thought = null;
    }
    endText();
  }

  /** A prompt that was read separately: if the events mentioned it, they know better whether it is open. */
  const prompt = (data) => prompts.has(data.promptId) || show.prompt(data);

  return { element, task, message, take, prompt, spent: show.spent };
}

export const dollars = (costUsd) => `$${Number(costUsd.toFixed(costUsd < 1 ? 4 : 2))}`;
const time = (ms) => `${(ms / 1000).toFixed(1)} s`;
const spaced = (name) => name.replaceAll('_', ' ');
const printed = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const field = ([name, value]) => [el('dt', '', name), el('dd', '', el('pre', '', printed(value)))];

function facts({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }, costUsd, more) {
  const cached = cacheReadTokens + cacheWriteTokens;
  return ` · ${inputTokens} tokens in · ${outputTokens} out · ${cached} cached · ${dollars(costUsd)} · ${more}`;
}

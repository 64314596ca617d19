import { long, quick, type Requirements } from './requirement.ts';

/** What clients made for the API of another may speak to the engine. */
export const ofFaces = [
  quick('ours: behaviour', {
    'faces.off':
      'Until faces.openai is switched on, /v1 is an unknown path; the setting takes effect at once.',
    'faces.token': 'Below /v1 a token that a person made lets in, and nothing else.',
    'faces.models':
      'GET /v1/models lists the model of the settings and the profiles; another model is refused.',
    'faces.chat':
      'A chat completion is a run: tools are used inside and told as reasoning, never as tool_calls, and the headers name its thread.',
    'faces.stream':
      'A streamed chat completion has one chunk with a finish_reason, then usage if it was asked for, then [DONE].',
    'faces.thread':
      'One conversation is one thread: as X-Svc-Thread or the chat id of the client names it, or the same words; user never does.',
    'faces.seed':
      'What was said elsewhere comes into a new thread as untrusted material, and the last message of the user is the task.',
    'faces.fork': 'A client that says something else than the thread goes on in a copy of what is the same.',
    'faces.instructions':
      'System messages are the instructions of a thread that a client began, and never those of the owner.',
    'faces.gone': 'A client that leaves stops no run, and the same request again follows it.',
    'faces.question': 'A question of the agent is answered by the next message, and by nothing else.',
    'faces.consent': 'A consent or secret ends the turn with a link to the page, and no message answers it.',
    'faces.aside':
      'Requests of chat clients for titles, tags and the like are answered by the model alone: no tools, memory, instructions and thread.',
    'faces.parts': 'Images and files in a message become attachments; what must be fetched is refused.',
    'faces.responses':
      'POST /v1/responses answers as chat completions do, in its own items and events; an earlier response names where it goes on.',
    'faces.people':
      'Below /v1 each has their own threads alone, and who is disabled is told nothing more, in the middle of an answer, too.',
    'faces.errors': 'What is refused or goes wrong below /v1 is said in the shape of that API.',
  }),
  long('ours: behaviour', {
    'faces.acp':
      'svc --acp speaks the Agent Client Protocol, version 1: sessions are threads, are listed and loaded with all that was said, and an empty one leaves nothing.',
    'faces.acp.cancel':
      'A cancelled message ends its run and is answered so; other sessions of the editor go on, and each has one message at a time.',
    'faces.acp.beside': 'Beside a running engine it is its client: a run goes on when the editor dies.',
    'faces.acp.alone': 'Alone it ends with its editor, and what it worked on with it.',
    'faces.acp.lines':
      'What is no message of the protocol is refused, however long or broken, and the next message is answered.',
    'faces.acp.calls':
      'An editor is told of each call in its order, pending, in progress and ended, with the difference where a file is changed.',
    'faces.acp.consent':
      'A consent is a permission request with its options; one that nobody at the editor answers ends the turn, and no message is a yes.',
    'faces.acp.question':
      'A question of the agent ends the turn in an editor, and the next message answers it.',
    'faces.acp.secret': 'A secret is never asked for in an editor, and no message there becomes one.',
    'faces.acp.content': 'Files in a message of an editor are attached, and links are named to the agent.',
  }),
] satisfies Requirements;

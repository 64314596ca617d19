import { quick, type Requirements } from './requirement.ts';

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
    'faces.errors': 'What is refused or goes wrong below /v1 is said in the shape of that API.',
  }),
] satisfies Requirements;

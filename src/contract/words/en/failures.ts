import type { BatchResults } from '../../../core/execution/batches/says.ts';
import type { SpeechFailures } from '../../../core/execution/speech/says.ts';
import type { ModelFailures } from '../../../core/instance/models/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

const REMEDY =
  'Create a key for a service account at the cloud platform, as JSON, and set GOOGLE_APPLICATION_CREDENTIALS to its path.';

/** Why a provider did not do what it was asked for. */
export const failures: Words<ModelFailures & SpeechFailures & BatchResults> = {
  'model.said': ({ message }) => `It said: ${quoted(message)}`,
  'model.account': ({ status }) =>
    `The provider refuses to go on because of a spending limit or an empty account (HTTP ${status}).`,
  'model.key': ({ status }) =>
    `The provider does not accept the key, or it may not use this model (HTTP ${status}). Check the key.`,
  'model.not_found':
    'The provider knows no such address or model (HTTP 404). Check the model id and the base URL; most servers want it to end in /v1.',
  'model.busy': ({ status }) =>
    status === 529
      ? 'The provider is overloaded (HTTP 529).'
      : `The provider takes no more requests for the moment (HTTP ${status}).`,
  'model.fault': ({ status }) => `The provider has a problem of its own (HTTP ${status}).`,
  'model.redirected': ({ status }) =>
    `The provider sends requests to another address (HTTP ${status}). A key is never sent after it: set the final address as base URL.`,
  'model.refused': ({ status }) => `The provider refused the request (HTTP ${status}).`,
  'model.overflow': 'The request is longer than the context window of the model.',
  'model.window': ({ tokens }) =>
    `The request is longer than the context window of ${tokens} tokens of the model.`,
  'model.too_much': 'The provider sent more than an answer can hold.',
  'model.broke':
    'The connection to the provider broke in the middle of the answer. What you saw of it is kept; send the task again to go on.',
  'model.lost':
    'The connection to the provider was lost in the middle: its server ended it before the answer was whole. Send the task again; if that happens each time, the log of that server may say why.',
  'model.port':
    'The provider cannot be reached: this port is one that no HTTP client may use. Let the server listen on another one, and set that in the base URL.',
  'model.no_host': "The provider's host name cannot be resolved.",
  'model.nothing_listens': 'Nothing listens at the address of the provider.',
  'model.insecure': ({ error }) => `No secure connection to the provider could be made (${error}).`,
  'model.unreached': 'The provider cannot be reached.',
  'model.unreached_by': ({ error }) => `The provider cannot be reached (${error}).`,
  'model.check_address': 'Check the base URL and that the server runs.',
  'model.silent': ({ seconds }) =>
    `The provider sent nothing for ${seconds} seconds, so the call was given up. Send the task again to go on.`,
  'model.no_content': ({ minutes }) =>
    `The provider kept the connection open for ${minutes} minutes without a piece of its answer, so the call was given up. What had arrived is kept; send the task again to go on.`,
  'model.late': ({ minutes }) =>
    `The model had not finished its answer after ${minutes} minutes, so the call was given up. What had arrived is kept; send the task again to go on.`,
  'model.web_page':
    'The provider answered with a web page. Check its address (api_base_url or PRIMARY_BASE_URL).',
  'model.empty': 'The provider sent an empty answer. Check that the base URL is that of a Messages API.',
  'model.nothing':
    'The provider answered with nothing that could be read. Check the base URL: most servers want it to end in /v1.',
  'model.no_api':
    'What answers at this address is no API of models. Check the base URL: most servers want it to end in /v1.',
  'model.cut':
    "The provider's answer broke off before its end. What had arrived is kept; send the task again to go on.",
  'model.damaged':
    'The provider sent a part of its answer damaged. What had arrived is kept; send the task again to go on.',
  'model.key_damaged':
    'The key of the provider has characters that no key has. Copy it again, without quotes or line breaks.',
  'model.id_damaged': 'The model id has characters that no model id has.',
  'model.reported': ({ name }) =>
    `The provider reported an error in its answer${name === null ? '' : ` (${name})`}.`,
  'model.broken_off': 'The provider broke off its answer.',
  'model.no_reason': 'The provider ended the answer without a reason that is known.',
  'model.paused': ({ times }) =>
    `The provider paused its answer more than ${times} times. What had arrived is kept; send the task again to go on.`,
  'model.pause_cost':
    'The provider paused its answer, and going on could cost more than may be spent. What had arrived is kept. Raise max_cost_per_run_usd, max_cost_per_day_usd or max_cost_per_month_usd to go on.',
  'model.call_form': 'The model asked for a tool in a form that cannot be read.',
  'model.thought_missing': 'The provider misses a part of what the model thought before.',
  'model.no_batches':
    'The provider answered something that is not of its batch interface. Check the base URL.',
  'model.batch_damaged': 'A part of the results came damaged. They are fetched again.',
  'model.batch_too_much': 'The provider sent more than an answer of its batch interface has.',
  'model.cloud_package': ({ package: name }) =>
    `Models on the cloud platform need the package ${name}, which cannot be loaded. Install it with: npm install ${name}`,
  'model.cloud_region': '"gcp_region" is not the name of a region, such as "europe-west1" or "global".',
  'model.cloud_project': '"gcp_project_id" is not the id of a project.',
  'model.cloud_role':
    'The account in the credentials may not use this model (HTTP 403). Check its roles, "gcp_project_id", and that the AI service is switched on for the project.',
  'model.cloud_not_found':
    'The cloud platform knows no such model in this project and region (HTTP 404). Check the model id, "gcp_project_id" and "gcp_region".',
  'model.cloud_request': 'The request to the cloud platform could not be made.',
  'model.cloud_credentials': ({ status }) =>
    `The cloud platform does not accept the credentials (HTTP ${status}). Check the file that GOOGLE_APPLICATION_CREDENTIALS names.`,
  'model.cloud_sign_in': ({ status, name, mayPass }) =>
    `The cloud platform does not let the service account in (HTTP ${status}${name === null ? '' : `, ${name}`}).${mayPass ? '' : ' Check that its key is still valid and that the clock of this machine is right.'}`,
  'model.cloud_no_credentials': `No credentials for the cloud platform were found on this machine. ${REMEDY}`,
  'model.cloud_no_key': `The file that is set is not the key of a service account. ${REMEDY}`,
  'model.cloud_no_file': `The service account's file is not there. ${REMEDY}`,
  'model.cloud_file_unread': `The service account's file cannot be read. ${REMEDY}`,
  'model.cloud_no_token':
    'The cloud platform answered the credentials with something that is no token. Try again.',

  'speech.key': 'The provider does not accept the key in EU_PROVIDER_API_KEY (HTTP 401). Check the key.',
  'speech.not_allowed':
    'The provider does not let the key in EU_PROVIDER_API_KEY use this model or voice (HTTP 403).',
  'speech.not_found':
    'The provider knows no such address, model or voice (HTTP 404). If EU_PROVIDER_BASE_URL is set, check it: it usually ends in /v1.',
  'speech.too_much': 'This is more than the provider takes at once (HTTP 413). Send it in parts.',
  'speech.silent': 'The provider of speech sent nothing for too long, so the call was given up. Try again.',
  'speech.broke': 'The connection to the provider of speech broke in the middle of its answer. Try again.',
  'speech.no_provider':
    'What answers there is no provider of speech, or its answer is damaged. If EU_PROVIDER_BASE_URL is set, check it.',
  'speech.address':
    'EU_PROVIDER_BASE_URL is no address that begins with http:// or https://. Correct it, or unset it.',
  'speech.cut': 'The provider of speech ended its answer before the end. Try again.',
  'speech.reported': 'The provider of speech reports an error.',
  'speech.no_sound': 'The provider of speech answered without a sound. Try again, or with another text.',
  'speech.left': 'The client left before the end, so the call was ended.',
  'speech.stopped': 'The engine stopped before everything was said. Ask again once it is back.',

  'batch.elsewhere':
    'This batch is at a provider or an address that is not configured. Configure it again, and its results are fetched.',
  'batch.missing':
    'The provider does not know this batch. If the key belongs to another account than when it was submitted, configure that key again.',
  'batch.cut': 'The answer reached the longest length that the model allows, and ends there.',
  'batch.refused': 'The model refused this task.',
  'batch.canceled': 'The batch was canceled at the provider before this request was run. It cost nothing.',
  'batch.expired':
    'The provider did not get to this request within its time limit for batches. It cost nothing.',
  'batch.stopped':
    'The engine was stopped while the model worked on this request. Submit it again if you need it.',
  'batch.outcome_unknown':
    'The engine stopped while this request was with the model, so its outcome is unknown. It was not repeated, because that costs; its worst case is counted. Submit it again if you need it.',
  'batch.outcome_unlearned': ({ why }, tell) =>
    `The outcome of this request could not be learned from the provider: ${tell(why)} It was not repeated, because that costs; its worst case is counted.`,
  'batch.unnamed':
    "The provider's results do not name this request, so its outcome is unknown. It was not repeated, because that costs; its worst case is counted.",
  'batch.fetching_stopped':
    'The engine was stopped while it fetched the results. It goes on at its next start.',
  'batch.searched':
    'The connection ended before the provider said whether it took this batch. Its list of batches is searched for it; the batch is not submitted again.',
  'batch.not_submitted':
    "The connection ended while the batch was submitted, and it is not in the provider's list of batches, so it was not run and cost nothing. Submit it again.",
  'batch.unlisted':
    'The connection ended while the batch was submitted, and the provider has no list of batches to look for it. It was not submitted again, because it may have been taken; its worst case is counted.',
  'batch.too_dear':
    'This request could cost more than may still be spent, so it was not run. Raise max_cost_per_run_usd, max_cost_per_day_usd or max_cost_per_month_usd, and submit it again.',
  'batch.broke': 'The engine failed during this request; its log says why. Its worst case is counted.',
};

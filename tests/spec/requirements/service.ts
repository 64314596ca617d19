import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { service, endpoints, httpApi, authentication, versioning } = heading;

/** What the service is, how it is reached, and who may reach it. */
export const ofTheService = {
  'service.local': requirement(
    service,
    'All user data stays on this machine: only the model request leaves it, to the provider that is configured.',
  ),
  'service.http-api': requirement(
    [service, endpoints],
    'There is an HTTP API (REST plus Server-Sent Events) at {base_url}/api.',
  ),
  'service.tool-server': requirement(
    service,
    'There is a tool-protocol server, over standard input and output or over HTTP, with tools and asynchronous runs.',
    'tool-server',
  ),
  'service.mcp-client': requirement(
    service,
    'An MCP client connects to external tool servers and gives their tools to the agent.',
    'mcp-client',
  ),
  'service.backups': requirement(
    service,
    'Encrypted SQLite-snapshot backups of the data are made, and may be uploaded to a cloud drive.',
    'backups',
  ),
  'service.providers': requirement(
    service,
    'Several providers are supported: primary, Chat Completions, a Messages proxy, cloud-hosted; and named profiles.',
  ),
  'service.api-store': requirement(
    service,
    'Profiles of APIs are put into the context of the agent and enforced when it calls them through http_request.',
  ),
  'service.single-user': requirement(
    service,
    'The default mode is single-user and intended for local use: it listens on this machine only.',
  ),

  // Endpoints
  'http.default-port': requirement(
    endpoints,
    'Started with --http-api alone it listens on port 3100 by default.',
  ),
  'http.image-port': requirement(
    endpoints,
    'Through the web UI image the API is proxied on port 3000.',
    'image',
  ),
  'http.json': requirement(endpoints, 'JSON bodies use Content-Type: application/json.'),
  'http.sse': requirement(endpoints, 'Run streams use Server-Sent Events.'),
  'http.no-version-segment': requirement(
    versioning,
    'The HTTP API paths carry no version segment (prefix /api).',
  ),
  'health.both-paths': requirement(
    [httpApi, authentication],
    'GET /health and GET /api/health return {status: ok} without auth.',
  ),
  'metrics.json': requirement(httpApi, 'GET /api/metrics gives metrics.'),

  // Authentication
  'auth.open-by-default': requirement(
    authentication,
    'In single-user mode, the default, there is no authentication.',
  ),
  'auth.token': requirement(
    [authentication, httpApi],
    'GET /api/auth/token generates or retrieves an auth token: the same one ever after, also after a restart.',
  ),

  // Ours: how it is delivered
  'deploy.compose': requirement(
    'ours: behaviour',
    'A compose file runs the engine with a token, a read-only root, one volume, no capabilities and a health check.',
  ),
  'deploy.image': requirement(
    'ours: behaviour',
    'The image is built from what is in the repository and does not run as root.',
  ),
} satisfies Requirements;

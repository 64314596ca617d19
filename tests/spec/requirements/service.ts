import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { service, endpoints, httpApi, authentication, versioning } = heading;

/** What the service is, how to reach it, and who may. */
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
    'long',
  ),
  'service.mcp-client': requirement(
    service,
    'An MCP client connects to external tool servers and offers their tools to the agent.',
    'long',
  ),
  'service.backups': requirement(
    service,
    'The engine makes encrypted SQLite-snapshot backups of the data, and can upload them to a cloud drive.',
    'long',
  ),
  'service.providers': requirement(
    service,
    'Several providers are supported: primary, Chat Completions, a Messages proxy, cloud-hosted; and named profiles.',
  ),
  'service.api-store': requirement(
    service,
    'API profiles are put into the context of the agent and enforced when it calls the APIs through http_request.',
  ),
  'service.single-user': requirement(
    service,
    'The default mode is single-user and intended for local use: it listens on this machine only.',
    'long',
  ),

  // Endpoints
  'http.default-port': requirement(
    endpoints,
    'With --http-api alone the engine listens on port 3100 by default.',
    'long',
  ),
  'http.image-port': requirement(endpoints, 'The web UI image proxies the API on port 3000.'),
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
  'metrics.json': requirement(httpApi, 'GET /api/metrics returns metrics.'),

  // Authentication
  'auth.open-by-default': requirement(
    authentication,
    'In single-user mode, the default, there is no authentication.',
  ),
  'auth.token': requirement(
    [authentication, httpApi],
    'GET /api/auth/token generates or retrieves an auth token, which stays the same across restarts.',
  ),

  // Ours: how it is delivered
  'deploy.compose': requirement(
    'ours: behaviour',
    'A compose file runs the engine with a token and the page beside it, both with a read-only root, no capabilities and a health check.',
    'long',
  ),
  'deploy.image': requirement(
    'ours: behaviour',
    'The image is built from the contents of the repository and does not run as root.',
    'long',
  ),
} satisfies Requirements;

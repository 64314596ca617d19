import {
  conflict,
  impossible,
  invalid,
  notFound,
  refusalsInText,
  unavailable,
  upstream,
} from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  tool_server_not_found: notFound('No tool server has this name. `svc mcp list` shows all of them.'),
  tool_server_exists: conflict(
    'A tool server has this name already. Remove it first, or choose another name.',
  ),
  tool_server_invalid: invalid('A tool server needs a name and an address or a command.'),
  tool_server_program_missing: impossible('The program of the tool server cannot be started.'),
  tool_server_away: unavailable('The tool server cannot be reached now.'),
  tool_server_failed: upstream('The tool server answered with an error.'),
  tool_server_address: invalid('The engine does not connect to this address.'),
  tool_server_sign_in: unavailable(
    'The tool server asks for a login. Sign in with `svc mcp login NAME`, or on the page.',
  ),
  tool_server_no_sign_in: impossible('The tool server asks for no login, so there is nothing to sign in to.'),
  tool_changed: conflict(
    'The tool is not the one that your owner accepted: its server has changed it since. Your owner sees the difference with `svc mcp show`, and accepts it with `svc mcp accept`. Continue without it.',
  ),
  tool_not_found: notFound('The server has no tool of this name.'),
  tool_unseen: invalid(
    'Say what you have seen, so that nothing else is accepted. `svc mcp show NAME` prints what would be accepted, and the command that accepts exactly that. Nothing was accepted.',
  ),
  tool_changed_again: conflict(
    'The tool has changed again since it was shown. Look at the difference once more, then accept it.',
  ),
  secret_for_tool_server: invalid(
    'The input contains a secret, or refers to one. Secrets are not sent to tool servers. Leave it out.',
  ),
});

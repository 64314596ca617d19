/** The texts of the login. */
export const loginWords = {
  title: 'Log in with the engine’s token',
  token: 'Token',
  hint: 'The command “svc token” prints it. This browser then stays logged in.',
  empty: 'Enter the token.',
  submit: 'Log in',
} as const;

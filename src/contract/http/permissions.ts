import { Type } from 'typebox';
import { permissionLimits } from '../../core/automation/permissions/limits.ts';
import { closed } from '../shapes.ts';

const list = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    maxItems: permissionLimits.each,
    description,
  });
/** The lists of what may be done without asking. */
export const Permissions = {
  tools: list('Tools that may be used without asking, by name'),
  hosts: list('Hosts that may be sent to without asking, like api.example.org'),
  folders: list('Folders of the workspace in which files may be changed without asking; . is all of it'),
};
export const PermissionsBody = Type.Object(
  {
    tools: Type.Optional(Permissions.tools),
    hosts: Type.Optional(Permissions.hosts),
    folders: Type.Optional(Permissions.folders),
  },
  closed,
);

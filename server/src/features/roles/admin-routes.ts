import { roleEndpoints } from "contract/roles/api.ts";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/connect.ts";
import { bind, type CallContext, callerId, callerOf } from "../../platform/http/bind.ts";
import { changeRole, createRole, deleteRole, type Editor } from "./commands.ts";
import { changeUserRoles, deleteUser, endUserSessions, type UserRoleChanges } from "./commands-users.ts";
import { toAdminRole, toAdminUser } from "./present.ts";
import { listAdminUsers, listRoles, listRoleUsers, requireRole } from "./queries.ts";

export interface RoleOptions {
  db: Db;
  /** Throws `reauthentication_required` unless the caller's identity was confirmed recently. */
  requireRecentSignIn(token: string | null): Promise<void>;
}

export function roleAdminRoutes(app: FastifyInstance, { db, requireRecentSignIn }: RoleOptions): void {
  /** The editor of roles, whose identity was confirmed recently. */
  async function requireEditor(context: CallContext): Promise<Editor> {
    await requireRecentSignIn(context.token);
    return { userId: callerId(context) };
  }
  const change = async (context: CallContext, userId: number, changes: UserRoleChanges, baseVersion?: number) => {
    const user = await changeUserRoles(db, await requireEditor(context), userId, changes, baseVersion);
    return { user: toAdminUser(user, callerOf(context)) };
  };

  bind(app, roleEndpoints.listRoles, async () => ({ roles: (await listRoles(db)).map(toAdminRole) }));

  bind(app, roleEndpoints.rolePermissions, async ({ params }) => {
    const { permissions } = toAdminRole(await requireRole(db, params.id));
    return { permissions };
  });

  bind(app, roleEndpoints.roleUsers, async ({ params }, context) => {
    const { id } = await requireRole(db, params.id);
    return { users: (await listRoleUsers(db, id)).map((user) => toAdminUser(user, callerOf(context))) };
  });

  bind(app, roleEndpoints.createRole, async ({ body }, context) => ({
    role: toAdminRole(await createRole(db, await requireEditor(context), body)),
  }));

  bind(app, roleEndpoints.updateRole, async ({ params, body: { base_version, ...changes } }, context) => ({
    role: toAdminRole(await changeRole(db, await requireEditor(context), params.id, changes, base_version)),
  }));

  bind(app, roleEndpoints.deleteRole, async ({ params }, context) =>
    deleteRole(db, await requireEditor(context), params.id),
  );

  bind(app, roleEndpoints.listAdminUsers, async ({ query }, context) => {
    const { page, limit, sortBy, sortOrder, search, role } = query;
    const part = { sort: sortBy, order: sortOrder, limit, offset: (page - 1) * limit };
    const { users, total } = await listAdminUsers(db, { search, role }, part);
    return { users: users.map((user) => toAdminUser(user, callerOf(context))), total };
  });

  bind(app, roleEndpoints.setUserRoles, ({ params, body }, context) =>
    change(context, params.userId, { exactly: body.roleIds }, body.base_version),
  );

  bind(app, roleEndpoints.assignRoles, ({ params, body }, context) =>
    change(context, params.userId, { added: body.roleIds }),
  );

  bind(app, roleEndpoints.assignRole, ({ params }, context) =>
    change(context, params.userId, { added: [params.roleId] }),
  );

  bind(app, roleEndpoints.removeRoles, async ({ params, body }, context) => {
    await change(context, params.userId, { removed: body.roleIds });
  });

  bind(app, roleEndpoints.removeRole, async ({ params }, context) => {
    await change(context, params.userId, { removed: [params.roleId] });
  });

  bind(app, roleEndpoints.endUserSessions, ({ params }, context) =>
    endUserSessions(db, { userId: callerId(context) }, params.id),
  );

  bind(app, roleEndpoints.deleteUser, ({ params }, context) =>
    deleteUser(db, { userId: callerId(context) }, params.id),
  );
}

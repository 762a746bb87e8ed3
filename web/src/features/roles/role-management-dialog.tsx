import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { foldText } from "contract/core/text.ts";
import { type Permission, permissions } from "contract/permissions.ts";
import { superAdminRole } from "contract/roles/rules.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import Pencil from "lucide-static/icons/pencil.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useState } from "react";
import { useDraftForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useDenialReason, useMe } from "../admin/me.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { PermissionList, permissionGroups, permissionHints, rolesQuery } from "./roles.tsx";

type View = "show" | "edit" | "create";

/** Shows, creates, edits and deletes roles. */
function RoleManagementDialog({ onClose }: { onClose: () => void }) {
  const { data: roles, error } = useAdminQuery(rolesQuery(useAdminCall()));
  const denialReason = useDenialReason();
  const [view, setView] = useState<View>("show");
  const [selectedId, setSelectedId] = useState<number>();
  const selected = roles?.find(({ id }) => id === selectedId) ?? roles?.[0];

  const showRole = (role: AdminRole | undefined) => {
    setSelectedId(role?.id);
    setView("show");
  };
  return (
    <Dialog wide title="Role Management" onClose={onClose}>
      {error && !roles && <ErrorBox>{serverMessageOf(error, "Failed to load roles")}</ErrorBox>}
      {!error && !roles && <Skeleton className="mt-4 h-80" />}
      {roles && (
        <div className="mt-4 grid min-h-96 grid-cols-[14rem_minmax(0,1fr)] gap-6">
          <div className="grid content-start gap-3 border-e border-border pe-6">
            <ActionButton
              denialReason={denialReason("roles.write")}
              aria-pressed={view === "create"}
              onClick={() => setView("create")}
            >
              <Plus aria-hidden className="size-4" />
              New role
            </ActionButton>
            <ul aria-label="Roles" className="grid gap-1">
              {roles.map((role) => (
                <li key={role.id}>
                  <RoleChoice
                    role={role}
                    chosen={view !== "create" && role.id === selected?.id}
                    onChoose={() => showRole(role)}
                  />
                </li>
              ))}
            </ul>
          </div>
          {view === "create" && <RoleForm key="create" onDone={showRole} onCancel={() => setView("show")} />}
          {view === "edit" && selected && (
            <RoleForm key={selected.id} role={selected} onDone={showRole} onCancel={() => setView("show")} />
          )}
          {view === "show" && selected && (
            <RoleDetail
              key={selected.id}
              role={selected}
              onEdit={() => setView("edit")}
              onDeleted={() => showRole(undefined)}
            />
          )}
        </div>
      )}
      <div className="mt-5 flex justify-end border-t border-border pt-4">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function RoleChoice({ role, chosen, onChoose }: { role: AdminRole; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-current={chosen || undefined}
      onClick={onChoose}
      className={
        "flex min-h-10 w-full items-center justify-between gap-2 rounded-md px-3 py-1.5 text-start " +
        "hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-medium"
      }
    >
      <span className="min-w-0 break-words">{role.name}</span>
      <span className="figures text-sm text-muted" title="Users who hold it">
        {formatCount(role.user_count)}
      </span>
    </button>
  );
}

export function RoleManagementButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton denialReason={useDenialReason()("roles.read")} onClick={() => setOpen(true)}>
        Role Management
      </ActionButton>
      {open && <RoleManagementDialog onClose={() => setOpen(false)} />}
    </>
  );
}

interface RoleDetailProps {
  role: AdminRole;
  onEdit: () => void;
  onDeleted: () => void;
}

/** A role with its permissions and users. */
function RoleDetail({ role, onEdit, onDeleted }: RoleDetailProps) {
  const call = useAdminCall();
  const denialReason = useDenialReason();
  const refresh = useRefresh();
  const [deleting, setDeleting] = useState(false);
  const fixed = role.name === superAdminRole ? `The role ${superAdminRole} stays as it is` : undefined;

  const remove = async () => {
    await call("DELETE /api/admin/dashboard/roles/{id}", { params: { id: String(role.id) } });
    onDeleted();
    await refresh();
  };
  return (
    <section aria-labelledby="role-name" className="grid min-w-0 content-start gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="role-name" className="text-md font-semibold break-words">
            {role.name}
          </h3>
          <p className="text-muted">{role.description || "No description"}</p>
        </div>
        <div className="flex gap-2">
          <ActionButton size="small" denialReason={fixed ?? denialReason("roles.write")} onClick={onEdit}>
            <Pencil aria-hidden className="size-4" />
            Edit
          </ActionButton>
          <ActionButton
            size="small"
            kind="danger"
            denialReason={fixed ?? denialReason("roles.delete")}
            onClick={() => setDeleting(true)}
          >
            <Trash2 aria-hidden className="size-4" />
            Delete role
          </ActionButton>
        </div>
      </div>
      <div className="grid gap-2">
        <h4 className="text-sm text-muted">Permissions</h4>
        <PermissionList {...role} />
      </div>
      <RoleMembers role={role} />
      {deleting && (
        <ConfirmDialog
          title="Delete role"
          action="Delete role"
          kind="danger"
          onConfirm={remove}
          explain={(error) => `Failed to delete role: ${(error as Error).message}`}
          onClose={() => setDeleting(false)}
        >
          This deletes <strong>{role.name}</strong> and removes the role from all users. It cannot be undone.
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The users of a role, searchable and removable. */
function RoleMembers({ role }: { role: AdminRole }) {
  const call = useAdminCall();
  const { isSuperAdmin } = useMe().user;
  const denialReason = useDenialReason();
  const refresh = useRefresh();
  const { data: users, error } = useAdminQuery(roleUsersQuery(call, role.id));
  const [search, setSearch] = useState("");
  const [removing, setRemoving] = useState<AdminUser>();

  const mayNotTake =
    role.name === superAdminRole && !isSuperAdmin ? `Only a super admin gives or takes ${superAdminRole}` : undefined;
  const found = users?.filter((user) => matches(user, search)) ?? [];

  const remove = async ({ id: userId }: AdminUser) => {
    const params = { userId, roleId: String(role.id) };
    await call("DELETE /api/admin/dashboard/users/{userId}/roles/{roleId}", { params });
    await refresh();
  };
  return (
    <div className="grid gap-3">
      <h4 className="text-sm text-muted">Users in this role</h4>
      {error && !users && <ErrorBox>{serverMessageOf(error, "Failed to load the users in this role")}</ErrorBox>}
      {!error && !users && <Skeleton className="h-11" />}
      {users && users.length > 0 && (
        <SearchField
          label="Search users in this role"
          placeholder="Search users in this role"
          clearLabel="Clear the search"
          value={search}
          onChange={setSearch}
        />
      )}
      {users && found.length === 0 && (
        <p className="text-muted">{users.length === 0 ? "Nobody holds this role." : "No users found"}</p>
      )}
      <ul aria-label="Users in this role" className="max-h-72 divide-y divide-border overflow-y-auto">
        {found.map((user) => (
          <li key={user.id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="truncate font-medium">{user.username}</p>
              {!denialReason("users.read") && (
                <p className="truncate text-sm text-muted">{user.email ?? "No email address"}</p>
              )}
            </div>
            <ActionButton
              size="small"
              denialReason={mayNotTake ?? denialReason("roles.write")}
              aria-label={`Remove ${user.username}`}
              onClick={() => setRemoving(user)}
            >
              Remove
            </ActionButton>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          title="Remove from role"
          action="Remove"
          kind="danger"
          onConfirm={() => remove(removing)}
          explain={(error) => (
            <>
              <p>Failed to remove user from role</p>
              <p className="text-sm">{serverMessageOf(error, "The server could not be reached.")}</p>
            </>
          )}
          onClose={() => setRemoving(undefined)}
        >
          This takes the role <strong>{role.name}</strong> from <strong>{removing.username}</strong>.
        </ConfirmDialog>
      )}
    </div>
  );
}

function matches({ username, email }: AdminUser, search: string): boolean {
  const query = foldText(search.trim());
  return [username, email ?? ""].some((text) => foldText(text).includes(query));
}

interface RoleFormProps {
  /** The role to edit; a new one without it. */
  role?: AdminRole;
  onDone: (role: AdminRole) => void;
  onCancel: () => void;
}

/** Name, description and permissions of a role. The server validates them (spec/administration 3.6). */
function RoleForm({ role, onDone, onCancel }: RoleFormProps) {
  const call = useAdminCall();
  const me = useMe();
  const refresh = useRefresh();
  const saved = {
    name: role?.name ?? "",
    description: role?.description ?? "",
    permissions: role?.permissions ?? [],
    languages: role?.languages?.join(", ") ?? "",
  };
  const form = useDraftForm({
    initial: saved,
    send: async (values) => {
      const { role: sent } = await save(values);
      await refresh();
      onDone(sent);
    },
    explain: (error) => ({ box: `Failed to ${role ? "update" : "create"} role: ${(error as Error).message}` }),
  });
  const { name, description, permissions: allowed, languages } = form.values;
  const setAllowed = (permissions: Permission[]) => form.change({ permissions });
  const changed =
    name !== saved.name ||
    description !== saved.description ||
    languages !== saved.languages ||
    permissions.some((permission) => allowed.includes(permission) !== saved.permissions.includes(permission));

  const save = (values: typeof saved) => {
    const tags = values.languages.split(/[\s,]+/).filter(Boolean);
    const body = { ...values, permissions: [...values.permissions], languages: tags.length > 0 ? tags : null };
    if (!role) return call("POST /api/admin/dashboard/roles", { body });
    const params = { id: String(role.id) };
    return call("PUT /api/admin/dashboard/roles/{id}", { params, body: { ...body, base_version: role.version } });
  };
  return (
    <form aria-label={role ? `Edit ${role.name}` : "New role"} {...form.formProps} className="grid content-start gap-5">
      <LeaveGuard unsaved={changed} />
      {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
      <TextField label="Name" {...form.fieldProps("name")} autoComplete="off" />
      <TextField label="Description" {...form.fieldProps("description")} autoComplete="off" />
      <fieldset className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <legend className="mb-3 text-sm font-medium">Permissions</legend>
        {permissionGroups.map((group) => (
          <div key={group.name} className="grid content-start gap-2">
            {group.permissions.map((permission) => {
              const lacking = !me.permissions.includes(permission) && !role?.permissions.includes(permission);
              return (
                <Checkbox
                  key={permission}
                  label={permission}
                  hint={lacking ? "You lack it yourself" : permissionHints[permission]}
                  disabled={lacking}
                  checked={allowed.includes(permission)}
                  onChange={({ target }) =>
                    setAllowed(
                      target.checked ? [...allowed, permission] : allowed.filter((other) => other !== permission),
                    )
                  }
                />
              );
            })}
          </div>
        ))}
      </fieldset>
      {allowed.includes("content.translate") && (
        <TextField
          label="Languages that content.translate covers"
          hint="Their tags, such as de, pt-BR. Empty: all languages"
          {...form.fieldProps("languages")}
          autoComplete="off"
        />
      )}
      <FormButtons submit={role ? "Save role" : "Create role"} disabled={form.sending} onCancel={onCancel} />
    </form>
  );
}

/** The users with a role. */
function roleUsersQuery(call: Call, roleId: number) {
  return queryOptions({
    queryKey: [adminKey, "roles", roleId, "users"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => {
      const params = { id: String(roleId) };
      return (await call("GET /api/admin/dashboard/roles/{id}/users", { params }, { signal })).users;
    },
  });
}

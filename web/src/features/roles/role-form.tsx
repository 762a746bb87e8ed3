import { type Permission, permissions } from "contract/permissions.ts";
import type { AdminRole } from "contract/roles/schema.ts";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { LeaveGuard } from "../admin/editing/leave-guard.tsx";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { useMe } from "../admin/me.ts";
import { permissionGroups, permissionHints } from "./permission-list.tsx";

interface RoleFormProps {
  /** The role to edit; a new one without it. */
  role?: AdminRole;
  onDone: (role: AdminRole) => void;
  onCancel: () => void;
}

/** Name, description and permissions of a role. The server validates them (spec/administration 3.6). */
export function RoleForm({ role, onDone, onCancel }: RoleFormProps) {
  const call = useAdminCall();
  const me = useMe();
  const refresh = useRefresh();
  const [name, setName] = useState(role?.name ?? "");
  const [description, setDescription] = useState(role?.description ?? "");
  const [allowed, setAllowed] = useState<readonly Permission[]>(role?.permissions ?? []);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const changed =
    name !== (role?.name ?? "") ||
    description !== (role?.description ?? "") ||
    permissions.some((permission) => allowed.includes(permission) !== (role?.permissions ?? []).includes(permission));

  const save = async () => {
    const given = { name, description, permissions: [...allowed] };
    if (!role) return call("POST /api/admin/dashboard/roles", { body: given });
    const params = { id: String(role.id) };
    return call("PUT /api/admin/dashboard/roles/{id}", { params, body: { ...given, base_version: role.version } });
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSending(true);
    setFailure(undefined);
    try {
      const { role: saved } = await save();
      await refresh();
      onDone(saved);
    } catch (error) {
      setFailure(`Failed to ${role ? "update" : "create"} role: ${(error as Error).message}`);
      setSending(false);
    }
  };
  return (
    <form
      aria-label={role ? `Edit ${role.name}` : "New role"}
      onSubmit={submit}
      noValidate
      className="grid content-start gap-5"
    >
      <LeaveGuard unsaved={changed} />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} autoComplete="off" />
      <TextField
        label="Description"
        value={description}
        onChange={({ target }) => setDescription(target.value)}
        autoComplete="off"
      />
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
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" disabled={sending}>
          {role ? "Save Role" : "Create Role"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

import { type Permission, permissions } from "contract/permissions.ts";
import type { AdminRole } from "contract/roles/schema.ts";
import { useDraftForm } from "../../page/form.ts";
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
  const saved = { name: role?.name ?? "", description: role?.description ?? "", permissions: role?.permissions ?? [] };
  const form = useDraftForm({
    initial: saved,
    send: async (values) => {
      const { role: sent } = await save(values);
      await refresh();
      onDone(sent);
    },
    explain: (error) => ({ box: `Failed to ${role ? "update" : "create"} role: ${(error as Error).message}` }),
  });
  const { name, description, permissions: allowed } = form.values;
  const setAllowed = (permissions: Permission[]) => form.change({ permissions });
  const changed =
    name !== saved.name ||
    description !== saved.description ||
    permissions.some((permission) => allowed.includes(permission) !== saved.permissions.includes(permission));

  const save = (values: typeof saved) => {
    const body = { ...values, permissions: [...values.permissions] };
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
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" type="submit" disabled={form.sending}>
          {role ? "Save Role" : "Create Role"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

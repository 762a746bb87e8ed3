import { useQuery } from "@tanstack/react-query";
import type { AdminRole } from "contract/roles/schema.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { useDenialReason } from "../admin/me.ts";
import { PermissionList } from "./permission-list.tsx";
import { rolesQuery } from "./queries.ts";

/** All roles; each opens its permissions. */
export function RoleLegend() {
  const mayNotRead = useDenialReason()("roles.read") !== undefined;
  const { data: roles } = useQuery({ ...rolesQuery(useAdminCall()), enabled: !mayNotRead });
  const [opened, setOpened] = useState<AdminRole>();
  if (!roles) return null;
  return (
    <section aria-label="Role legend" className="mb-5 flex flex-wrap items-center gap-2">
      <h2 className="mr-1 text-sm text-muted">Roles</h2>
      {roles.map((role) => (
        <Button key={role.id} size="small" aria-haspopup="dialog" onClick={() => setOpened(role)}>
          {role.name}
        </Button>
      ))}
      {opened && (
        <Dialog title={`Permissions of ${opened.name}`} onClose={() => setOpened(undefined)}>
          <div className="mt-2 grid gap-4">
            {opened.description && <p className="text-muted">{opened.description}</p>}
            <PermissionList permissions={opened.permissions} />
            <Button onClick={() => setOpened(undefined)} className="justify-self-start">
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

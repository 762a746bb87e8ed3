import { formatCount } from "contract/core/counts.ts";
import type { AdminRole } from "contract/roles/schema.ts";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useDenialReason } from "../admin/me.ts";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { rolesQuery } from "./queries.ts";
import { RoleDetail } from "./role-detail.tsx";
import { RoleForm } from "./role-form.tsx";

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
          <div className="grid content-start gap-3 border-r border-border pr-6">
            <ActionButton
              denialReason={denialReason("roles.write")}
              aria-pressed={view === "create"}
              onClick={() => setView("create")}
            >
              <Plus aria-hidden className="size-4" />
              New Role
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
        "flex min-h-10 w-full items-center justify-between gap-2 rounded-md px-3 py-1.5 text-left " +
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

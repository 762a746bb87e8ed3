import { useState } from "react";
import { ActionButton } from "../admin/action-button.tsx";
import { useWhyNot } from "../admin/me.ts";
import { RoleManagementDialog } from "./role-management-dialog.tsx";

export function RoleManagementButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ActionButton whyNot={useWhyNot()("roles.read")} onClick={() => setOpen(true)}>
        Role Management
      </ActionButton>
      {open && <RoleManagementDialog onClose={() => setOpen(false)} />}
    </>
  );
}

import type { AdminUser } from "contract/roles/schema.ts";
import UserCog from "lucide-react/icons/user-cog";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { type Column, stickyRight } from "../admin/table.tsx";
import { useTabState } from "../admin/tabs/tab-address.ts";
import { TabList } from "../admin/tabs/tab-list.tsx";
import { TabSearch } from "../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { EndSessionsDialog } from "./end-sessions-dialog.tsx";
import { ManageRolesDialog } from "./manage-roles-dialog.tsx";
import { usersPageSize, usersQuery } from "./queries.ts";
import { RoleFilter } from "./role-filter.tsx";
import { RoleLegend } from "./role-legend.tsx";
import { usersAllowed, usersDefaults } from "./users-state.ts";

const facts: Column<AdminUser>[] = [
  {
    head: "Username",
    sort: "username",
    cell: ({ username, email }) => (
      <>
        <span className="font-medium">{username}</span>
        <br />
        <span className="text-muted">{email ?? "No email address"}</span>
      </>
    ),
  },
  { head: "Admin Roles", cell: (user) => <Roles of={user} /> },
  { head: "Member Since", sort: "created_at", cell: ({ created_at }) => formatMoment(created_at) },
  { head: "Last Login", sort: "last_login", cell: ({ last_login }) => formatMoment(last_login) },
];

export function UserList() {
  const tab = useTabState(usersDefaults, usersAllowed);
  const { state, show } = tab;
  const result = useAdminQuery(usersQuery(useAdminCall(), state));
  const [managed, setManaged] = useState<AdminUser>();
  const denialReason = useDenialReason();
  const manageDenialReason = denialReason("roles.read") ?? denialReason("roles.write");

  const endDenialReason = denialReason("roles.write");
  const [ending, setEnding] = useState<AdminUser>();

  const actions: Column<AdminUser> = {
    head: "Actions",
    className: stickyRight,
    cell: (user) => (
      <div className="flex flex-wrap gap-2">
        <ActionButton
          size="small"
          denialReason={manageDenialReason}
          aria-label={`Manage Roles of ${user.username}`}
          onClick={() => setManaged(user)}
        >
          Manage Roles
        </ActionButton>
        <ActionButton
          size="small"
          denialReason={endDenialReason}
          aria-label={`End Sessions of ${user.username}`}
          onClick={() => setEnding(user)}
        >
          End Sessions
        </ActionButton>
      </div>
    ),
  };
  return (
    <>
      <RoleLegend />
      <div className="mb-4 flex flex-wrap gap-3">
        <TabSearch
          label="Search by username or email"
          applied={state.search}
          onSearch={(search) => show({ search })}
          className="min-w-64 grow"
        />
        <RoleFilter value={state.role} onChange={(role) => show({ role })} />
      </div>
      <TabList
        label="Admin users"
        failed="Failed to load admin users"
        empty={<Notice icon={UserCog} title="No users found" />}
        columns={[...facts, actions]}
        tab={tab}
        result={result}
        rows={result.data?.users}
        total={result.data?.total}
        pageSize={usersPageSize}
        align="middle"
      />
      {managed && <ManageRolesDialog user={managed} onClose={() => setManaged(undefined)} />}
      {ending && <EndSessionsDialog user={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function Roles({ of: { roles } }: { of: AdminUser }) {
  if (roles.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="flex flex-wrap gap-1">
      {roles.map(({ role_id, role_name, assigned_at }) => (
        <li key={role_id} title={`Since ${formatMoment(assigned_at)}`}>
          <Badge>{role_name}</Badge>
        </li>
      ))}
    </ul>
  );
}

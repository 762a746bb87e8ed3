import { useQuery } from "@tanstack/react-query";
import type { AdminUser } from "contract/roles/schema.ts";
import UserCog from "lucide-react/icons/user-cog";
import { useMemo, useState } from "react";
import { ActionButton } from "../admin/action-button.tsx";
import { serverWords, useAdminCall } from "../admin/admin-call.ts";
import { columnsOf, DataTable } from "../admin/data-table.tsx";
import { LoadFailed } from "../admin/load-failed.tsx";
import { useWhyNot } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { useTabState } from "../admin/tab-address.ts";
import { TabPager } from "../admin/tab-pager.tsx";
import { TabSearch } from "../admin/tab-search.tsx";
import { Badge } from "../ui/badge.tsx";
import { Notice } from "../ui/notice.tsx";
import { ManageRolesDialog } from "./manage-roles-dialog.tsx";
import { usersPageSize, usersQuery } from "./queries.ts";
import { RoleFilter } from "./role-filter.tsx";
import { RoleLegend } from "./role-legend.tsx";
import { type UsersState, usersAllowed, usersDefaults } from "./users-state.ts";

const helper = columnsOf<AdminUser>();
const facts = [
  helper.accessor("username", {
    header: "Username",
    cell: ({ row: { original: user } }) => (
      <>
        <span className="font-medium">{user.username}</span>
        <br />
        <span className="text-muted">{user.email ?? "No email address"}</span>
      </>
    ),
  }),
  helper.accessor("roles", {
    header: "Admin Roles",
    enableSorting: false,
    cell: ({ row }) => <Roles of={row.original} />,
  }),
  helper.accessor("created_at", { header: "Member Since", cell: ({ getValue }) => formatMoment(getValue()) }),
  helper.accessor("last_login", { header: "Last Login", cell: ({ getValue }) => formatMoment(getValue()) }),
];

export function UserList() {
  const { state, show, searchOf } = useTabState(usersDefaults, usersAllowed);
  const { data, error, isPlaceholderData, refetch } = useQuery(usersQuery(useAdminCall(), state));
  const [managed, setManaged] = useState<AdminUser>();
  const whyNot = useWhyNot();
  const whyNotManage = whyNot("roles.read") ?? whyNot("roles.write");

  const columns = useMemo(
    () => [
      ...facts,
      helper.display({
        id: "actions",
        header: "Actions",
        enableSorting: false,
        cell: ({ row: { original: user } }) => (
          <ActionButton
            size="small"
            whyNot={whyNotManage}
            aria-label={`Manage Roles of ${user.username}`}
            onClick={() => setManaged(user)}
          >
            Manage Roles
          </ActionButton>
        ),
      }),
    ],
    [whyNotManage],
  );

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
      {error && !data ? (
        <LoadFailed message={serverWords(error, "Failed to load admin users")} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable
            label="Admin users"
            columns={columns}
            rows={data?.users}
            rowId={({ id }) => String(id)}
            sort={state.sort}
            order={state.order}
            onSort={(sort, order) => show({ sort: sort as UsersState["sort"], order })}
            loading={isPlaceholderData}
            align="middle"
            empty={<Notice icon={UserCog} title="No users found" />}
          />
          <TabPager page={state.page} total={data?.total ?? 0} pageSize={usersPageSize} searchOf={searchOf} />
        </>
      )}
      {managed && <ManageRolesDialog user={managed} onClose={() => setManaged(undefined)} />}
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

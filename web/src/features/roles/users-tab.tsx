import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import type { AdminRole, AdminUser } from "contract/roles/schema.ts";
import UserCog from "lucide-static/icons/user-cog.svg?react";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminFreshFor, adminKey, useAdminQuery } from "../admin/queries.ts";
import { type Allowed, TabList, TabSearch, type TabState, useTabState } from "../admin/tab-list.tsx";
import { TabPage } from "../admin/tab-page.tsx";
import { type Column, stickyRight } from "../admin/table.tsx";
import { ManageRolesDialog } from "./manage-roles-dialog.tsx";
import { RoleManagementButton } from "./role-management-dialog.tsx";
import { PermissionList, rolesQuery } from "./roles.tsx";

/** Administrators and their roles (spec/administration 5). */
export function UsersTab() {
  return (
    <TabPage actions={<RoleManagementButton />}>
      <UserList />
    </TabPage>
  );
}

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

function UserList() {
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
          aria-label={`End sessions of ${user.username}`}
          onClick={() => setEnding(user)}
        >
          End sessions
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

/** Ends all sessions of a user after confirmation. */
function EndSessionsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const call = useAdminCall();
  return (
    <ConfirmDialog
      title={`End all sessions of ${user.username}?`}
      action="End sessions"
      kind="danger"
      explain={(error) => serverMessageOf(error, "Failed to end the sessions")}
      onConfirm={() => call("DELETE /api/admin/dashboard/users/{id}/sessions", { params: { id: user.id } })}
      onClose={onClose}
    >
      They are signed out on every device at once and have to sign in again.
    </ConfirmDialog>
  );
}

/** Filters users: with any role, with a certain role, or all. */
function RoleFilter({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const mayNotRead = useDenialReason()("roles.read") !== undefined;
  const { data: roles = [] } = useQuery({ ...rolesQuery(useAdminCall()), enabled: !mayNotRead });
  // an address may name a role by its id, or a deleted one
  const unlisted = value !== "" && value !== "any" && !roles.some(({ name }) => name === value);
  return (
    <Select label="Role" value={value} onChoose={onChange} className="w-52">
      <option value="any">Any admin role</option>
      <option value="">All users</option>
      {roles.map(({ id, name }) => (
        <option key={id}>{name}</option>
      ))}
      {unlisted && <option>{value}</option>}
    </Select>
  );
}

/** All roles; each opens its permissions. */
function RoleLegend() {
  const mayNotRead = useDenialReason()("roles.read") !== undefined;
  const { data: roles } = useQuery({ ...rolesQuery(useAdminCall()), enabled: !mayNotRead });
  const [opened, setOpened] = useState<AdminRole>();
  if (!roles) return null;
  return (
    <section aria-label="Role legend" className="mb-5 flex flex-wrap items-center gap-2">
      <h2 className="me-1 text-sm text-muted">Roles</h2>
      {roles.map((role) => (
        <Button key={role.id} size="small" aria-haspopup="dialog" onClick={() => setOpened(role)}>
          {role.name}
        </Button>
      ))}
      {opened && (
        <Dialog title={`Permissions of ${opened.name}`} onClose={() => setOpened(undefined)}>
          <div className="mt-2 grid gap-4">
            {opened.description && <p className="text-muted">{opened.description}</p>}
            <PermissionList {...opened} />
            <Button onClick={() => setOpened(undefined)} className="justify-self-start">
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** Users in a page of the list (spec/administration 2.4). */
const usersPageSize = 20;

/** A page of the users with their roles. */
function usersQuery(call: Call, { page, search, role, sort, order }: UsersState) {
  return queryOptions({
    queryKey: [adminKey, "users", page, search, role, sort, order],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page, limit: usersPageSize, search, role: role || undefined, sortBy: sort, sortOrder: order };
      return call("GET /api/admin/dashboard/users", { query }, { signal });
    },
  });
}

interface UsersState extends TabState {
  search: string;
  /** A role's name, `any` for any role, empty for all users. */
  role: string;
  sort: "username" | "created_at" | "last_login";
  order: "ASC" | "DESC";
}

/** How the tab opens (spec/administration 5.1). */
const usersDefaults: UsersState = { page: 1, search: "", role: "any", sort: "username", order: "ASC" };

const usersAllowed: Allowed<UsersState> = {
  sort: ["username", "created_at", "last_login"],
  order: ["ASC", "DESC"],
};

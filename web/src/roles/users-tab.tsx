import { TabPage } from "../admin/tab-page.tsx";
import { RoleManagementButton } from "./role-management-button.tsx";
import { UserList } from "./user-list.tsx";

/** Who administrates the site, and what their roles allow (admin.md section 2). */
export function UsersTab() {
  return (
    <TabPage title="Admin Users" needs="users.read" actions={<RoleManagementButton />}>
      <UserList />
    </TabPage>
  );
}

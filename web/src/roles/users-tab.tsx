import { TabPage } from "../admin/tab-page.tsx";
import { RoleManagementButton } from "./role-management-button.tsx";
import { UserList } from "./user-list.tsx";

/** Who administrates the site, and what their roles allow (spec/administration 5). */
export function UsersTab() {
  return (
    <TabPage title="Admin Users" needs="users.read" actions={<RoleManagementButton />}>
      <UserList />
    </TabPage>
  );
}

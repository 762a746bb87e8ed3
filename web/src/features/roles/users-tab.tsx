import { TabPage } from "../admin/tabs/tab-page.tsx";
import { RoleManagementButton } from "./role-management-dialog.tsx";
import { UserList } from "./user-list.tsx";

/** Administrators and their roles (spec/administration 5). */
export function UsersTab() {
  return (
    <TabPage title="Admin Users" needs="users.read" actions={<RoleManagementButton />}>
      <UserList />
    </TabPage>
  );
}

import type { Permission } from "contract/permissions.ts";
import { callApi, type Member, newMember } from "./member.ts";
import type { Site } from "./site.ts";

const password = "admin-secret";

/** For `startSite`: the first administrator can sign in. */
export const firstAdministrator = { ADMIN_PASSWORD: password };

/** The super admin that the site made when it started. */
export async function superAdmin(site: Site): Promise<Member> {
  const body = { email: "admin@localhost.localdomain", password };
  const signedIn = await callApi<Pick<Member, "token" | "user">>(site, "POST", "/api/auth/login", { body });
  return { username: "admin", email: body.email, ...signedIn };
}

let roles = 0;

/** A new member with a role that allows just this. */
export async function newAdministrator(site: Site, permissions: readonly Permission[]): Promise<Member> {
  const by = { member: await superAdmin(site) };
  const member = await newMember(site);
  const path = "/api/admin/dashboard";
  const body = { name: `role_${++roles}`, description: "", permissions };
  const { role } = await callApi<{ role: { id: number } }>(site, "POST", `${path}/roles`, { ...by, body });
  await callApi(site, "POST", `${path}/users/${member.user.id}/roles/${role.id}`, by);
  return member;
}

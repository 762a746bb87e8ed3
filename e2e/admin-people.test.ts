import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { alertOf, button, dialog, rows, searchParams, startPanel } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";
import { type Member, newMember } from "./member.ts";

const { site, asAdmin, asNewlySignedIn, allowed, call, visit, atTab } = startPanel();

const idOf = ({ user }: Member) => user.id as number;

async function holder(...roles: string[]): Promise<Member> {
  const member = await newMember(site());
  await call("PUT", `/api/admin/dashboard/users/${idOf(member)}/roles`, { roleIds: roles });
  return member;
}

async function rolesOf(member: Member): Promise<string[]> {
  const path = `/api/admin/dashboard/users?search=${member.username}`;
  const { users } = await call<{ users: { roles: { role_name: string }[] }[] }>("GET", path);
  return users[0]!.roles.map(({ role_name }) => role_name);
}

async function newRole(name: string, ...permissions: string[]): Promise<string> {
  await call("POST", "/api/admin/dashboard/roles", { name, description: `For ${name}`, permissions });
  return name;
}

describe("Admin Users", () => {
  atTab("/admin/users", "lists users with a role, sorted by name", async (page) => {
    const [ann, bob] = [await holder("content_viewer"), await newMember(site())];
    await page.reload();
    await page.getByRole("cell", { name: ann.email }).waitFor();
    expect(await page.getByRole("combobox", { name: "Role" }).inputValue()).toBe("any");
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      "Username",
      "Admin Roles",
      "Member Since",
      "Last Login",
      "Actions",
    ]);
    expect((await rows(page)).map(([name]) => name)).not.toContain(expect.stringContaining(bob.username));

    await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "All users" });
    await page.getByRole("searchbox").fill(bob.email);
    await expect.poll(async () => (await rows(page)).length).toBe(1);
    expect((await rows(page))[0]![0]).toContain(bob.username);
    expect(searchParams(page).get("search")).toBe(bob.email);

    await page.getByRole("link", { name: "Username", exact: true }).click();
    await expect.poll(() => searchParams(page).get("order")).toBe("DESC");
    await page.reload();
    await page.getByRole("cell", { name: bob.email }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe(bob.email);
    expect(await axeFindings(page)).toEqual([]);
  });

  atTab(
    "/admin/users",
    "a role of the legend shows its permissions, and Esc restores the focus (soak)",
    async (page) => {
      const legend = page.getByRole("region", { name: "Role legend" }).getByRole("button", { name: "content_viewer" });
      await legend.click();
      expect(await dialog(page, "Permissions of content_viewer").getByRole("listitem").allTextContents()).toEqual([
        "content.read",
      ]);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      expect(await legend.evaluate((button) => button === document.activeElement)).toBe(true);
    },
  );

  visit("role changes apply immediately after a confirmation that names them", asAdmin, async (page) => {
    const ann = await holder("content_viewer", await newRole("curators", "content.write"));
    await opened(page, `/admin/users?search=${ann.username}`);
    await button(page, `Manage Roles of ${ann.username}`).click();
    const manage = dialog(page, `Manage Roles: ${ann.username}`);
    expect(await manage.getByRole("button", { name: "Update Roles" }).isDisabled()).toBe(true);
    await manage.getByLabel("content_manager").check();
    await manage.getByLabel("content_viewer").uncheck();
    await manage.getByLabel("curators").uncheck();
    await manage.getByRole("button", { name: "Update Roles" }).click();
    const confirm = dialog(page, "Remove roles");
    expect(await confirm.getByRole("definition").allTextContents()).toEqual([
      "content_manager",
      expect.stringMatching(/^content_viewer, curators$/),
    ]);
    await confirm.getByRole("button", { name: "Confirm" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("row", { name: ann.username }).getByText("content_manager").waitFor();
    expect(await rolesOf(ann)).toEqual(["content_manager"]);
  });

  atTab("/admin/users?search=admin@localhost", "the last super admin cannot lose the role (soak)", async (page) => {
    await button(page, "Manage Roles of admin").click();
    await page.getByLabel("super_admin").uncheck();
    await button(page, "Update Roles").click();
    await dialog(page, "Remove roles").getByRole("button", { name: "Confirm" }).click();
    await alertOf(page, "Failed to update user roles");
    await alertOf(page, "The last super admin has to keep super_admin");
  });

  atTab("/admin", "roles are created, changed and deleted", async (page) => {
    await page.getByRole("link", { name: "Admin Users" }).click();
    await button(page, "Role Management").click();
    const management = dialog(page, "Role Management");
    await management.getByRole("button", { name: "New role" }).click();
    await management.getByLabel("Name").fill("content_viewer");
    await management.getByRole("button", { name: "Create role" }).click();
    await alertOf(page, "Failed to create role: A role with this name exists already");
    await management.getByLabel("Name").fill("translators");
    await management.getByLabel("Description").fill("Translate");
    await management.getByLabel("content.read").check();

    // Going back keeps unsaved input.
    await page.goBack();
    await dialog(page, "Unsaved changes").getByRole("button", { name: "Keep editing" }).click();

    await management.getByRole("button", { name: "Create role" }).click();
    await management.getByRole("heading", { name: "translators" }).waitFor();
    await management.getByText("Nobody holds this role.").waitFor();
    await management.getByRole("button", { name: "Edit", exact: true }).click();
    await management.getByLabel("content.write").check();
    await management.getByRole("button", { name: "Save role" }).click();
    await management.getByText("content.write").waitFor();

    await management.getByRole("button", { name: "Delete role" }).click();
    const confirm = dialog(page, "Delete role");
    expect(await confirm.textContent()).toContain("removes the role from all users");
    await confirm.getByRole("button", { name: "Delete role" }).click();
    await expect.poll(() => management.getByRole("listitem").filter({ hasText: "translators" }).count()).toBe(0);

    await management.getByRole("button", { name: /^super_admin/ }).click();
    const edit = management.getByRole("button", { name: "Delete role" });
    expect(await edit.getAttribute("aria-disabled")).toBe("true");
    expect(await edit.getAttribute("title")).toBe("The role super_admin stays as it is");
  });

  atTab(
    "/admin/users",
    "the panel shows why a call failed (spec/administration 2.3) (soak)",
    async (page) => {
      await button(page, "Role Management").click();
      await button(page, "New role").click();
      await dialog(page, "Role Management").getByLabel("Name").fill("never_created");
      const attempt = async (message: string) => {
        await button(page, "Create role").click();
        await alertOf(page, `Failed to create role: ${message}`);
      };
      const roles = "**/api/admin/dashboard/roles";
      for (const [response, message] of [
        [{ status: 418, json: {} }, "Request failed with status 418"],
        [{ status: 403, json: {} }, "Access denied"],
        [{ status: 403, json: { error: "Not you" } }, "Not you"],
        [{ status: 200, body: "<html>" }, "Invalid JSON response from server"],
        [{ status: 401, json: { error: "Who are you?" } }, "Admin authentication required"],
      ] as const) {
        await page.route(roles, (route) =>
          route.request().method() === "POST" ? route.fulfill(response) : route.continue(),
        );
        await attempt(message);
        await page.unroute(roles);
      }
      // The rejected token has been removed.
      await button(page, "Back to my edits").click();
      await attempt("Authentication required - no token found");
    },
    asNewlySignedIn,
  );

  atTab("/admin/users", "deleting a deleted role shows an error (soak)", async (page) => {
    const name = await newRole("gone_soon");
    await page.reload();
    await button(page, "Role Management").click();
    const management = dialog(page, "Role Management");
    await management.getByRole("button", { name: /^gone_soon/ }).click();
    await management.getByRole("button", { name: "Delete role" }).click();
    await call("DELETE", `/api/admin/dashboard/roles/${name}`);
    await dialog(page, "Delete role").getByRole("button", { name: "Delete role" }).click();
    await alertOf(page, "Failed to delete role: Role not found");
  });

  atTab("/admin/users", "users of a role are searched and removed (soak)", async (page) => {
    const name = await newRole("testers", "config.read");
    const [ann, bob] = [await holder(name), await holder(name)];
    await page.reload();
    await button(page, "Role Management").click();
    const management = dialog(page, "Role Management");
    await management.getByRole("button", { name: /^testers/ }).click();
    const members = management.getByRole("list", { name: "Users in this role" }).getByRole("listitem");
    await expect.poll(() => members.count()).toBe(2);
    await management.getByRole("searchbox").fill(ann.email);
    await expect.poll(() => members.allTextContents()).toEqual([expect.stringContaining(ann.username)]);
    await management.getByRole("button", { name: `Remove ${ann.username}` }).click();
    await dialog(page, "Remove from role").getByRole("button", { name: "Remove" }).click();
    await management.getByText("No users found").waitFor();
    expect([await rolesOf(ann), await rolesOf(bob)]).toEqual([[], [name]]);

    await management.getByRole("button", { name: /^super_admin/ }).click();
    await management.getByRole("button", { name: "Remove admin" }).click();
    await dialog(page, "Remove from role").getByRole("button", { name: "Remove" }).click();
    await alertOf(page, "Failed to remove user from role");
  });

  atTab(
    "/admin/users",
    "a missing permission is named (soak)",
    async (page) => {
      const management = button(page, "Role Management");
      expect(await management.getAttribute("aria-disabled")).toBe("true");
      expect(await management.getAttribute("title")).toBe("This needs the permission roles.read");
      await page.getByRole("link", { name: "Audit Logs" }).click();
      await page.getByText("This needs the permission audit.read.").waitFor();
    },
    allowed("users.read"),
  );
});

describe("Audit Logs", () => {
  atTab("/admin/audit", "lists the last 30 days, newest first, with filters in the address", async (page) => {
    const day = (ago: number) =>
      page.evaluate((ago) => {
        const date = new Date();
        date.setDate(date.getDate() - ago);
        return date.toLocaleDateString("sv-SE");
      }, ago);
    expect(await page.getByLabel("Start date").inputValue()).toBe(await day(30));
    expect(await page.getByLabel("End date").inputValue()).toBe(await day(0));
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      "Timestamp",
      "User",
      "Action",
      "Resource",
      "Description",
      "Details",
    ]);
    expect(searchParams(page).size).toBe(0);

    const role = await newRole(`auditors_${Date.now()}`);
    await page.getByRole("combobox", { name: "User" }).selectOption("System");
    await expect.poll(async () => (await rows(page)).map(([, user]) => user)).toEqual(["System"]);
    await page.getByRole("combobox", { name: "User" }).selectOption("admin");
    await page.getByRole("combobox", { name: "Resource" }).selectOption("admin_role");
    await page.getByRole("combobox", { name: "Action" }).selectOption("CREATE");
    await expect
      .poll(async () => [...new Set((await rows(page)).map(([, user, action]) => `${user} ${action}`))])
      .toEqual(["admin CREATE"]);
    await page.reload();
    await page.getByRole("cell", { name: `Created the role ${role}`, exact: true }).waitFor();
    await page.getByLabel("End date").fill("2001-01-01");
    await page.getByText("No audit logs found").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  atTab("/admin/audit", "an entry shows each changed field (soak)", async (page) => {
    const name = await newRole("renamed");
    await call("PUT", `/api/admin/dashboard/roles/${name}`, { description: "" });
    await button(page, "Refresh").click();
    await button(page, "Details: Changed the role renamed").click();
    const details = dialog(page, "Audit log details");
    for (const heading of ["Before", "After", "Changed Fields"]) {
      await details.getByRole("heading", { name: heading, exact: true }).waitFor();
    }
    const changes = details.getByRole("listitem");
    expect(await changes.allTextContents()).toEqual(["descriptionFromFor renamedTo(empty)"]);
    expect(await axeFindings(page)).toEqual([]);
  });

  atTab("/admin/audit?search=renamed", "the export contains the filtered list (soak)", async (page) => {
    await page.getByRole("cell", { name: "Changed the role renamed", exact: true }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export CSV").click()]);
    expect(download.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^\uFEFFperformed_at,username,action,/);
    expect(lines.slice(1).map((line) => line.split(",")[2])).toEqual(["UPDATE", "CREATE"]);
  });

  atTab("/admin/audit", "a failed export shows an error (soak)", async (page) => {
    await page.getByRole("cell", { name: "admin", exact: true }).first().waitFor();
    await page.route("**/api/admin/dashboard/audit/export**", (route) => route.abort());
    await button(page, "Export CSV").click();
    await alertOf(page, "Failed to export audit logs");
  });
});

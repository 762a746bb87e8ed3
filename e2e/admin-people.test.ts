import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { alertOf, button, dialog, startPanel, type Who } from "./administrators.ts";
import { opened, seriousFindings } from "./browser.ts";
import { callApi, type Member, newMember } from "./member.ts";

const { site, asAdmin, asNewlySignedIn, allowed, call, visit } = startPanel();

/** A test at a tab of the panel, as the super admin unless another is named. */
function atTab(path: string, name: string, steps: (page: Page) => Promise<void>, who: Who = asAdmin) {
  visit(name, who, async (page) => {
    await opened(page, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await steps(page);
  });
}

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

/** Makes a role for a test. */
async function newRole(name: string, ...permissions: string[]): Promise<string> {
  await call("POST", "/api/admin/dashboard/roles", { name, description: `For ${name}`, permissions });
  return name;
}

/** The rows of the list by their cells. */
const rows = (page: Page) =>
  page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
const search = (page: Page) => new URL(page.url()).searchParams;

describe("Admin Users", () => {
  atTab("/admin/users", "opens on those who hold a role, by name", async (page) => {
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
    expect(search(page).get("search")).toBe(bob.email);

    await button(page, "Username").click();
    await expect.poll(() => search(page).get("order")).toBe("DESC");
    await page.reload();
    await page.getByRole("cell", { name: bob.email }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe(bob.email);
    expect(await seriousFindings(page)).toEqual([]);
  });

  atTab("/admin/users", "a role of the legend opens what it allows, and Esc gives the focus back", async (page) => {
    const legend = page.getByRole("region", { name: "Role legend" }).getByRole("button", { name: "content_viewer" });
    await legend.click();
    expect(await dialog(page, "Permissions of content_viewer").getByRole("listitem").allTextContents()).toEqual([
      "content.read",
    ]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await legend.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  visit("roles are changed at once, after a step that names them", asAdmin, async (page) => {
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

  atTab(
    "/admin/users?search=admin@localhost",
    "the last super admin stays one, and the panel says why",
    async (page) => {
      await button(page, "Manage Roles of admin").click();
      await page.getByLabel("super_admin").uncheck();
      await button(page, "Update Roles").click();
      await dialog(page, "Remove roles").getByRole("button", { name: "Confirm" }).click();
      await alertOf(page, "Failed to update user roles");
      await alertOf(page, "The last super admin has to keep super_admin");
    },
  );

  atTab("/admin", "roles are made, changed and deleted", async (page) => {
    await page.getByRole("link", { name: "Admin Users" }).click();
    await button(page, "Role Management").click();
    const management = dialog(page, "Role Management");
    await management.getByRole("button", { name: "New Role" }).click();
    await management.getByLabel("Name").fill("content_viewer");
    await management.getByRole("button", { name: "Create Role" }).click();
    await alertOf(page, "Failed to create role: A role with this name exists already");
    await management.getByLabel("Name").fill("translators");
    await management.getByLabel("Description").fill("Translate");
    await management.getByLabel("content.read").check();

    // what is not saved is not lost by a step back
    await page.goBack();
    await dialog(page, "Unsaved changes").getByRole("button", { name: "Keep editing" }).click();

    await management.getByRole("button", { name: "Create Role" }).click();
    await management.getByRole("heading", { name: "translators" }).waitFor();
    await management.getByText("Nobody holds this role.").waitFor();
    await management.getByRole("button", { name: "Edit" }).click();
    await management.getByLabel("content.write").check();
    await management.getByRole("button", { name: "Save Role" }).click();
    await management.getByText("content.write").waitFor();

    await management.getByRole("button", { name: "Delete Role" }).click();
    const confirm = dialog(page, "Delete Role");
    expect(await confirm.textContent()).toContain("removes the role from all users");
    await confirm.getByRole("button", { name: "Delete Role" }).click();
    await expect.poll(() => management.getByRole("listitem").filter({ hasText: "translators" }).count()).toBe(0);

    await management.getByRole("button", { name: /^super_admin/ }).click();
    const edit = management.getByRole("button", { name: "Delete Role" });
    expect(await edit.getAttribute("aria-disabled")).toBe("true");
    expect(await edit.getAttribute("title")).toBe("The role super_admin stays as it is");
  });

  atTab(
    "/admin/users",
    "why a call failed is told in the panel's words (spec/administration 2.3)",
    async (page) => {
      await button(page, "Role Management").click();
      await button(page, "New Role").click();
      await dialog(page, "Role Management").getByLabel("Name").fill("never_made");
      const attempt = async (words: string) => {
        await button(page, "Create Role").click();
        await alertOf(page, `Failed to create role: ${words}`);
      };
      const roles = "**/api/admin/dashboard/roles";
      for (const [answer, words] of [
        [{ status: 418, json: {} }, "Request failed with status 418"],
        [{ status: 403, json: {} }, "Access denied"],
        [{ status: 403, json: { error: "Not you" } }, "Not you"],
        [{ status: 200, body: "<html>" }, "Invalid JSON response from server"],
        [{ status: 401, json: { error: "Who are you?" } }, "Admin authentication required"],
      ] as const) {
        await page.route(roles, (route) =>
          route.request().method() === "POST" ? route.fulfill(answer) : route.continue(),
        );
        await attempt(words);
        await page.unroute(roles);
      }
      // the refused token is gone by now
      await button(page, "Back to my edits").click();
      await attempt("Authentication required - no token found");
    },
    asNewlySignedIn,
  );

  atTab("/admin/users", "a role that is gone already cannot be deleted", async (page) => {
    const name = await newRole("gone_soon");
    await page.reload();
    await button(page, "Role Management").click();
    const management = dialog(page, "Role Management");
    await management.getByRole("button", { name: /^gone_soon/ }).click();
    await management.getByRole("button", { name: "Delete Role" }).click();
    await call("DELETE", `/api/admin/dashboard/roles/${name}`);
    await dialog(page, "Delete Role").getByRole("button", { name: "Delete Role" }).click();
    await alertOf(page, "Failed to delete role: Role not found");
  });

  atTab("/admin/users", "who holds a role is found there, and removed from it", async (page) => {
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
    "what a permission is missing for is shown with the reason",
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

describe("Customer Messages", () => {
  const write = (name: string) =>
    callApi(site(), "POST", "/api/contact/submit", {
      body: { name, email: `${name}@example.com`, subject: `Question of ${name}`, message: "One\n\nTwo" },
    });
  const counts = (page: Page) => page.getByRole("main").locator("dl").first().locator("div").allTextContents();

  atTab("/admin/messages", "an empty list says so", async (page) => {
    await page.getByText("No customer messages found").waitFor();
  });

  atTab("/admin/messages", "opening a message makes it read, and it goes on from there", async (page) => {
    await write("Ada");
    await write("Bea");
    await page.reload();
    await expect.poll(() => counts(page)).toEqual(["New2", "Read0", "In Progress0", "Resolved0"]);
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      "Status",
      "Name",
      "Email",
      "Subject",
      "Submitted",
      "Actions",
    ]);
    expect((await rows(page)).map(([, name]) => name)).toEqual(["Bea", "Ada"]);
    await button(page, "View the message of Ada").click();
    const message = dialog(page, "Customer Message");
    await message.getByText("Read", { exact: true }).first().waitFor();
    await expect.poll(() => counts(page)).toEqual(["New1", "Read1", "In Progress0", "Resolved0"]);
    for (const text of ["Ada@example.com", "Question of Ada", "One\n\nTwo", "127.0.0.1", "node"]) {
      expect(await message.textContent()).toContain(text);
    }
    expect(await seriousFindings(page)).toEqual([]);
    await message.getByRole("button", { name: "Set In Progress" }).click();
    await expect.poll(() => counts(page)).toEqual(["New1", "Read0", "In Progress1", "Resolved0"]);
    await message.getByRole("button", { name: "Mark as Resolved" }).click();
    await expect.poll(() => counts(page)).toEqual(["New1", "Read0", "In Progress0", "Resolved1"]);
    expect(await message.getByRole("button", { name: "Mark as Resolved" }).count()).toBe(0);
    await page.keyboard.press("Escape");

    await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Resolved" });
    await expect.poll(async () => (await rows(page)).map(([, name]) => name)).toEqual(["Ada"]);
    expect(search(page).get("status")).toBe("resolved");
    await page.reload();
    await expect.poll(async () => (await rows(page)).map(([, name]) => name)).toEqual(["Ada"]);
  });

  atTab("/admin/messages?search=Finn", "a press while the message is still becoming read is not lost", async (page) => {
    await write("Finn");
    await page.reload();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const moves: string[] = [];
    await page.route("**/api/admin/contact/submissions/*", async (route) => {
      const { status } = route.request().postDataJSON();
      moves.push(status);
      // the server has done it, but the answer takes its time
      const response = await route.fetch();
      if (status === "read") await held;
      await route.fulfill({ response });
    });
    await button(page, "View the message of Finn").click();
    const message = dialog(page, "Customer Message");
    await message.getByRole("button", { name: "Set In Progress" }).click();
    await message.getByRole("button", { name: "Set In Progress" }).and(page.locator(":disabled")).waitFor();
    expect(moves).toEqual(["read"]);
    goOn();
    await message.getByText("In Progress", { exact: true }).first().waitFor();
    expect(moves).toEqual(["read", "in_progress"]);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  atTab("/admin/messages?search=Cleo", "when another administrator was faster, that is shown", async (page) => {
    await write("Cleo");
    await page.reload();
    await button(page, "View the message of Cleo").click();
    const message = dialog(page, "Customer Message");
    await message.getByText("Read", { exact: true }).first().waitFor();
    const path = "/api/admin/contact/submissions";
    const { submissions } = await call<{ submissions: { id: number }[] }>("GET", `${path}?search=Cleo`);
    await call("PUT", `${path}/${submissions[0]!.id}`, { status: "closed" });
    await message.getByRole("button", { name: "Mark as Resolved" }).click();
    await alertOf(page, "Somebody handled this message meanwhile");
    await message.getByText("Closed", { exact: true }).waitFor();
  });

  atTab(
    "/admin/messages",
    "who may only read messages leaves them new",
    async (page) => {
      await write("Dora");
      await page.reload();
      await button(page, "View the message of Dora").click();
      const resolve = dialog(page, "Customer Message").getByRole("button", { name: "Mark as Resolved" });
      expect(await resolve.getAttribute("title")).toBe("This needs the permission users.write");
      const { submissions } = await call<{ submissions: { status: string }[] }>(
        "GET",
        "/api/admin/contact/submissions?search=Dora",
      );
      expect(submissions[0]!.status).toBe("new");
    },
    allowed("users.read"),
  );
});

describe("Audit Logs", () => {
  atTab("/admin/audit", "opens on the last 30 days, newest first, and its filters are in the address", async (page) => {
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
    expect(search(page).size).toBe(0);

    await page.getByRole("combobox", { name: "User" }).selectOption("System");
    await expect.poll(async () => (await rows(page)).map(([, user]) => user)).toEqual(["System"]);
    await page.getByRole("combobox", { name: "User" }).selectOption("admin");
    await page.getByRole("combobox", { name: "Resource" }).selectOption("admin_role");
    await page.getByRole("combobox", { name: "Action" }).selectOption("CREATE");
    await expect
      .poll(async () => [...new Set((await rows(page)).map(([, user, action]) => `${user} ${action}`))])
      .toEqual(["admin CREATE"]);
    await page.reload();
    await page.getByRole("cell", { name: "Created the role testers", exact: true }).waitFor();
    await page.getByLabel("End date").fill("2001-01-01");
    await page.getByText("No audit logs found").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  atTab("/admin/audit", "an entry shows what changed, field by field", async (page) => {
    const name = await newRole("renamed");
    await call("PUT", `/api/admin/dashboard/roles/${name}`, { description: "" });
    await button(page, "Refresh").click();
    await button(page, "Details: Changed the role renamed").click();
    const details = dialog(page, "Audit Log Details");
    for (const heading of ["Before", "After", "Changed Fields"]) {
      await details.getByRole("heading", { name: heading, exact: true }).waitFor();
    }
    const changes = details.getByRole("listitem");
    expect(await changes.allTextContents()).toEqual(["descriptionFromFor renamedTo(empty)"]);
    expect(await seriousFindings(page)).toEqual([]);
  });

  atTab("/admin/audit?search=renamed", "the export is a file with what the list shows", async (page) => {
    await page.getByRole("cell", { name: "Changed the role renamed", exact: true }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export CSV").click()]);
    expect(download.suggestedFilename()).toMatch(/^audit-logs-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^performed_at,username,action,/);
    expect(lines.slice(1).map((line) => line.split(",")[2])).toEqual(["UPDATE", "CREATE"]);
  });

  atTab("/admin/audit", "an export that fails says so", async (page) => {
    await page.getByRole("cell", { name: "admin", exact: true }).first().waitFor();
    await page.route("**/api/admin/dashboard/audit/export**", (route) => route.abort());
    await button(page, "Export CSV").click();
    await alertOf(page, "Failed to export audit logs");
  });
});

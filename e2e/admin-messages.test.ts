import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { alertOf, button, dialog, rows, searchParams, startPanel } from "./administrators.ts";
import { axeFindings } from "./browser.ts";
import { callApi } from "./member.ts";

const { site, allowed, call, atTab } = startPanel();

describe("Customer Messages", () => {
  const write = (name: string) =>
    callApi(site(), "POST", "/api/contact/submit", {
      body: { name, email: `${name}@example.com`, subject: `Question of ${name}`, message: "One\n\nTwo" },
    });
  /** How many messages of each state there are. */
  const counts = async (page: Page) => {
    const texts = await page.getByRole("main").locator("dl").first().locator("div").allTextContents();
    return texts.map((text) => Number(text.replace(/\D/g, "")));
  };
  /** Waits for the status of the message; the time at which it was read has the same name. */
  const shownAs = (message: Locator, status: string) =>
    message.locator("dd").getByText(status, { exact: true }).waitFor();

  atTab("/admin/messages?search=nobody", "an empty list shows a message (soak)", async (page) => {
    await page.getByText("No customer messages found").waitFor();
  });

  atTab(
    "/admin/messages",
    "opening a message marks it as read; it can be set in progress and resolved",
    async (page) => {
      const [unread, read, inProgress, resolved] = (await counts(page)) as [number, number, number, number];
      await write("Ada");
      await write("Bea");
      await page.reload();
      await expect.poll(() => counts(page)).toEqual([unread + 2, read, inProgress, resolved]);
      expect(await page.getByRole("columnheader").allTextContents()).toEqual([
        "Status",
        "Name",
        "Email",
        "Subject",
        "Submitted",
        "Actions",
      ]);
      expect((await rows(page)).slice(0, 2).map(([, name]) => name)).toEqual(["Bea", "Ada"]);
      await button(page, "View the message of Ada").click();
      const message = dialog(page, "Customer message");
      await shownAs(message, "Read");
      await expect.poll(() => counts(page)).toEqual([unread + 1, read + 1, inProgress, resolved]);
      for (const text of ["Ada@example.com", "Question of Ada", "One\n\nTwo", "127.0.0.1", "node"]) {
        expect(await message.textContent()).toContain(text);
      }
      expect(await axeFindings(page)).toEqual([]);
      await message.getByRole("button", { name: "Set in progress" }).click();
      await expect.poll(() => counts(page)).toEqual([unread + 1, read, inProgress + 1, resolved]);
      await message.getByRole("button", { name: "Mark as Resolved" }).click();
      await expect.poll(() => counts(page)).toEqual([unread + 1, read, inProgress, resolved + 1]);
      expect(await message.getByRole("button", { name: "Mark as Resolved" }).count()).toBe(0);
      await page.keyboard.press("Escape");

      await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Resolved" });
      await expect.poll(async () => (await rows(page)).map(([, name]) => name)).not.toContain("Bea");
      expect((await rows(page))[0]![1]).toBe("Ada");
      expect(searchParams(page).get("status")).toBe("resolved");
      await page.reload();
      await expect.poll(async () => (await rows(page))[0]?.[1]).toBe("Ada");
    },
  );

  atTab(
    "/admin/messages?search=Finn",
    "a click while the message is being marked as read is not lost (soak)",
    async (page) => {
      await write("Finn");
      await page.reload();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const statuses: string[] = [];
      await page.route("**/api/admin/contact/submissions/*", async (route) => {
        const { status } = route.request().postDataJSON();
        statuses.push(status);
        // The server has saved it, but the response is delayed.
        const response = await route.fetch();
        if (status === "read") await held;
        await route.fulfill({ response });
      });
      // The newest: a second try writes another.
      await button(page, "View the message of Finn").first().click();
      const message = dialog(page, "Customer message");
      await message.getByRole("button", { name: "Set in progress" }).click();
      await message.getByRole("button", { name: "Set in progress" }).and(page.locator(":disabled")).waitFor();
      await expect.poll(() => statuses).toEqual(["read"]);
      release();
      await shownAs(message, "In Progress");
      expect(statuses).toEqual(["read", "in_progress"]);
      expect(await page.getByRole("alert").count()).toBe(0);
    },
  );

  atTab("/admin/messages?search=Cleo", "a status change by another administrator is shown (soak)", async (page) => {
    await write("Cleo");
    await page.reload();
    await button(page, "View the message of Cleo").click();
    const message = dialog(page, "Customer message");
    await shownAs(message, "Read");
    const path = "/api/admin/contact/submissions";
    const { submissions } = await call<{ submissions: { id: number }[] }>("GET", `${path}?search=Cleo`);
    await call("PUT", `${path}/${submissions[0]!.id}`, { status: "closed" });
    await message.getByRole("button", { name: "Mark as Resolved" }).click();
    await alertOf(page, "Someone else handled this message meanwhile");
    await shownAs(message, "Closed");
  });

  atTab(
    "/admin/messages",
    "opening a message without permission to change it leaves it new (soak)",
    async (page) => {
      await write("Dora");
      await page.reload();
      await button(page, "View the message of Dora").click();
      const resolve = dialog(page, "Customer message").getByRole("button", { name: "Mark as Resolved" });
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

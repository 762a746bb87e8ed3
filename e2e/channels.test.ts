import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { startReceiver } from "../server/src/test/servers/receiver.ts";
import { axeFindings, opened, type Screen } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { mailedPath } from "./outbox.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("shared");
const { site } = visits;
const receiver = await startReceiver();
beforeEach(() => receiver.respondWith(200));

/** A test as a signed-in member with a confirmed address, on the notifications page. */
function visit(name: string, steps: (page: Page, member: Member) => Promise<void>, screen?: Screen) {
  test(name, async () => {
    const member = await newMember(site());
    const path = await mailedPath(site().dataDir, member.email, /\/verify-email\?token=[\w-]+/);
    await callApi(site(), "POST", "/api/auth/email/confirm", { body: { token: path.slice(path.indexOf("=") + 1) } });
    const onPage = async (page: Page) => {
      await signIn(page, member);
      await opened(page, "/notifications");
      await steps(page, member);
    };
    await visits.visit(onPage, screen, /^Failed to load resource/);
  });
}

const panel = (page: Page) => page.getByRole("region", { name: "Channels" });
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const status = (page: Page) => panel(page).getByRole("status");

async function choose(page: Page, kind: string): Promise<void> {
  await panel(page).getByRole("button", { name: "Add a channel" }).click();
  await dialog(page).getByRole("button", { name: kind }).click();
}

async function addWebhook(page: Page): Promise<void> {
  await choose(page, "Webhook");
  await dialog(page).getByLabel("Name").fill("My server");
  await dialog(page).getByLabel("URL", { exact: true }).fill(`${receiver.origin}/hook`);
  await button(page, "Continue").click();
}

describe("channels (spec/notifications 3)", () => {
  visit(
    "a webhook is added with its secret, verified by its code, and tested",
    async (page) => {
      await expect.poll(() => panel(page).textContent()).toContain("No channels yet");
      await addWebhook(page);
      const secret = dialog(page).getByText(/^whsec_/);
      await secret.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await button(page, "Continue").click();
      await dialog(page).getByLabel("Code").fill("wrong");
      await button(page, "Verify").click();
      await dialog(page).getByText("This is not the code").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await expect.poll(() => receiver.bodies().at(-1)?.code).toBeTruthy();
      await dialog(page).getByLabel("Code").fill(receiver.bodies().at(-1).code);
      await button(page, "Verify").click();
      await expect.poll(() => status(page).textContent()).toBe("My server is verified.");
      await panel(page).getByText("Active").waitFor();
      expect(await panel(page).textContent()).not.toContain("/hook");

      await panel(page).getByRole("button", { name: "Test: My server" }).click();
      await expect.poll(() => status(page).textContent()).toBe("A test is on its way to My server.");
      await expect.poll(() => receiver.bodies().at(-1)).toMatchObject({ type: "test" });
      receiver.respondWith(500);
      await panel(page).getByRole("button", { name: "Test: My server" }).click();
      const failed = "The test didn't reach My server: The response was 500.";
      await expect.poll(() => status(page).textContent()).toBe(failed);
      await panel(page).getByText("Failing").waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
    "phone",
  );

  visit(
    "mail to the account's address needs no code; the channel is changed, switched off and removed (soak)",
    async (page) => {
      await choose(page, "Email");
      await dialog(page).getByLabel("When").selectOption("weekly");
      expect(await axeFindings(page)).toEqual([]);
      await button(page, "Continue").click();
      await expect.poll(() => status(page).textContent()).toBe("Email is verified.");
      await panel(page).getByText("Your account's address, weekly digest").waitFor();

      await panel(page).getByRole("button", { name: "Change: Email" }).click();
      await dialog(page).getByLabel("Name").fill("Mailbox");
      await dialog(page).getByLabel("When").selectOption("daily");
      await dialog(page).getByLabel("Send notifications there").uncheck();
      expect(await axeFindings(page)).toEqual([]);
      await button(page, "Save").click();
      await panel(page).getByText("Your account's address, daily digest").waitFor();
      await panel(page).getByText("Off", { exact: true }).waitFor();

      await panel(page).getByRole("button", { name: "Remove: Mailbox" }).click();
      await button(page, "Remove").click();
      await expect.poll(() => status(page).textContent()).toBe("Mailbox was removed.");
      await panel(page).getByText("No channels yet").waitFor();
    },
    "desktop",
  );
});

visit("an unusable target shows an error at its field (soak)", async (page) => {
  await choose(page, "Discord");
  await dialog(page).getByLabel("Webhook URL").fill("https://example.com/");
  await button(page, "Continue").click();
  await dialog(page).getByText("Expected the address of a webhook at discord.com").waitFor();
  expect(
    await dialog(page)
      .getByLabel("Webhook URL")
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
});

visit("a failed delivery of the code shows the reason, and another code can be sent (soak)", async (page) => {
  receiver.respondWith(404);
  await choose(page, "ntfy");
  await dialog(page).getByLabel("Server").fill(receiver.origin);
  await dialog(page).getByLabel("Topic").fill("my-deals");
  await button(page, "Continue").click();
  await dialog(page).getByText("The code couldn't be sent: The response was 404.").waitFor();
  receiver.respondWith(200);
  await button(page, "Send another code").click();
  await dialog(page).getByText("Another code is on its way.").waitFor();
  expect(receiver.bodies()).toMatchObject([{ topic: "my-deals" }]);
});

visit("a browser with blocked notifications shows how to allow them (soak)", async (page) => {
  await choose(page, "This browser");
  // simulates blocked notifications
  await page.evaluate(() => Object.defineProperty(Notification, "permission", { value: "denied" }));
  await button(page, "Allow notifications").click();
  await dialog(page)
    .getByText(/Notifications from this site are blocked in your browser/)
    .waitFor();
});

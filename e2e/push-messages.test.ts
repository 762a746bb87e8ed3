import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPushService } from "../server/src/test/servers/push-service.ts";
import { callApi, newMember } from "./member.ts";
import { repository } from "./site-process.ts";
import { startVisits } from "./visits.ts";

interface Channel {
  id: number;
  state: string;
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: string;
}

const visits = startVisits("shared");
const { site } = visits;
const service = await startPushService();

/** A page with a service worker that only handles push messages. */
let origin = "";
const files: Record<string, [type: string, content: string]> = {
  "/": ["text/html", "<!doctype html><title>A page</title>"],
  "/notifications": ["text/html", "<!doctype html><title>Notifications</title>"],
  "/worker.js": [
    "text/javascript",
    `import { handlePush } from "./push.js";
    // a browser without a screen shows no notifications
    self.shown = new Map();
    self.registration.showNotification = async (title, { body, tag, data }) => {
      self.shown.set(tag, { title, body, tag, data });
    };
    handlePush(self, (path) => path);`,
  ],
  "/push.js": [
    "text/javascript",
    stripTypeScriptTypes(readFileSync(join(repository, "web/src/service-worker/push.ts"), "utf8")),
  ],
};
const server = createServer((request, response) => {
  const [type, content] = files[new URL(request.url ?? "", "http://x").pathname] ?? ["text/plain", ""];
  response.writeHead(content ? 200 : 404, { "content-type": type }).end(content);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Opens the page and its worker. */
async function openPage(): Promise<{ page: Page; deliver(message: unknown): Promise<void> }> {
  const context = await visits.browser().newContext();
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const registered = registrationOf(devTools);
  await page.goto(origin);
  await page.evaluate(async () => {
    Object.assign(window, { received: [] });
    navigator.serviceWorker.addEventListener("message", ({ data }) => Reflect.get(window, "received").push(data));
    await navigator.serviceWorker.register("/worker.js", { type: "module" });
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  return {
    page,
    async deliver(message) {
      await devTools.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId,
        data: JSON.stringify(message),
      });
    },
  };
}

async function registrationOf(devTools: CDPSession): Promise<string> {
  const found = Promise.withResolvers<string>();
  devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (own) found.resolve(own.registrationId);
  });
  await devTools.send("ServiceWorker.enable");
  return found.promise;
}

async function notificationsOf(page: Page): Promise<Shown[]> {
  const [worker] = page.context().serviceWorkers();
  return (await worker?.evaluate(() => [...Reflect.get(self, "shown").values()])) ?? [];
}

test("a push message goes from the site through a push service into the browser, whose code counts", async () => {
  const member = await newMember(site());
  const { page, deliver } = await openPage();
  const target = { subscription: service.subscription };
  const body = { kind: "push", name: "This browser", target };
  const { channel } = await callApi<{ channel: Channel }>(site(), "POST", "/api/channels", { member, body });
  const pushed = service.messages().at(-1);
  const { key } = await callApi<{ key: string }>(site(), "GET", "/api/channels/push-key", { member });
  expect(pushed).toMatchObject({ publicKey: key, claims: { aud: service.origin } });

  await deliver(pushed!.payload);
  await expect.poll(() => notificationsOf(page)).toHaveLength(1);
  const [shown] = await notificationsOf(page);
  const { id, title } = pushed!.payload as { id: string; title: string };
  expect(shown).toMatchObject({ title, tag: id });
  const [, code = ""] = new RegExp(`^${origin}/notifications#verify-${channel.id}-(\\d{6})$`).exec(shown!.data) ?? [];
  const received = () => page.evaluate(() => Reflect.get(window, "received") as { message: { url: string } }[]);
  await expect.poll(async () => (await received()).map(({ message }) => message.url)).toEqual([shown!.data]);
  const verify = `/api/channels/${channel.id}/verify`;
  const verified = await callApi<{ channel: Channel }>(site(), "POST", verify, { member, body: { code } });
  expect(verified.channel.state).toBe("active");
  await page.context().close();
});

test("a message that is sent again replaces the notification, and another site's address is not opened", async () => {
  const { page, deliver } = await openPage();
  const message = { id: "rule-1", title: "Hades is $9.99", body: "At Steam", url: "/games/3" };
  await deliver({ ...message, title: "Hades is $12.99" });
  await deliver(message);
  const expected = { title: "Hades is $9.99", body: "At Steam", tag: "rule-1", data: `${origin}/games/3` };
  await expect.poll(() => notificationsOf(page)).toEqual([expected]);
  await deliver({ ...message, id: "rule-2", url: "https://evil.example/" });
  await expect
    .poll(async () => (await notificationsOf(page)).find(({ tag }) => tag === "rule-2")?.data)
    .toBe(`${origin}/`);
  await page.context().close();
});

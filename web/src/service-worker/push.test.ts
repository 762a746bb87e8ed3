import { expect, onTestFinished, test, vi } from "vitest";
import { serveAt, withBase } from "../api/base-path.ts";
import { handlePush } from "./push.ts";

const origin = "https://site.example";

/** A service worker with these pages open. */
function start(pages: string[] = []) {
  const listeners: Record<string, (event: never) => void> = {};
  const windows = pages.map((url) => ({ url, focus: vi.fn(async () => {}), postMessage: vi.fn() }));
  const showNotification = vi.fn(async () => {});
  const openWindow = vi.fn(async () => {});
  const scope = {
    location: { origin, host: "site.example" },
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
    addEventListener(type: string, listener: (event: never) => void) {
      listeners[type] = listener;
    },
  };
  handlePush(scope, withBase);

  async function fire(type: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = [];
    listeners[type]?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) } as never);
    await Promise.all(work);
  }

  return {
    windows,
    showNotification,
    openWindow,
    push: (message: unknown) => fire("push", { data: { json: () => message } }),
    pushNothing: () => fire("push", { data: null }),
    click: (data: unknown) => fire("notificationclick", { notification: { data, close() {} } }),
  };
}

test("a message is shown as a notification and passed to open pages", async () => {
  const { push, showNotification, windows } = start([`${origin}/notifications`]);
  await push({ id: "7", title: "Hades is $9.99", body: "At Steam", url: "/games/3" });
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("Hades is $9.99", {
    body: "At Steam",
    tag: "7",
    data: `${origin}/games/3`,
  });
  const message = { id: "7", title: "Hades is $9.99", body: "At Steam", url: `${origin}/games/3` };
  expect(windows[0]!.postMessage).toHaveBeenCalledExactlyOnceWith({ type: "push", message });
});

test("at a path, addresses in messages, clicks and the home page lie below it", async () => {
  serveAt(`${origin}/shop`);
  onTestFinished(() => serveAt(origin));
  const { push, click, showNotification, openWindow, windows } = start([`${origin}/shop/games/3`]);
  for (const url of ["/games/3", `${origin}/shop/games/3`, 7, `${origin}/webmail/`, `${origin}/shop/../webmail/`]) {
    await push({ id: "7", title: "x", body: "", url });
  }
  const shown = showNotification.mock.calls.map((call) => (call.at(1) as unknown as { data: string }).data);
  const [game, home] = [`${origin}/shop/games/3`, `${origin}/shop/`];
  expect(shown).toEqual([game, game, home, home, home]);
  await click(game);
  expect(windows[0]!.focus).toHaveBeenCalledOnce();
  await click(home);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(home);
});

test.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", "https://site.example.evil.example", 7])(
  "an address of another site opens the home page instead: %s",
  async (url) => {
    const { push, click, showNotification, openWindow } = start();
    await push({ id: "1", title: "x", body: "", url });
    expect(showNotification).toHaveBeenCalledWith("x", { body: "", tag: "1", data: `${origin}/` });
    await click(url);
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/`);
  },
);

test.each([null, "text", 7, [], {}])("an unreadable message still shows a notification: %j", async (message) => {
  const { push, showNotification } = start();
  await push(message);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("site.example", { body: "", tag: "", data: `${origin}/` });
});

test("a message without data still shows a notification", async () => {
  const { pushNothing, showNotification } = start();
  await pushNothing();
  expect(showNotification).toHaveBeenCalledOnce();
});

test("a click focuses the page if it is open, and opens it otherwise", async () => {
  const { click, windows, openWindow } = start([`${origin}/`, `${origin}/games/3`]);
  await click(`${origin}/games/3`);
  expect(windows[1]!.focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
  await click(`${origin}/games/4`);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/games/4`);
});

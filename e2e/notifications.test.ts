import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { setPriceAtGog } from "./administrators.ts";
import { axeFindings, findingsInBothThemes, hrefOf, opened, type Screen } from "./browser.ts";
import { callApi, type Member, newMember, signIn } from "./member.ts";
import { mailedPath } from "./outbox.ts";
import { startVisits } from "./visits.ts";

const visits = startVisits("worker");
const { site } = visits;
let game: { id: number; title: string; best_price: number };

beforeAll(async () => {
  const path = "/api/games?limit=1&store=gog&sortBy=lowest_price&order=DESC";
  const { games } = await callApi<{ games: (typeof game)[] }>(site(), "GET", path);
  game = games[0]!;
});

/** A test as a signed-in member with a confirmed address. */
function visit(name: string, steps: (page: Page, member: Member) => Promise<void>, screen?: Screen) {
  test(name, async () => {
    const member = await newMember(site());
    const path = await mailedPath(site().dataDir, member.email, /\/verify-email\?token=[\w-]+/);
    await callApi(site(), "POST", "/api/auth/email/confirm", { body: { token: path.slice(path.indexOf("=") + 1) } });
    const signedIn = async (page: Page) => {
      await signIn(page, member);
      await steps(page, member);
    };
    await visits.visit(signedIn, screen, /^Failed to load resource/);
  });
}

const addMailbox = (member: Member) =>
  callApi<{ channel: { id: number } }>(site(), "POST", "/api/channels", {
    member,
    body: { kind: "mail", name: "Mailbox", target: { address: null } },
  });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const rules = (page: Page) => region(page, "Rules");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function pauseAll(page: Page): Promise<void> {
  await button(page, "More actions").click();
  await button(page, "Pause all").click();
}

describe("the page of notifications (spec/notifications 8)", () => {
  visit(
    "rules are added, edited in place and removed; axe finds nothing in both themes",
    async (page, member) => {
      await addMailbox(member);
      await opened(page, "/notifications");
      await rules(page).getByText("No rules yet.").waitFor();
      await button(page, "Add rule").click();
      await rules(page).getByLabel("About").selectOption("game");
      await page.getByLabel("Game", { exact: true }).fill(game.title.slice(0, 12));
      await page.getByRole("list", { name: "Games that match" }).getByRole("button", { name: game.title }).click();
      await page.getByLabel("Tell me when").selectOption("target");
      await button(page, "Save rule").click();
      await page.getByText("Enter a price from $0.01 to $10,000, with two decimals").waitFor();
      await page.getByLabel("Price in USD").fill("1.50");
      await page.getByLabel("Stores", { exact: true }).selectOption("official");
      expect(await findingsInBothThemes(page)).toEqual([]);
      await button(page, "Save rule").click();
      const sentence = `Tell me when ${game.title} costs $1.50 or less at an official store by Mailbox.`;
      await rules(page).getByText(sentence).waitFor();

      await button(page, "Edit rule").click();
      expect(await page.getByLabel("Price in USD").inputValue()).toBe("1.50");
      await rules(page).getByLabel("About").selectOption("wishlist");
      await page.getByLabel("Tell me when").selectOption("drop");
      await page.getByRole("group", { name: "Channels" }).getByLabel("Mailbox").uncheck();
      await button(page, "Save rule").click();
      await rules(page)
        .getByText("Tell me when a game on my wishlist gets cheaper at an official store in my inbox.")
        .waitFor();
      await region(page, "When").getByLabel("Quiet hours").check();
      await region(page, "When").getByText("Saved.").waitFor();
      await region(page, "When").getByLabel("From").waitFor();
      expect(await findingsInBothThemes(page)).toEqual([]);
      await button(page, "Remove rule").click();
      await rules(page).getByText("No rules yet.").waitFor();
    },
    "phone",
  );

  visit(
    "a game's alert dialog leads to a new rule about it, which the address names until it is saved (soak)",
    async (page) => {
      await opened(page, `/games/${game.id}`);
      await button(page, "Set price alert").click();
      await page.getByRole("link", { name: "More kinds of alerts" }).click();
      const form = page.getByRole("form", { name: "New rule" });
      await form.getByText(game.title, { exact: true }).waitFor();
      expect(new URL(page.url()).search).toBe(`?game=${game.id}`);
      expect(await axeFindings(page)).toEqual([]);
      await form.getByLabel("Tell me when").selectOption("low");
      await button(page, "Save rule").click();
      await rules(page).getByText(`Tell me when ${game.title} `).waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe("");
      await opened(page, "/notifications?game=none");
      await button(page, "Add rule").waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe("");
    },
  );

  test("says that mail waits for the address to be confirmed (spec/wishlist-and-alerts 5.2)", async () => {
    const member = await newMember(site());
    await callApi(site(), "POST", "/api/alerts", { member, body: { gameId: game.id, targetPrice: 1.5 } });
    await visits.visit(async (page) => {
      await signIn(page, member);
      await opened(page, "/notifications");
      const channels = region(page, "Channels");
      await channels.getByText("Confirm your email address to get alerts.").waitFor();
      await channels.getByText("Awaiting confirmation").waitFor();
      await channels.getByRole("button", { name: "Resend link" }).click();
      await channels.getByText(`A new link is on its way to ${member.email}.`).waitFor();
    });
  });

  visit("takes the browser's time zone, and stops everything (soak)", async (page, member) => {
    await opened(page, "/notifications");
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    type SettingsBody = { settings: { time_zone: string; chosen: boolean; stopped_at: string | null } };
    const settings = async () =>
      (await callApi<SettingsBody>(site(), "GET", "/api/notifications/settings", { member })).settings;
    await expect.poll(settings).toMatchObject({ time_zone: zone, chosen: true, stopped_at: null });
    await pauseAll(page);
    await page.getByText("Everything is paused: your rules").waitFor();
    expect((await settings()).stopped_at).not.toBeNull();
    await opened(page, "/profile");
    await region(page, "Price alerts").getByText("All alert mails are stopped.").waitFor();
    await opened(page, "/notifications");
    await button(page, "Resume").click();
    await button(page, "Resume").waitFor({ state: "hidden" });
    expect((await settings()).stopped_at).toBeNull();
  });

  visit("stays stopped when the response about the time zone is late (soak)", async (page) => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/api/notifications/settings", async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      const response = await route.fetch();
      await gate.promise;
      await route.fulfill({ response });
    });
    const responded = page.waitForResponse(
      (response) => response.url().endsWith("/settings") && response.request().method() === "PUT",
    );
    await opened(page, "/notifications");
    await pauseAll(page);
    await button(page, "Resume").waitFor();
    gate.resolve();
    await (await responded).finished();
    // the page shows what came within a frame
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await button(page, "Resume").waitFor();
  });

  visit(
    "what is chosen while the time zone is still being saved stays, and is saved after it (soak)",
    async (page, member) => {
      const gate = Promise.withResolvers<void>();
      await page.route("**/api/notifications/settings", async (route) => {
        if (route.request().method() === "PUT") await gate.promise;
        await route.continue();
      });
      const asked = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith("/settings"));
      await opened(page, "/notifications");
      await asked;
      const quiet = region(page, "When").getByLabel("Quiet hours");
      await quiet.check();
      gate.resolve();
      await region(page, "When").getByText("Saved.").waitFor();
      expect(await quiet.isChecked()).toBe(true);
      const { settings } = await callApi<{ settings: object }>(site(), "GET", "/api/notifications/settings", {
        member,
      });
      expect(settings).toMatchObject({ quiet_from: 22 * 60, quiet_to: 8 * 60, chosen: true });
    },
  );

  visit(
    "a ready-made rule is added with one press; a search of the games page becomes a rule after the sign-in",
    async (page, member) => {
      await opened(page, "/notifications");
      await button(page, "A game on my wishlist hits a new historical low").click();
      await rules(page).getByText("Tell me when a game on my wishlist hits a new historical low").waitFor();
      await expect.poll(() => button(page, "A game on my wishlist hits a new historical low").count()).toBe(0);

      await page.evaluate(() => localStorage.clear());
      await opened(page, "/games?min_cut=50&official=true&search=a");
      await page.getByRole("button", { name: "Save this search" }).click();
      const link = page
        .getByRole("dialog", { name: "Sign in to save this search" })
        .getByRole("link", { name: "Sign in" });
      const from = new URL(await hrefOf(link), site().url).searchParams.get("from")!;
      await signIn(page, member);
      await opened(page, new URL(from, site().url).href);
      await page.getByRole("dialog", { name: "Save this search" }).getByRole("button", { name: "Save search" }).click();
      await page.getByRole("link", { name: "See your rules" }).click();
      await rules(page)
        .getByText("Tell me when a game newly matches my search “a · At least 50% off” at an official store")
        .waitFor();
      await button(page, "Edit rule").first().click();
      await rules(page).getByText("Saved search “a · At least 50% off”").waitFor();
      expect(await findingsInBothThemes(page)).toEqual([]);
      await button(page, "Save rule").click();
      await rules(page).getByText("Rule saved.").waitFor();
    },
    "phone",
  );

  visit("asks visitors to sign in (soak)", async (page) => {
    await page.evaluate(() => localStorage.clear());
    await opened(page, "/notifications");
    await page.getByRole("heading", { level: 1, name: "Your notifications" }).waitFor();
    expect(await page.getByRole("link", { name: "Notifications" }).count()).toBe(0);
  });

  visit("a drop rings the bell at once, is in the inbox and in a mail, whose links stop it", async (page, member) => {
    const { channel } = await addMailbox(member);
    await setPriceAtGog(site(), game.id, 0.95);
    const rule = { kind: "drop", subject: { type: "game", id: game.id }, channels: [channel.id] };
    await callApi(site(), "POST", "/api/rules", { member, body: rule });
    await opened(page, "/");
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    await setPriceAtGog(site(), game.id, 0.75);
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    const inbox = region(page, "Inbox");
    await inbox.getByText(`${game.title} is down to $0.75 at GOG`).waitFor();
    await inbox.getByText(`You asked to be notified when ${game.title} gets cheaper at any store.`).waitFor();
    await rules(page)
      .getByText(/^.*Last fired 1 minute ago/)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Mark all as read").click();
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();

    const all = await mailedPath(site().dataDir, member.email, /\/notifications\/stop\?token=all-[\w.-]+/);
    const one = await mailedPath(site().dataDir, member.email, /\/notifications\/stop\?token=rule-[\w.-]+/);
    await page.reload();
    await inbox.getByText("Mailbox: delivered").waitFor();
    await page.evaluate(() => localStorage.clear());
    await opened(page, one);
    await page.getByRole("heading", { level: 1, name: "Rule removed" }).waitFor();
    await opened(page, all);
    await page.getByRole("heading", { level: 1, name: "Everything is stopped" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await opened(page, "/notifications/stop?token=all-1.forged");
    await page.getByRole("heading", { level: 1, name: "This link doesn't work" }).waitFor();
    await signIn(page, member);
    await opened(page, "/notifications");
    await button(page, "Resume").waitFor();
    await rules(page).getByText("No rules yet.").waitFor();
  });
});

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { launchBrowser, newVisitor, opened, type Screen, screens, seriousFindings } from "./browser.ts";
import { callApi, type Member } from "./member.ts";
import { type Site, startSite } from "./site.ts";

interface Submission {
  name: string;
  subject: string;
  message: string;
  status: string;
}

let site: Site;
let browser: Browser;
let admin: Member;

beforeAll(async () => {
  site = await startSite({ STEAM_IMAGE_URL: "http://127.0.0.1:9" });
  browser = await launchBrowser();
  admin = await superAdmin(site);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** A test as a visitor of the page, where only calls that are meant to fail may complain. */
function visit(name: string, steps: (page: Page) => Promise<void>, screen: Screen = "desktop") {
  test(name, async () => {
    const { page, problems } = await newVisitor(browser, site.url, screens[screen]);
    try {
      await opened(page, "/contact");
      await steps(page);
      expect(problems.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
    } finally {
      await page.context().close();
    }
  });
}

const field = (page: Page, name: string) => page.locator("form").getByLabel(name, { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

async function fill(
  page: Page,
  { name = "Ann", email = "ann@example.com", subject = "Hello", message = "A question" },
) {
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
  await field(page, "Subject").fill(subject);
  await field(page, "Message").fill(message);
}

async function submissions(status?: string): Promise<Submission[]> {
  const path = `/api/admin/contact/submissions${status ? `?status=${status}` : ""}`;
  return (await callApi<{ submissions: Submission[] }>(site, "GET", path, { member: admin })).submissions;
}

test("the page comes with its form from the server, and its footer link leads there", async () => {
  const html = await (await fetch(`${site.url}/contact`)).text();
  for (const text of ["Contact Us", "Send Message", "Typically within 24-48 hours", "Worldwide"]) {
    expect(html).toContain(text);
  }
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, "/");
  await page.getByRole("link", { name: "Contact", exact: true }).click();
  await page.getByRole("heading", { name: "Contact Us", level: 1 }).waitFor();
  await page.context().close();
});

for (const screen of ["desktop", "phone"] as const) {
  visit(
    `an empty form says what is missing, on a ${screen}`,
    async (page) => {
      await send(page);
      for (const text of ["Name is required", "Email is required", "Subject is required", "Invalid message"]) {
        await page.getByText(text, { exact: true }).waitFor();
      }
      expect(await field(page, "Name").evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
    },
    screen,
  );
}

visit("what is too long or no address is told before anything is sent", async (page) => {
  await fill(page, { email: "ann@localhost", message: "m".repeat(5001) });
  await send(page);
  await page.getByText("Please enter a valid email address", { exact: true }).waitFor();
  await page.getByText("Message must be less than 5000 characters", { exact: true }).waitFor();
  expect(await submissions()).toEqual([]);
});

visit("a message is sent once, and the form is empty again", async (page) => {
  await fill(page, { name: "  Ann ", subject: "Wrong price" });
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/contact/submit", async (route) => {
    await held;
    await route.continue();
  });
  await send(page);
  expect(await page.getByRole("button", { name: "Sending..." }).isDisabled()).toBe(true);
  goOn();
  await page.getByRole("status").getByText("Thank you. Your message has been sent.").waitFor();
  for (const name of ["Name", "Email", "Subject", "Message"]) expect(await field(page, name).inputValue()).toBe("");
  expect(await submissions()).toMatchObject([
    { name: "Ann", subject: "Wrong price", message: "A question", status: "new" },
  ]);
});

visit("a wrong price is reported from the game's page, and the message names the offer", async (page) => {
  const { games } = await callApi<{ games: { id: number; title: string; steam_price: number }[] }>(
    site,
    "GET",
    "/api/games?store=steam&limit=1&sortBy=lowest_price&order=DESC",
  );
  const { id, title, steam_price: price } = games[0]!;
  await opened(page, `/games/${id}`);
  await page.getByRole("link", { name: "Report a wrong price at Steam" }).click();
  await page.getByRole("heading", { name: "Contact Us", level: 1 }).waitFor();
  await expect.poll(() => field(page, "Subject").inputValue()).toBe(`Wrong price: ${title} at Steam`);
  // a page that came from the server has it as well, once it has come alive
  await page.reload();
  await expect.poll(() => field(page, "Subject").inputValue()).toBe(`Wrong price: ${title} at Steam`);
  await field(page, "Name").fill("Bea");
  await field(page, "Email").fill("bea@example.com");
  await field(page, "Message").press("Control+End");
  await field(page, "Message").pressSequentially(" It is $1.");
  await send(page);
  await page.getByRole("status").getByText("Thank you. Your message has been sent.").waitFor();
  expect(await field(page, "Subject").inputValue()).toBe("");
  const sent = (await submissions()).find(({ name }) => name === "Bea");
  expect(sent?.subject).toBe(`Wrong price: ${title} at Steam`);
  expect(sent?.message.split("\n")).toEqual([
    `Game: ${title}, /games/${id}`,
    "Store: Steam",
    `Price shown: $${price.toFixed(2)}`,
    expect.stringMatching(/^Address: https:/),
    "",
    "What is wrong with it: It is $1.",
  ]);
});

visit("an address writes text into the form, no more than fits, and nothing into the page", async (page) => {
  const markup = "</textarea><script>document.title = 'taken'</script>";
  const search = new URLSearchParams({ subject: "s".repeat(300), message: markup + "m".repeat(6000), name: "Mallory" });
  expect(await (await fetch(`${site.url}/contact?${search}`)).text()).not.toMatch(/taken|sss|Mallory/);
  await opened(page, `/contact?${search}`);
  await expect.poll(() => field(page, "Subject").inputValue()).toBe("s".repeat(200));
  expect(await field(page, "Message").inputValue()).toBe((markup + "m".repeat(6000)).slice(0, 5000));
  expect(await field(page, "Name").inputValue()).toBe("");
  expect(await page.title()).not.toContain("taken");
});

visit("a robot that fills in the hidden field hears the same, and its message is kept aside", async (page) => {
  await fill(page, { name: "Robot" });
  const trap = page.locator("[name=website]");
  expect(await trap.evaluate((input) => input.getBoundingClientRect().right < 0)).toBe(true);
  await trap.evaluate((input: HTMLInputElement) => {
    input.value = "https://example.com";
  });
  await send(page);
  await page.getByText("Thank you. Your message has been sent.").waitFor();
  expect(await submissions("spam")).toMatchObject([{ name: "Robot" }]);
  expect((await submissions()).map(({ name }) => name)).not.toContain("Robot");
});

visit("without the server there is one box, and what was written stays", async (page) => {
  await fill(page, {});
  await page.context().setOffline(true);
  await send(page);
  await page.getByRole("alert").getByText("Something went wrong. Please try again later.", { exact: true }).waitFor();
  expect(await field(page, "Message").inputValue()).toBe("A question");
});

test("texts and ways to reach the operators are what the administrators say", async () => {
  const key = "contact.error.name_required";
  const list = await callApi<{ contentStrings: { id: number; version: number }[] }>(
    site,
    "GET",
    `/api/admin/content/strings?search=${key}`,
    { member: admin },
  );
  const [{ id, version }] = list.contentStrings as [{ id: number; version: number }];
  await callApi(site, "PUT", `/api/admin/content/strings/${id}`, {
    member: admin,
    body: { current_value: "Who are you?", base_version: version },
  });
  for (const [key, value] of [
    ["contact.email", "team@example.com"],
    ["contact.chat_url", "https://chat.example.com/lootwise"],
  ]) {
    await callApi(site, "PUT", `/api/admin/config/${key}`, { member: admin, body: { value } });
  }
  await expect
    .poll(async () => (await fetch(`${site.url}/contact`)).text(), { timeout: 15_000 })
    .toContain("mailto:team@example.com");
  const { page } = await newVisitor(browser, site.url, screens.desktop);
  await opened(page, "/contact");
  await page.getByRole("link", { name: "team@example.com" }).waitFor();
  expect(await page.getByRole("link", { name: "Join our chat server" }).getAttribute("href")).toBe(
    "https://chat.example.com/lootwise",
  );
  await send(page);
  await page.getByText("Who are you?", { exact: true }).waitFor();
  await page.context().close();
});

visit("one message too many is told as such", async (page) => {
  const body = { name: "Ann", email: "ann@example.com", subject: "Again", message: "And again" };
  const status = async () => {
    const headers = { "content-type": "application/json" };
    return (await fetch(`${site.url}/api/contact/submit`, { method: "POST", headers, body: JSON.stringify(body) }))
      .status;
  };
  await expect.poll(status).toBe(429);
  await fill(page, {});
  await send(page);
  await page.getByRole("alert").getByText("Too many messages. Please try again later.", { exact: true }).waitFor();
});

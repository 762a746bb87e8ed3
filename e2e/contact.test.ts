import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { superAdmin } from "./administrators.ts";
import { axeFindings, opened, type Screen } from "./browser.ts";
import { callApi, type Member } from "./member.ts";
import { startVisits } from "./visits.ts";

interface Submission {
  name: string;
  subject: string;
  message: string;
  status: string;
}

const visits = startVisits("worker");
const { site } = visits;
let admin: Member;

beforeAll(async () => {
  admin = await superAdmin(site());
});

/** A test that starts on the contact page. */
function visit(name: string, steps: (page: Page) => Promise<void>, screen?: Screen) {
  const fromContact = async (page: Page) => {
    await opened(page, "/contact");
    await steps(page);
  };
  test(name, () => visits.visit(fromContact, screen, /^Failed to load resource/));
}

const field = (page: Page, name: string) => page.locator("form").getByLabel(name, { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();

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
  return (await callApi<{ submissions: Submission[] }>(site(), "GET", path, { member: admin })).submissions;
}

test("the form is rendered on the server and linked in the footer (soak)", async () => {
  const html = await (await fetch(`${site().url}/contact`)).text();
  for (const text of ["Contact us", "Send message", "Typically within 24-48 hours", "Worldwide"]) {
    expect(html).toContain(text);
  }
  await visits.visit(async (page) => {
    await opened(page, "/");
    await page.getByRole("link", { name: "Contact", exact: true }).click();
    await page.getByRole("heading", { name: "Contact us", level: 1 }).waitFor();
  });
});

for (const screen of (["desktop", "phone"] as const).slice(0, repeats(1, 2))) {
  visit(
    `an empty form says what is missing, on a ${screen}`,
    async (page) => {
      await send(page);
      for (const text of ["Name is required", "Email is required", "Subject is required", "Invalid message"]) {
        await page.getByText(text, { exact: true }).waitFor();
      }
      expect(await field(page, "Name").evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      expect(await axeFindings(page)).toEqual([]);
    },
    screen,
  );
}

visit("invalid input is reported before anything is sent", async (page) => {
  const before = await submissions();
  await fill(page, { email: "ann@localhost", message: "m".repeat(5001) });
  await send(page);
  await page.getByText("Please enter a valid email address", { exact: true }).waitFor();
  await page.getByText("Message must be less than 5000 characters", { exact: true }).waitFor();
  expect(await submissions()).toEqual(before);
});

visit("a message is sent once, and the form is cleared", async (page) => {
  const before = await submissions();
  await fill(page, { name: "  Ann ", subject: "Wrong price" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/contact/submit", async (route) => {
    await held;
    await route.continue();
  });
  await send(page);
  expect(await page.getByRole("button", { name: "Sending..." }).isDisabled()).toBe(true);
  release();
  await page.getByRole("status").getByText("Thank you. Your message has been sent.").waitFor();
  for (const name of ["Name", "Email", "Subject", "Message"]) expect(await field(page, name).inputValue()).toBe("");
  expect(await submissions()).toMatchObject([
    { name: "Ann", subject: "Wrong price", message: "A question", status: "new" },
    ...before,
  ]);
});

visit("the report of a wrong price names the offer", async (page) => {
  const { games } = await callApi<{ games: { id: number; title: string; steam_price: number }[] }>(
    site(),
    "GET",
    "/api/games?store=steam&limit=1&sortBy=lowest_price&order=DESC",
  );
  const { id, title, steam_price: price } = games[0]!;
  await opened(page, `/games/${id}`);
  // the comparison hydrates later than the page
  await page.getByText(/^Prices checked .* ago/).waitFor();
  await page.getByRole("button", { name: "More about the price at Steam" }).click();
  await page.getByRole("link", { name: "Report a wrong price at Steam" }).click();
  await page.getByRole("heading", { name: "Contact us", level: 1 }).waitFor();
  await expect.poll(() => field(page, "Subject").inputValue()).toBe(`Wrong price: ${title} at Steam`);
  // So does a page rendered on the server, after hydration.
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

visit(
  "query parameters fill only subject and message, up to their maximum length, as plain text (soak)",
  async (page) => {
    const markup = "</textarea><script>document.title = 'taken'</script>";
    const search = new URLSearchParams({
      subject: "s".repeat(300),
      message: markup + "m".repeat(6000),
      name: "Mallory",
    });
    expect(await (await fetch(`${site().url}/contact?${search}`)).text()).not.toMatch(/taken|sss|Mallory/);
    await opened(page, `/contact?${search}`);
    await expect.poll(() => field(page, "Subject").inputValue()).toBe("s".repeat(200));
    expect(await field(page, "Message").inputValue()).toBe((markup + "m".repeat(6000)).slice(0, 5000));
    expect(await field(page, "Name").inputValue()).toBe("");
    expect(await page.title()).not.toContain("taken");
  },
);

visit("a message with the hidden field filled in is stored as spam (soak)", async (page) => {
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

visit("without a network one error is shown, and the text stays (soak)", async (page) => {
  await fill(page, {});
  await page.context().setOffline(true);
  await send(page);
  await page.getByRole("alert").getByText("Something went wrong. Please try again later.", { exact: true }).waitFor();
  expect(await field(page, "Message").inputValue()).toBe("A question");
});

test("texts and contact details come from content strings and settings (soak)", async () => {
  const key = "contact.error.name_required";
  const list = await callApi<{ contentStrings: { id: number; version: number; current_value: string }[] }>(
    site(),
    "GET",
    `/api/admin/content/strings?search=${key}`,
    { member: admin },
  );
  const { id, version, current_value: text } = list.contentStrings[0]!;
  const setText = (body: object) => callApi(site(), "PUT", `/api/admin/content/strings/${id}`, { member: admin, body });
  const setConfig = (key: string, value: string) =>
    callApi(site(), "PUT", `/api/admin/config/${key}`, { member: admin, body: { value } });
  onTestFinished(async () => {
    await setText({ current_value: text });
    await setConfig("contact.email", "");
    await setConfig("contact.chat_url", "");
  });
  await setText({ current_value: "Who are you?", base_version: version });
  await setConfig("contact.email", "team@example.com");
  await setConfig("contact.chat_url", "https://chat.example.com/lootwise");
  await expect.poll(async () => (await fetch(`${site().url}/contact`)).text()).toContain("mailto:team@example.com");
  await visits.visit(async (page) => {
    await opened(page, "/contact");
    await page.getByRole("link", { name: "team@example.com" }).waitFor();
    expect(await page.getByRole("link", { name: "Join our chat server" }).getAttribute("href")).toBe(
      "https://chat.example.com/lootwise",
    );
    await send(page);
    await page.getByText("Who are you?", { exact: true }).waitFor();
  });
});

visit("too many messages show the rate limit error (soak)", async (page) => {
  await page.route("**/api/contact/submit", (route) =>
    route.fulfill({ status: 429, json: { error: "Too many requests", code: "rate_limited" } }),
  );
  await fill(page, {});
  await send(page);
  await page.getByRole("alert").getByText("Too many messages. Please try again later.", { exact: true }).waitFor();
});

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { newVisitor, opened, screens } from "./browser.ts";
import { signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, browser } = startVisits("shared", { images: true });

test("pages do not violate their content security policy", async () => {
  const { page, problems } = await newVisitor(browser(), site().url, screens.desktop);
  for (const path of ["/games/1", "/contact", "/auth/callback?error=failed&provider=steam"]) await opened(page, path);
  await signIn(page, await superAdmin(site()));
  await opened(page, "/games/1");
  await page.getByRole("heading", { name: "Price History" }).waitFor();
  await opened(page, "/admin");
  await page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  await page.goto("/api/docs");
  // it renders only the calls in view
  await page.getByText("/api/admin/").first().waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

/** Injects a script into the page; returns whether it ran. */
async function runs(page: Page, script: string): Promise<boolean> {
  await page.evaluate((text) => {
    const element = document.createElement("script");
    element.textContent = text;
    document.body.append(element);
    document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="${text}">`);
  }, script);
  // By then, both would have run: the script at once, the event before that of a later image.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = new Image();
        image.onerror = image.onload = resolve;
        image.src = "data:,";
      }),
  );
  return page.evaluate(() => "intruder" in window);
}

test("an injected script does not run", async () => {
  const { page, problems } = await newVisitor(browser(), site().url, screens.desktop);
  await opened(page, "/games/1");
  expect(await runs(page, "window.intruder = true")).toBe(false);
  await expect.poll(() => problems.filter((problem) => problem.includes("Content Security Policy")).length).toBe(3);
  await page.context().close();
});

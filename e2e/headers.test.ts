import { expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { newVisitor, opened, screens } from "./browser.ts";
import { signIn } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, browser, visit } = startVisits("shared", { images: true });

const refusal = /Content Security Policy/;

test("pages do not violate their content security policy", () =>
  // an error in the console fails a visit
  visit(async (page) => {
    for (const path of ["/games/1", "/contact", "/auth/callback?error=failed&provider=steam"]) await opened(page, path);
    await signIn(page, await superAdmin(site()));
    const { games } = (await (await fetch(`${site().url}/api/games?min_price=1&limit=1`)).json()) as {
      games: { id: number }[];
    };
    await opened(page, `/games/${games[0]!.id}`);
    await page.getByRole("heading", { name: "Price History" }).waitFor();
    await opened(page, "/admin");
    await page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
  }));

test("the API's documentation does not violate its content security policy (soak)", async () => {
  const { page, problems } = await newVisitor(browser(), site().url, screens.desktop);
  await page.goto("/api/docs");
  // it renders only the calls in view
  await page.getByText("/api/admin/").first().waitFor();
  expect(problems).toEqual([]);
  await page.context().close();
});

test("an injected script does not run", () =>
  visit(
    async (page) => {
      const refusals: string[] = [];
      page.on("console", (message) => {
        if (refusal.test(message.text())) refusals.push(message.text());
      });
      await opened(page, "/games/1");
      await page.evaluate((script) => {
        const element = document.createElement("script");
        element.textContent = script;
        document.body.append(element);
        document.body.insertAdjacentHTML("beforeend", `<img src="data:," onerror="${script}">`);
      }, "window.intruder = true");
      // the script, the image, and its handler, which would run when the image fails
      await expect.poll(() => refusals.length).toBe(3);
      expect(await page.evaluate(() => "intruder" in window)).toBe(false);
    },
    "desktop",
    refusal,
  ));

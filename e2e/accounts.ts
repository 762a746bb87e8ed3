import type { Page } from "playwright-core";
import { test } from "vitest";
import type { Screen } from "./browser.ts";
import { send } from "./member.ts";
import type { SiteOf } from "./site.ts";
import { startVisits } from "./visits.ts";

/** The set-up of tests of account pages. Call it at the top. */
export function startAccounts(siteOf: SiteOf) {
  const visits = startVisits(siteOf);
  return {
    ...visits,
    visit(name: string, steps: (page: Page) => Promise<void>, screen?: Screen) {
      test(name, () => visits.visit(steps, screen, /^(Failed to load resource|ApiError)/));
    },
    isValid: async (token: string) => (await send(visits.site(), "GET", "/api/auth/me", { token })).status === 200,
  };
}

export const stored = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(key), key);
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const alert = (page: Page) => page.getByRole("alert");
export const signedInAs = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("button", { name: `Account: ${name}` });

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The requests that the page sends to the API from now on, such as `POST /api/auth/login`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const [path] = /\/api\/.*/.exec(new URL(request.url()).pathname) ?? [];
    if (path) calls.push(`${request.method()} ${path}`);
  });
  return calls;
}

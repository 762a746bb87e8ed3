import type { Page } from "playwright-core";

/** The names of the subscriptions that `showPlans` offers; their keys are the same in small letters. */
export const planNames = ["Basic", "Pro", "Ultimate"];

/** Offers subscriptions on a page, which sites do only where these have games. */
export async function showPlans(page: Page): Promise<void> {
  const plans = planNames.map((name) => ({ key: name.toLowerCase(), name, price: null, currency: null }));
  await page.route("**/api/plans?*", (route) => route.fulfill({ json: { plans } }));
}

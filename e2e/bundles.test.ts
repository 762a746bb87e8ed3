import { afterAll, beforeAll, expect, test } from "vitest";
import { superAdmin } from "./administrators.ts";
import { findingsInBothThemes, newVisitor, opened, type Screen, screens } from "./browser.ts";
import { callApi, type Member } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, browser } = startVisits({});
let admin: Member;
let id: number;

beforeAll(async () => {
  admin = await superAdmin(site());
  const tier = { price: { amount: 12, currency: "USD" }, prices: {}, cumulative: true, addon: false, choose: null };
  const facts = { kind: "game", tier: 1, activates_on: ["steam"], activates_in: null };
  const dates = { begins_at: null, ends_at: new Date(Date.now() + 5 * 86_400_000).toISOString(), redeem_by: null };
  const sold = { store: "steam", kind: "tiers", countries: [], complete: true, games: null, tiers: [tier], ...dates };
  const items = [1, 2].map((game_id) => ({ title: `Number ${game_id}`, game_id, ...facts }));
  const body = { title: "Desert Bundle", address: "https://example.com/desert", items, ...sold };
  const path = "/api/admin/bundles";
  ({
    bundle: { id },
  } = await callApi<{ bundle: { id: number } }>(site(), "POST", path, { member: admin, body }));
});
afterAll(() => callApi(site(), "DELETE", `/api/admin/bundles/${id}`, { member: admin }));

test.each<Screen>(["phone", "desktop"])("the list of bundles and a bundle are accessible on a %s", async (screen) => {
  const { page, problems } = await newVisitor(browser(), site().url, screens[screen]);
  for (const path of ["/bundles", `/bundles/${id}`]) {
    await opened(page, path);
    await page.getByText("Desert Bundle").first().waitFor();
    expect(await findingsInBothThemes(page), path).toEqual([]);
  }
  expect(problems).toEqual([]);
});

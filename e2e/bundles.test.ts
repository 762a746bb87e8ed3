import { afterAll, beforeAll, expect, test } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { superAdmin } from "./administrators.ts";
import { findingsInBothThemes, opened } from "./browser.ts";
import { addBundle } from "./bundles.ts";
import { callApi, type Member } from "./member.ts";
import { startVisits } from "./visits.ts";

const { site, visit } = startVisits("worker");
let admin: Member;
let id: number;

beforeAll(async () => {
  admin = await superAdmin(site());
  id = await addBundle(site(), admin, "Desert Bundle");
});
afterAll(() => callApi(site(), "DELETE", `/api/admin/bundles/${id}`, { member: admin }));

test.each((["phone", "desktop"] as const).slice(0, repeats(1, 2)))(
  "the list of bundles and a bundle are accessible on a %s",
  (screen) =>
    visit(async (page) => {
      for (const path of [`/bundles/${id}`, "/bundles"].slice(0, repeats(1, 2))) {
        await opened(page, path);
        await page.getByText("Desert Bundle").first().waitFor();
        expect(await findingsInBothThemes(page, "dark"), path).toEqual([]);
      }
    }, screen),
);

test("a card names the bundle of its game", () =>
  visit(async (page) => {
    await opened(page, "/games?in_bundle=true");
    await page.getByText("Bundle: 2 games from $12").filter({ visible: true }).first().waitFor();
  }, "phone"));

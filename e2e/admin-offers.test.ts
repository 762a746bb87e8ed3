import type { AdminVoucher } from "contract/vouchers/api.ts";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { button, dialog, startPanel, text } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";

const { allowed, call, visit } = startPanel();

const statusShows = (page: Page, what: string) => page.getByRole("status").getByText(what, { exact: true }).waitFor();
const send = (form: Locator, name: string) => form.getByRole("button", { name, exact: true }).click();

/** Deletes what the dialog is about, after asking; the first time, it is cancelled. */
async function deleteWith(page: Page, form: Locator, name: string, question: string): Promise<void> {
  await send(form, name);
  await send(dialog(page, question), "Cancel");
  await send(form, name);
  await send(dialog(page, question), name);
}

describe("vouchers (spec/prices 11)", () => {
  const vouchers = async () => (await call<{ vouchers: AdminVoucher[] }>("GET", "/api/admin/vouchers")).vouchers;

  visit(
    "one is added, edited and deleted without access to stores; a save over another one is refused",
    allowed("vouchers.read", "vouchers.write"),
    async (page) => {
      await opened(page, "/admin/vouchers");
      await button(page, "Add voucher").click();
      const added = dialog(page, "Add voucher");
      await added.getByLabel("Code", { exact: true }).fill("SAVE50");
      await added.getByLabel("Store").selectOption("gog");
      await added.getByLabel("Games", { exact: true }).fill("1, 2");
      await added.getByLabel("Excluded regions").fill("ru, cis");
      await added.getByLabel("Until").fill("2099-11-30T22:59");
      await send(added, "Add voucher");
      await added.getByText("Expected either a percentage or an amount").first().waitFor();
      await added.getByLabel("Percentage").fill("50");
      expect(await axeFindings(page)).toEqual([]);
      await send(added, "Add voucher");
      await statusShows(page, "Saved SAVE50.");
      const [voucher] = await vouchers();
      expect(voucher).toMatchObject({
        ...{ store: "gog", code: "SAVE50", percent: 50, game_ids: [1, 2], excluded_regions: ["RU", "CIS"] },
        ...{ ends_at: "2099-11-30T22:59:00.000Z", version: 1, shown: true },
      });

      await button(page, "SAVE50").click();
      const edited = dialog(page, "Edit SAVE50");
      await edited.getByText("Added the voucher SAVE50").waitFor();
      await edited.getByLabel("Percentage").fill("40");
      await call("PUT", `/api/admin/vouchers/${voucher!.id}`, { percent: 30, conditions: "Once" });
      await send(edited, "Save voucher");
      const choice = dialog(page, "Changed by someone else");
      await choice.getByText("30", { exact: true }).waitFor();
      await send(choice, "Keep theirs");
      await expect.poll(() => edited.getByLabel("Percentage").inputValue()).toBe("30");
      expect(await vouchers()).toMatchObject([{ percent: 30, conditions: "Once", version: 2 }]);
      await edited.getByLabel("Percentage").fill("45");
      await send(edited, "Save voucher");
      await statusShows(page, "Saved SAVE50.");
      await expect.poll(vouchers).toMatchObject([{ percent: 45, conditions: "Once", version: 3 }]);

      await button(page, "SAVE50").click();
      await deleteWith(page, dialog(page, "Edit SAVE50"), "Delete voucher", "Delete SAVE50?");
      await statusShows(page, "Deleted SAVE50.");
      await text(page, "No vouchers").waitFor();
    },
  );

  visit(
    "without the permission to change them, there is nothing to save (soak)",
    allowed("vouchers.read"),
    async (page) => {
      await opened(page, "/admin/vouchers");
      await page.getByText("This needs the permission vouchers.write.").first().waitFor();
      expect(await button(page, "Add voucher").getAttribute("aria-disabled")).toBe("true");
    },
  );
});

describe("bundles (spec/bundles 4)", () => {
  visit(
    "one is added, edited and deleted; a mistake is named with its field (soak)",
    allowed("bundles.read", "bundles.write"),
    async (page) => {
      await opened(page, "/admin/bundles");
      await button(page, "Add bundle").click();
      const added = dialog(page, "Add bundle");
      await added.getByLabel("Title", { exact: true }).first().fill("Desert Bundle");
      await added.getByLabel("Store").selectOption("gog");
      await added.getByLabel("Address").fill("desert");
      await send(added, "Add bundle");
      await added.getByText("Address: Expected an http or https address").waitFor();
      await added.getByLabel("Address").fill("https://www.gog.com/bundles/desert");
      expect(await axeFindings(page)).toEqual([]);
      await send(added, "Add bundle");
      await statusShows(page, "Added Desert Bundle.");

      await button(page, "Desert Bundle").click();
      const edited = dialog(page, "Edit Desert Bundle");
      await edited.getByText("Added the bundle Desert Bundle").waitFor();
      await edited.getByLabel("Countries").fill("us, gb");
      await send(edited, "Save bundle");
      await statusShows(page, "Saved Desert Bundle.");
      const { bundles } = await call<{ bundles: { id: number }[] }>("GET", "/api/admin/bundles");
      const { bundle } = await call<{ bundle: object }>("GET", `/api/admin/bundles/${bundles[0]!.id}`);
      expect(bundle).toMatchObject({ title: "Desert Bundle", countries: ["US", "GB"], version: 2 });

      await button(page, "Desert Bundle").click();
      await deleteWith(page, edited, "Delete bundle", "Delete Desert Bundle?");
      await statusShows(page, "Deleted Desert Bundle.");
    },
  );
});

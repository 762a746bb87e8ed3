import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { repeats } from "../server/src/test/processes/soak.ts";
import { breakCall, button, dialog, startPanel, text } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";
import { contentStrings, row } from "./content-strings.ts";

const panel = startPanel();
const { asAdmin, asNewlySignedIn, allowed, call, visit } = panel;
const { newString, saveString, currentValue, openString } = contentStrings(panel);

const keys = (page: Page) => page.getByRole("table").locator("tbody tr td:first-child").allInnerTexts();

describe("content strings (spec/content-and-settings 2)", () => {
  visit("search, category, sort and page are in the address", asAdmin, async (page) => {
    await opened(page, "/admin/strings");
    await page.getByText(/^1–20 of [\d,]+$/).waitFor();
    await text(
      page,
      "Adding or deleting content strings requires a code deployment. Here their values are edited.",
    ).waitFor();
    await page.getByRole("link", { name: "Page 2", exact: true }).click();
    await page.waitForURL("**/admin/strings?page=2");
    await page.getByRole("link", { name: "Value", exact: true }).click();
    await page.waitForURL("**/admin/strings?sort=current_value");
    await page.getByRole("link", { name: "Value", exact: true }).click();
    await page.waitForURL("**/admin/strings?sort=current_value&order=DESC");
    expect(await page.getByRole("columnheader", { name: "Value" }).getAttribute("aria-sort")).toBe("descending");
    await page.getByLabel("Category", { exact: true }).selectOption("footer");
    await page.getByLabel("Search by key or value").fill("priv");
    await page.waitForURL("**/admin/strings?search=priv&category=footer&sort=current_value&order=DESC");
    await expect.poll(() => keys(page)).toEqual(["footer.privacy"]);
    // A single page has no pager.
    expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => keys(page)).toEqual(["footer.privacy"]);
    expect(await page.getByLabel("Search by key or value").inputValue()).toBe("priv");
    await page.getByLabel("Search by key or value").fill("nothing like it");
    await text(page, "No content strings found").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  visit("Enter saves, Shift+Enter inserts a line break, Esc cancels (soak)", asAdmin, async (page) => {
    const string = await newString("edit.keys", "One");
    await openString(page, string);
    await text(page, "Never")
      .or(page.getByText(/\d{4}, /))
      .first()
      .waitFor();
    await button(page, "Edit edit.keys").click();
    const box = page.getByLabel("Value of edit.keys");
    await text(page, "Original:").waitFor();
    await box.fill("Two");
    await box.press("Shift+Enter");
    await box.pressSequentially("lines");
    await box.press("Enter");
    await box.waitFor({ state: "detached" });
    expect(await currentValue(string)).toBe("Two\nlines");
    await button(page, "Edit edit.keys").click();
    await box.fill("Three");
    await box.press("Escape");
    await box.waitFor({ state: "detached" });
    expect(await currentValue(string)).toBe("Two\nlines");
  });

  visit("a saved text appears on the site immediately", asAdmin, async (page) => {
    await opened(page, "/admin/strings?search=header.brand_name");
    await button(page, "Edit header.brand_name").click();
    await page.getByLabel("Value of header.brand_name").fill("Bargains");
    // the server may learn of the change a moment later
    const before = await call<Record<string, string>>("GET", "/api/content/strings");
    await page.route("**/api/content/strings", (route) => route.fulfill({ json: before }), { times: 1 });
    await button(page, "Save").click();
    await page.getByRole("banner").getByText("Bargains").waitFor();
    const texts = await call<Record<string, string>>("GET", "/api/content/strings");
    expect(texts["header.brand_name"]).toBe("Bargains");
    await button(page, "Revert header.brand_name to the previous version").click();
    await button(page, "Revert").click();
    await page.getByRole("banner").getByText("Lootwise").waitFor();
  });

  visit("invalid values cannot be saved (spec/content-and-settings 1.4) (soak)", asAdmin, async (page) => {
    const string = await newString("edit.home_url", "/games?from={page}");
    await openString(page, string);
    await button(page, "Edit edit.home_url").click();
    const box = page.getByLabel("Value of edit.home_url");
    await page.getByText("Variables: {page}").waitFor();
    for (const [value, problem] of [
      ["", "Value cannot be empty"],
      ["{ {page}", "Invalid JSON format"],
      ["games {page}", "Invalid URL format"],
      ["/games?from={page}&to={side}", "Unknown variable: {side}"],
      ["/games", "Unused variable: {page}"],
    ] as const) {
      await box.fill(value);
      await text(page, problem).waitFor();
      expect(await button(page, "Save").isDisabled()).toBe(true);
      await box.press("Enter");
    }
    expect(await currentValue(string)).toBe("/games?from={page}");
  });

  visit("asks before an unsaved edit is discarded", asNewlySignedIn, async (page) => {
    const string = await newString("edit.unsaved", "As it was");
    await openString(page, string);
    await button(page, "Edit edit.unsaved").click();
    await page.getByLabel("Value of edit.unsaved").fill("Not saved");
    await page.getByRole("link", { name: "Site Config" }).click();
    await dialog(page, "Unsaved changes").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Value of edit.unsaved").inputValue()).toBe("Not saved");
    await button(page, "Logout").click();
    await button(page, "Keep editing").click();
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).not.toBe(null);
    const prompted = new Promise<string>((resolve) => {
      page.once("dialog", (question) => {
        resolve(question.type());
        void question.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.assign("/games")));
    expect(await prompted).toBe("beforeunload");
    await page.getByRole("link", { name: "Site Config" }).click();
    await button(page, "Discard changes").click();
    await page.getByRole("heading", { name: "Site Config" }).waitFor();
  });

  visit("shows both values after a conflicting edit (spec/administration 2.5)", asAdmin, async (page) => {
    const string = await newString("edit.clash", "First");
    const choices = [
      ["Keep theirs", "Theirs 0"],
      ["Save mine", "Mine 1"],
    ] as const;
    for (const [choice, left] of choices.slice(0, repeats(1, 2))) {
      const round = choice === "Save mine" ? 1 : 0;
      await openString(page, string);
      await button(page, "Edit edit.clash").click();
      await page.getByLabel("Value of edit.clash").fill(`Mine ${round}`);
      await saveString(string, `Theirs ${round}`);
      await button(page, "Save").click();
      const question = dialog(page, "Changed by someone else");
      await question.getByText(`Theirs ${round}`).waitFor();
      await question.getByText(`Mine ${round}`).waitFor();
      await button(page, choice).click();
      // The open editor may contain the text as well.
      await expect.poll(() => currentValue(string)).toBe(left);
      await row(page, string.key).getByText(left, { exact: true }).waitFor();
    }
  });

  visit("a super admin can change the category (spec/content-and-settings 1.6) (soak)", asAdmin, async (page) => {
    const string = await newString("edit.category", "Filed");
    await openString(page, string);
    await button(page, "Edit edit.category").click();
    await page.getByLabel("Category of edit.category").fill("elsewhere");
    await button(page, "Save").click();
    await row(page, string.key).getByRole("cell", { name: "elsewhere" }).waitFor();
  });

  visit(
    "other administrators cannot change the category (soak)",
    allowed("content.read", "content.write"),
    async (page) => {
      const string = await newString("edit.category_of_others", "Filed");
      await openString(page, string);
      await button(page, `Edit ${string.key}`).click();
      await page.getByLabel(`Value of ${string.key}`).waitFor();
      expect(await page.getByLabel(`Category of ${string.key}`).count()).toBe(0);
    },
  );

  visit("read-only administrators see why buttons are disabled (soak)", allowed("content.read"), async (page) => {
    const string = await newString("edit.viewer", "Seen");
    await openString(page, string);
    await page.getByText("You can look around here, but not change anything.").waitFor();
    const edit = button(page, "Edit edit.viewer");
    expect(await edit.getAttribute("aria-disabled")).toBe("true");
    expect(await edit.getAttribute("title")).toBe("This needs the permission content.write");
    await edit.click({ force: true });
    expect(await page.getByLabel("Value of edit.viewer").count()).toBe(0);
    await button(page, "History of edit.viewer").click();
    await dialog(page, "Content String History").getByText("Current").waitFor();
  });

  visit("shows why loading failed (spec/content-and-settings 2.1) (soak)", asAdmin, async (page) => {
    const repair = await breakCall(page, "/api/admin/content/strings");
    await opened(page, "/admin/strings");
    await text(page, "Failed to load content strings").waitFor();
    await repair();
    const repairAgain = await breakCall(page, "/api/admin/content/strings", 418, { error: "Out of tea" });
    await button(page, "Retry").click();
    await text(page, "Out of tea").waitFor();
    await repairAgain();
    await button(page, "Retry").click();
    await page.getByRole("table").waitFor();
  });
});

describe("the history of a text (spec/content-and-settings 2.3)", () => {
  const question =
    "Are you sure you want to restore this version? " +
    "This will replace the current value and create a new version in the history.";

  visit("lists, shows, compares and restores versions", asAdmin, async (page) => {
    const string = await newString("history.of_three", "The first value");
    await saveString(string, "The second value");
    await saveString(string, "The third value");
    await openString(page, string);
    await button(page, "History of history.of_three").click();
    const history = dialog(page, "Content String History");
    const versions = history.getByRole("listitem");
    await expect.poll(() => versions.count()).toBe(3);
    expect(await versions.nth(0).textContent()).toMatch(/[AP]MCurrentadmin/);
    expect(await versions.nth(0).getByRole("button", { name: "Restore" }).count()).toBe(0);
    await versions.nth(1).getByRole("button", { name: "View" }).click();
    await history.getByText("The second value", { exact: true }).waitFor();
    await versions.nth(1).getByRole("button", { name: "Hide" }).click();
    await versions.nth(0).getByRole("button", { name: "Diff" }).click();
    expect(await versions.nth(0).locator("del").textContent()).toContain("second");
    expect(await versions.nth(0).locator("ins").textContent()).toContain("third");
    // The first version has no predecessor.
    expect(await versions.nth(2).getByRole("button", { name: "Diff" }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);

    // Esc closes only the confirmation.
    await versions.nth(2).getByRole("button", { name: "Restore" }).click();
    await text(page, question).waitFor();
    await page.keyboard.press("Escape");
    await text(page, question).waitFor({ state: "detached" });
    expect(await versions.count()).toBe(3);

    await versions.nth(2).getByRole("button", { name: "Restore" }).click();
    await text(page, question).waitFor();
    const repair = await breakCall(page, `/api/admin/content/strings/${string.id}/restore`);
    await dialog(page, "Restore version").getByRole("button", { name: "Restore" }).click();
    await page.getByRole("alert").getByText("Failed to restore version").waitFor();
    await repair();
    await dialog(page, "Restore version").getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => versions.count()).toBe(4);
    expect(await currentValue(string)).toBe("The first value");
    await text(page, question).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      "History of history.of_three",
    );
  });

  visit("loads older versions on demand (soak)", asAdmin, async (page) => {
    const string = await newString("history.long", "102");
    await page.route(`**/api/admin/content/strings/${string.id}/history**`, async (route) => {
      const first = (Number(new URL(route.request().url()).searchParams.get("page") ?? 1) - 1) * 100;
      const { history } = await (await route.fetch()).json();
      const versions = Array.from({ length: Math.min(100, 102 - first) }, (_, n) => 102 - first - n);
      const json = { history: versions.map((id) => ({ ...history[0], id, value: String(id) })), total: 102 };
      await route.fulfill({ json });
    });
    await openString(page, string);
    await button(page, "History of history.long").click();
    const versions = dialog(page, "Content String History").getByRole("listitem");
    await expect.poll(() => versions.count()).toBe(100);
    await button(page, "Show older versions (2)").click();
    await expect.poll(() => versions.count()).toBe(102);
    expect(await page.getByText("Show older versions").count()).toBe(0);
  });

  visit("shows a loading state, and a message for an empty history (soak)", asAdmin, async (page) => {
    const string = await newString("history.without_versions", "Nothing yet");
    let respond = () => {};
    const released = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(`**/api/admin/content/strings/${string.id}/history**`, async (route) => {
      await released;
      await route.fulfill({ json: { history: [], total: 0 } });
    });
    await openString(page, string);
    await button(page, "History of history.without_versions").click();
    await text(page, "Loading history...").waitFor();
    respond();
    await text(page, "No History Available").waitFor();
    await text(page, "This content string has no version history.").waitFor();
  });

  visit("quick revert restores the previous version after a preview (soak)", asAdmin, async (page) => {
    const string = await newString("history.revert", "Before");
    await openString(page, string);
    const revert = button(page, "Revert history.revert to the previous version");
    expect(await revert.getAttribute("title")).toBe("There is no earlier version");
    await saveString(string, "After");
    await page.reload();
    await revert.click();
    await text(page, question).waitFor();
    expect(await page.locator("dialog ins").textContent()).toContain("Before");
    await button(page, "Revert").click();
    await row(page, string.key).getByText("Before", { exact: true }).waitFor();
    expect(await currentValue(string)).toBe("Before");
  });
});

describe("many texts at once (spec/content-and-settings 2.6)", () => {
  visit("find and replace changes the selected texts (soak)", asAdmin, async (page) => {
    const texts = await Promise.all([
      newString("replace.one", "Walrus shop"),
      newString("replace.two", "The walrus and the Walrus"),
      newString("replace.three", "Walrus {count}"),
    ]);
    await opened(page, "/admin/strings");
    await button(page, "Find and replace").click();
    await page.getByLabel("Find", { exact: true }).fill("Walrus");
    await page.getByLabel("Replace with").fill("Otter {count}");
    await button(page, "Preview").click();
    await page.getByText("Unknown variable: {count}").first().waitFor();
    await page.getByLabel("Replace with").fill("Otter");
    await button(page, "Preview").click();
    await text(page, "Preview: 3 strings").waitFor();
    await page.getByLabel("replace.two").uncheck();
    await button(page, "Change 2 strings").click();
    await text(page, "2 strings changed.").waitFor();
    expect(await Promise.all(texts.map(currentValue))).toEqual([
      "Otter shop",
      "The walrus and the Walrus",
      "Otter {count}",
    ]);
  });

  visit("an import is previewed first", asAdmin, async (page) => {
    const [fresh, edited] = await Promise.all([newString("import.new", "Old"), newString("import.edited", "Old")]);
    await saveString(edited, "Edited");
    await opened(page, "/admin/strings");
    await button(page, "Import").click();
    const choose = (content: string) =>
      page
        .getByLabel("File")
        .setInputFiles({ name: "strings.json", mimeType: "application/json", buffer: Buffer.from(content) });
    await choose("{ no json");
    await page.getByRole("alert").getByText("Invalid JSON file").waitFor();
    const strings = [
      { key: "import.edited", value: "From the file" },
      { key: "import.unknown", value: "?" },
      { key: "footer.privacy", value: "Hello {name}" },
    ];
    await choose(JSON.stringify({ strings }));
    await text(page, "Unknown variable: {name}").waitFor();
    expect(await button(page, "Import 0 changes").isDisabled()).toBe(true);
    await page.getByLabel("Overwrite edited strings").check();
    await text(page, "Preview: 1 updated, 0 unchanged, 2 rejected.").waitFor();
    expect(await page.locator("dialog ins").textContent()).toContain("From the file");
    expect(await currentValue(edited)).toBe("Edited");
    await button(page, "Import 1 change").click();
    await text(page, "Imported: 1 updated, 0 unchanged, 2 rejected.").waitFor();
    expect([await currentValue(fresh), await currentValue(edited)]).toEqual(["Old", "From the file"]);
  });

  visit("an exported file can be imported (soak)", asAdmin, async (page) => {
    await opened(page, "/admin/strings");
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Export").click()]);
    expect(download.suggestedFilename()).toMatch(/^content-strings-\d{4}-\d\d-\d\d\.json$/);
    await button(page, "Import").click();
    await page.getByLabel("File").setInputFiles(await download.path());
    await page.getByText(/^Preview: 0 updated, [\d,]+ unchanged, 0 rejected\.$/).waitFor();
  });
});

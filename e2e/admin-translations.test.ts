import { describe, expect } from "vitest";
import { button, startPanel, text } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";
import { contentStrings, row } from "./content-strings.ts";

const panel = startPanel();
const { asAdmin, call, visit } = panel;
const { newString, saveString } = contentStrings(panel);

describe("translations (spec/content-and-settings 2.5)", () => {
  visit("are made beside the English text, which may change meanwhile", asAdmin, async (page) => {
    const string = await newString("translated.greeting", "Hello {name}");
    const saved = async () =>
      (await call<{ translations: object[] }>("GET", "/api/admin/content/translations/ar?search=translated.greeting"))
        .translations[0];
    // Strings that other tests have added are missing in Arabic too.
    await opened(page, `/admin/strings?search=${string.key}`);
    await page.getByLabel("Language", { exact: true }).selectOption("ar");
    await page.getByLabel("State", { exact: true }).selectOption("missing");
    await page.waitForURL(({ search }) => search === `?language=ar&search=${string.key}&state=missing`);
    await button(page, `Edit ${string.key}`).click();
    const box = page.getByLabel(`Translation of ${string.key}`);
    expect(await box.getAttribute("dir")).toBe("rtl");
    await box.fill("مرحبا");
    await text(page, "Unused variable: {name}").waitFor();
    await box.fill("مرحبا {name}");
    await saveString(string, "Welcome {name}");
    await box.press("Enter");
    await text(page, "The English text has changed meanwhile: compare it before you save").waitFor();
    await row(page, string.key)
      .or(page.getByRole("row"))
      .getByText("Welcome {name}", { exact: true })
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await box.press("Enter");
    await text(page, "No content strings found").waitFor();
    expect(await saved()).toMatchObject({ value: "مرحبا {name}", outdated: false });
    await saveString(string, "Good day, {name}");
    await page.reload();
    await page.getByLabel("State", { exact: true }).selectOption("outdated");
    await button(page, `${string.key} is still right`).click();
    await text(page, "No content strings found").waitFor();
    expect(await saved()).toMatchObject({ outdated: false, version: 2 });
  });
});

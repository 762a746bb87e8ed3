import { describe, expect, onTestFailed } from "vitest";
import { breakCall, button, dialog, startPanel, text } from "./administrators.ts";
import { axeFindings, opened } from "./browser.ts";

const { asAdmin, allowed, call, visit } = startPanel();

describe("site configuration (spec/content-and-settings 4)", () => {
  interface Config {
    id: number;
    value: string;
  }
  const newConfig = async (key: string, type: string, value: string, required = false) => {
    const body = { key, type, value, category: "testing", description: `About ${key}`, required };
    const { config } = await call<{ config: Config }>("POST", "/api/admin/config", body);
    onTestFailed(() => call("DELETE", `/api/admin/config/${key}`));
    return config;
  };
  const configValue = async (key: string) =>
    (await call<{ config: Config }>("GET", `/api/admin/config/${key}`)).config.value;

  visit("settings are filtered by key, description and category (soak)", asAdmin, async (page) => {
    await newConfig("find.me", "string", "here");
    await opened(page, "/admin/config");
    await page.getByRole("heading", { name: "features", level: 2 }).waitFor();
    await page.getByLabel("Search by key or description").fill("about find");
    await page.waitForURL("**/admin/config?search=about+find");
    await expect
      .poll(() => page.getByRole("heading", { level: 2 }).allInnerTexts())
      .toEqual(["Catalogue", "Quick Stats", "testing"]);
    await page.getByLabel("Category", { exact: true }).selectOption("features");
    await text(page, "No configurations found").waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  visit("edits of all types are saved together", asAdmin, async (page) => {
    await newConfig("edit.text", "string", "old");
    await newConfig("edit.number", "number", "1");
    await newConfig("edit.flag", "boolean", "false");
    await newConfig("edit.json", "json", "{}");
    await opened(page, "/admin/config?search=edit.");
    expect(await button(page, "Save Changes (0)").isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "edit.text" }).fill(" new ");
    await page.getByRole("spinbutton", { name: "edit.number" }).fill("2.50");
    await page.getByRole("switch", { name: "edit.flag" }).press("Space");
    await page.getByRole("textbox", { name: "edit.json" }).fill('{"a":[1]}');
    await button(page, "Save Changes (4)").click();
    await button(page, "Save Changes (0)").waitFor();
    expect(await Promise.all(["edit.text", "edit.number", "edit.flag", "edit.json"].map(configValue))).toEqual([
      "new",
      "2.5",
      "true",
      '{\n  "a": [\n    1\n  ]\n}',
    ]);
    await expect.poll(() => page.getByRole("spinbutton", { name: "edit.number" }).inputValue()).toBe("2.5");
    await page.getByRole("spinbutton", { name: "edit.number" }).fill("3");
    await button(page, "Save Changes (1)").waitFor();
    // Another search keeps it.
    await page.getByLabel("Search by key or description").fill("edit.text");
    await page.waitForURL("**/admin/config?search=edit.text");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await button(page, "Keep editing").click();
    await button(page, "Reset").click();
    await button(page, "Save Changes (0)").waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    expect(await configValue("edit.number")).toBe("2.5");
  });

  visit("invalid values are not saved (soak)", asAdmin, async (page) => {
    await newConfig("rules.text", "string", "x", true);
    await newConfig("rules.number", "number", "1");
    await newConfig("rules.json", "json", "{}");
    await opened(page, "/admin/config?search=rules.");
    await page.getByRole("textbox", { name: "rules.text" }).fill(" ");
    await text(page, "This field is required").waitFor();
    await page.getByRole("spinbutton", { name: "rules.number" }).fill("");
    await page.getByRole("spinbutton", { name: "rules.number" }).pressSequentially("1e");
    await text(page, "Value must be a valid number").waitFor();
    await page.getByRole("textbox", { name: "rules.json" }).fill("{");
    await text(page, "Value must be valid JSON format").waitFor();
    await button(page, "Save Changes (3)").click();
    await page.getByRole("alert").getByText("Please fix validation errors before saving").waitFor();
    expect(await configValue("rules.text")).toBe("x");
  });

  visit("a saved setting applies immediately", asAdmin, async (page) => {
    await opened(page, "/admin/config");
    await page.getByRole("switch", { name: "features.registration" }).press("Space");
    await button(page, "Save Changes (1)").click();
    await button(page, "Save Changes (0)").waitFor();
    expect(await call("GET", "/api/site")).toMatchObject({ registration_open: false });
    await page.getByRole("switch", { name: "features.registration" }).press("Space");
    await button(page, "Save Changes (1)").click();
    await button(page, "Save Changes (0)").waitFor();
  });

  visit("shows a failed save, and both values after a conflicting edit (soak)", asAdmin, async (page) => {
    const config = await newConfig("clash.text", "string", "first");
    await opened(page, "/admin/config?search=clash.");
    const box = page.getByRole("textbox", { name: "clash.text" });
    await box.fill("mine");
    const repair = await breakCall(page, "/api/admin/config");
    await button(page, "Save Changes (1)").click();
    await page.getByRole("alert").getByText("Failed to save configurations").waitFor();
    await repair();
    const body = { configs: [{ id: config.id, value: "theirs", type: "string" }] };
    await call("PUT", "/api/admin/config", body);
    await button(page, "Save Changes (1)").click();
    const question = dialog(page, "Changed by someone else");
    await question.getByText("theirs", { exact: true }).waitFor();
    await question.getByText("mine", { exact: true }).waitFor();
    await button(page, "Save mine").click();
    await button(page, "Save Changes (0)").waitFor();
    expect(await configValue("clash.text")).toBe("mine");
  });

  visit("a setting is added with defaults by type, and deleted (soak)", asAdmin, async (page) => {
    await newConfig("taken.key", "string", "");
    await opened(page, "/admin/config");
    await button(page, "Add Config").click();
    const form = dialog(page, "Add Config");
    const add = form.getByRole("button", { name: "Add Config" });
    const key = form.getByLabel("Key", { exact: true });
    await add.click();
    await form.getByText("Configuration key is required").waitFor();
    await form.getByText("Category is required").waitFor();
    await key.fill("1st");
    await form
      .getByText("Key must start with a letter and contain only letters, numbers, underscores, and dots")
      .waitFor();
    await key.fill("taken.key");
    await form.getByText("Configuration key already exists").waitFor();
    await key.fill("added.key");
    for (const [type, value] of [
      ["number", "0"],
      ["json", "{}"],
      ["string", ""],
    ] as const) {
      await form.getByLabel("Type").selectOption(type);
      expect(await form.getByLabel("Value").inputValue()).toBe(value);
    }
    await form.getByLabel("Type").selectOption("boolean");
    expect(await form.getByLabel("Value").isChecked()).toBe(false);
    await form.getByLabel("Category").fill("testing");
    const repair = await breakCall(page, "/api/admin/config");
    await add.click();
    await form.getByRole("alert").getByText("Failed to create configuration").waitFor();
    await repair();
    await add.click();
    await form.waitFor({ state: "detached" });
    expect(await configValue("added.key")).toBe("false");

    await button(page, "Delete added.key").click();
    const question = dialog(page, "Delete configuration");
    await question.getByText("This cannot be undone.").waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("switch", { name: "added.key" }).waitFor({ state: "detached" });
    await expect(configValue("added.key")).rejects.toThrow("404");
  });

  visit("read-only administrators cannot change settings (soak)", allowed("config.read"), async (page) => {
    await opened(page, "/admin/config");
    await page.getByText("You can look around here, but not change anything.").waitFor();
    expect(await page.getByRole("switch", { name: "features.registration" }).isDisabled()).toBe(true);
    expect(await button(page, "Add Config").getAttribute("title")).toBe("This needs the permission config.write");
    const remove = button(page, "Delete features.registration");
    expect(await remove.getAttribute("title")).toBe("This needs the permission config.delete");
  });
});

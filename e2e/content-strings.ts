import type { Page } from "playwright-core";
import { onTestFailed } from "vitest";
import type { startPanel } from "./administrators.ts";
import { opened } from "./browser.ts";

export interface ContentString {
  id: number;
  key: string;
  current_value: string;
  version: number;
}

export const row = (page: Page, key: string) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name: key, exact: true }) });

/** Functions for content strings of the panel's site. */
export function contentStrings({ call }: ReturnType<typeof startPanel>) {
  const path = "/api/admin/content/strings";
  return {
    /** Creates a string that no page shows. It is deleted if the test fails, so that a retry can create it. */
    async newString(key: string, value: string): Promise<ContentString> {
      const body = { key, category: "testing", current_value: value };
      const { string } = await call<{ string: ContentString }>("POST", path, body);
      onTestFailed(() => call("DELETE", `${path}/${string.id}`));
      return string;
    },
    saveString: ({ id }: ContentString, value: string) => call("PUT", `${path}/${id}`, { current_value: value }),
    currentValue: async ({ id }: ContentString) =>
      (await call<{ string: ContentString }>("GET", `${path}/${id}`)).string.current_value,
    /** Opens the list filtered to this string. */
    async openString(page: Page, { key }: ContentString): Promise<void> {
      await opened(page, `/admin/strings?search=${key}`);
      await row(page, key).waitFor();
    },
  };
}

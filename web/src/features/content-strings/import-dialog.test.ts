import { expect, test } from "vitest";
import { readImportFile } from "./import-dialog.tsx";

const file = (content: string) => new Blob([content]);

test.each(['{"strings":[{"key":"a.b","value":"c","category":"a","variables":[]}]}', '[{"key":"a.b","value":"c"}]'])(
  "%s is read as one text",
  async (content) => {
    expect(await readImportFile(file(content))).toEqual([{ key: "a.b", value: "c" }]);
  },
);

test.each(["", "{", "null", "{}", '{"strings":{}}', '{"strings":[{"key":"a.b"}]}', "[null]"])(
  "%j is rejected as a file of texts (spec/content-and-settings 2.6)",
  async (content) => {
    await expect(readImportFile(file(content))).rejects.toThrow("Invalid JSON file");
  },
);

test("an unreadable file has its own error (spec/content-and-settings 2.6)", async () => {
  const gone = { text: () => Promise.reject(new Error("moved")) } as unknown as Blob;
  await expect(readImportFile(gone)).rejects.toThrow("Failed to read file");
});

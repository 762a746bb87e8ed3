import type { AuditAction } from "contract/audit/rules.ts";
import type { Method } from "contract/core/endpoint.ts";

/** A call that makes one change, and the expected entry. */
export interface Change {
  path: string;
  body?: object;
  action: AuditAction;
  /** Whether it exists before and after the change. */
  was: boolean;
  is: boolean;
}

export const change = (action: AuditAction, path: string, body?: object): Change => ({
  path,
  action,
  ...(body && { body }),
  was: !["CREATE", "ASSIGN", "EXPORT"].includes(action),
  is: !["DELETE", "REMOVE", "EXPORT"].includes(action),
});

/** A call of the administration, with its parsed response. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there
export type SendCall = (method: Method, path: string, payload?: object) => Promise<{ status: number; body: any }>;

let counter = 0;

/** The changes of texts, translations and languages by their calls. */
export function textChanges(call: SendCall): Record<string, () => Promise<Change>> {
  async function customString(): Promise<{ id: number; version: number }> {
    counter += 1;
    const text = { key: `custom.text_${counter}`, category: "custom", current_value: "first" };
    return (await call("POST", "/content/strings", text)).body.string;
  }

  /** The address of a translation of a new text; missing without a value. */
  async function translation(value?: string): Promise<string> {
    const { string } = (await call("GET", `/content/strings/${(await customString()).id}`)).body;
    const path = `/content/translations/de/${string.key}`;
    if (value) await call("PUT", path, { value, base_version: 0, source_version: 1 });
    return path;
  }

  /** The address of a proposed translation. */
  async function proposal(): Promise<string> {
    const path = await translation("eins");
    const proposed = await call("POST", `${path}/proposals`, { value: "zwei", source_version: 1 });
    return `${path}/proposals/${proposed.body.translation.proposal.id}`;
  }

  return {
    "POST /content/translations/{language}/{key}/proposals": async () =>
      change("CREATE", `${await translation("eins")}/proposals`, { value: "zwei", source_version: 1 }),
    "POST /content/translations/{language}/{key}/proposals/{proposalId}/accept": async () =>
      change("UPDATE", `${await proposal()}/accept`),
    "DELETE /content/translations/{language}/{key}/proposals/{proposalId}": async () =>
      change("DELETE", await proposal()),
    "POST /content/strings": async () =>
      change("CREATE", "/content/strings", { key: "custom.new", category: "custom", current_value: "new" }),
    "PUT /content/strings/{id}": async () => {
      const { id } = await customString();
      return change("UPDATE", `/content/strings/${id}`, { current_value: "second" });
    },
    "PUT /content/strings/bulk": async () => {
      const { id } = await customString();
      return change("UPDATE", "/content/strings/bulk", { updates: [{ id, current_value: "second" }] });
    },
    "POST /content/strings/import": async () => {
      const { id } = await customString();
      const { string } = (await call("GET", `/content/strings/${id}`)).body;
      const strings = [{ key: string.key, value: "second" }];
      return change("IMPORT", "/content/strings/import", { strings, options: { overwrite: true } });
    },
    "POST /content/strings/{id}/restore/{versionId}": async () => {
      const { id } = await customString();
      await call("PUT", `/content/strings/${id}`, { current_value: "second" });
      const { history } = (await call("GET", `/content/strings/${id}/history`)).body;
      return change("RESTORE", `/content/strings/${id}/restore/${history[1].id}`);
    },
    "POST /languages": async () => change("CREATE", "/languages", { tag: "it", name: "Italiano", direction: "ltr" }),
    "PUT /languages/{tag}": async () => {
      counter += 1;
      return change("UPDATE", "/languages/ja", { name: `日本語 ${counter}` });
    },
    "PUT /content/translations/{language}/{key}": async () =>
      change("UPDATE", await translation("eins"), { value: "zwei", base_version: 1, source_version: 1 }),
    "POST /content/translations/{language}/{key}/restore/{versionId}": async () => {
      const path = await translation("eins");
      const saved = (await call("PUT", path, { value: "zwei", base_version: 1, source_version: 1 })).body.translation;
      const { history } = (await call("GET", `/content/strings/${saved.id}/history`)).body;
      return change("RESTORE", `${path}/restore/${history[1].id}`);
    },
    "PUT /content/translations/{language}": async () => {
      const key = (await translation("eins")).split("/").at(-1);
      return change("UPDATE", "/content/translations/de", { updates: [{ key, value: "zwei", base_version: 1 }] });
    },
    "DELETE /content/strings/{id}": async () => change("DELETE", `/content/strings/${(await customString()).id}`),
  };
}

import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import type { AdminLanguage } from "contract/languages/schema.ts";
import Plus from "lucide-static/icons/plus.svg?react";
import { useState } from "react";
import { useDraftForm } from "../../page/form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../admin/queries.ts";
import { EnabledSwitch } from "../admin/switch.tsx";

/** Chooses the language of the list (empty = English), and shows how far its translation is. */
export function LanguageBar({ tag, onChoose }: { tag: string; onChoose: (tag: string) => void }) {
  const call = useAdminCall();
  const refresh = useRefresh("site");
  const { data: languages = [] } = useAdminQuery(languagesQuery(call));
  const [adding, setAdding] = useState(false);
  const lacksWrite = useDenialReason()("content.write");
  const { run, failure } = useAction((error) => serverMessageOf(error, "Failed to change the language"));
  const language = languages.find((one) => one.tag === tag);

  const enable = ({ tag, version }: AdminLanguage, enabled: boolean) =>
    run(async () => {
      const input = { params: { tag }, body: { enabled, base_version: version } };
      await call("PUT /api/admin/languages/{tag}", input).finally(refresh);
    });
  return (
    <div className="mb-4 grid gap-2.5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
        <Select
          label="Language"
          value={tag || sourceLanguage}
          onChoose={(chosen) => onChoose(chosen === sourceLanguage ? "" : chosen)}
          className="w-56"
        >
          {/* until they are there */}
          {languages.length === 0 && <option value={tag || sourceLanguage}>{tag || "English (en)"}</option>}
          {languages.map(({ tag, name, enabled }) => (
            <option key={tag} value={tag}>
              {name} ({tag}){enabled ? "" : ", off"}
            </option>
          ))}
        </Select>
        {language && (
          <>
            <EnabledSwitch
              name={language.name}
              enabled={language.enabled}
              needs="content.write"
              onChange={(enabled) => enable(language, enabled)}
            />
            <div className="w-full max-w-md min-w-48 sm:w-auto sm:grow">
              <LanguageProgress language={language} />
            </div>
          </>
        )}
        <ActionButton size="small" denialReason={lacksWrite} onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          Add a language
        </ActionButton>
      </div>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      {adding && <AddLanguage onClose={() => setAdding(false)} onAdded={onChoose} />}
    </div>
  );
}

/** How much of the site is translated into a language, and how much of that is outdated. */
export function LanguageProgress({ language }: { language: AdminLanguage }) {
  const { texts, translated, outdated, edited } = language;
  const widthOf = (count: number) => ({ width: `${(count / texts) * 100}%` });
  return (
    <div className="grid gap-1 text-sm">
      <span aria-hidden className="flex h-2.5 overflow-hidden rounded-sm bg-sunken">
        <span className="bg-accent" style={widthOf(translated - outdated)} />
        <span className="bg-warning" style={widthOf(outdated)} />
      </span>
      <span className="figures text-muted">
        {formatCount(translated)} of {formatCount(texts)} translated, {formatCount(outdated)} outdated,{" "}
        {formatCount(edited)} edited
      </span>
    </div>
  );
}

/** Adds a language, which is off until an administrator switches it on. */
function AddLanguage({ onClose, onAdded }: { onClose: () => void; onAdded: (tag: string) => void }) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const form = useDraftForm({
    initial: noLanguage,
    send: async (added) => {
      await call("POST /api/admin/languages", { body: added });
      await refresh();
      onClose();
      onAdded(added.tag);
    },
    explain: (error) => ({ box: serverMessageOf(error, "Failed to add the language") }),
  });
  return (
    <Dialog title="Add a language" onClose={onClose}>
      {/* the browser asks for what is missing */}
      <form {...form.formProps} noValidate={false} className="mt-4 grid gap-4">
        <TextField
          label="Language tag"
          hint="Such as it, pt-BR or zh-Hans"
          required
          maxLength={35}
          {...form.fieldProps("tag")}
        />
        <TextField
          label="Name"
          hint="Its own name for itself, such as Italiano"
          required
          maxLength={100}
          {...form.fieldProps("name")}
        />
        <Select
          label="Direction"
          value={form.values.direction}
          onChoose={(chosen) => form.change({ direction: chosen === "rtl" ? "rtl" : "ltr" })}
        >
          <option value="ltr">Left to right</option>
          <option value="rtl">Right to left</option>
        </Select>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <FormButtons submit={form.sending ? "Adding…" : "Add"} disabled={form.sending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const noLanguage = { tag: "", name: "", direction: "ltr" as "ltr" | "rtl" };

/** All languages with the state of their texts. */
export function languagesQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "languages"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/languages", {}, { signal })).languages,
  });
}

import { storeColors, storeKinds } from "contract/stores/rules.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import { useState } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { LeaveGuard } from "../admin/leave-guard.tsx";
import { useRefresh } from "../admin/queries.ts";
import { EditConflict, useEdits } from "../admin/use-edits.tsx";
import {
  changedFields,
  emptyForm,
  fieldNames,
  formProblems,
  kindNames,
  type StoreForm,
  toFields,
  toForm,
  toText,
} from "./store-form.ts";

interface StoreDialogProps {
  /** The store to edit; a new one without it. */
  store?: AdminStore | undefined;
  /** Keys are unique. */
  stores: readonly AdminStore[];
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Adds, changes or deletes a store. */
export function StoreDialog({ store, stores, onDone, onClose }: StoreDialogProps) {
  const edit = useStoreEdit({ store, stores, onDone });
  return (
    <Dialog title={store ? `Edit ${store.name}` : "Add store"} onClose={onClose}>
      <LeaveGuard unsaved={edit.unsaved} />
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
        <StoreFields form={edit.form} isNew={!store} problems={edit.problems} onChange={edit.change} />
        <FormButtons submit={store ? "Save store" : "Add store"} disabled={edit.busy} onCancel={onClose}>
          {store && (
            <ActionButton
              kind="danger"
              className="ms-auto"
              denialReason={store.offers > 0 ? "This store has offers: disable it instead" : undefined}
              disabled={edit.busy}
              onClick={() => void edit.remove()}
            >
              Delete store
            </ActionButton>
          )}
        </FormButtons>
      </form>
      <EditConflict edit={edit} />
    </Dialog>
  );
}

/** The form of a store, its saving and its deletion. */
function useStoreEdit({ store, stores, onDone }: Pick<StoreDialogProps, "store" | "stores" | "onDone">) {
  const call = useAdminCall();
  const refresh = useRefresh();
  /** Problems are shown after the first submit. */
  const [isSent, setSent] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const edits = useEdits({
    thing: store,
    toForm: (one) => (one ? toForm(one) : emptyForm),
    names: fieldNames,
    textOf: toText,
    send: (typed, base) => {
      const before = base ? toForm(base) : emptyForm;
      const edited = { ...before, ...typed };
      if (!base) return call("POST /api/admin/stores", { body: { ...toFields(edited), key: edited.key } });
      const body = { ...changedFields(edited, before), base_version: base.version };
      return call("PUT /api/admin/stores/{key}", { params: { key: base.key }, body });
    },
    onSaved: () => onDone(`${store ? "Saved" : "Added"} ${name}.`),
    fallback: store ? "Failed to save the store" : "Failed to add the store",
  });
  const name = edits.form.name.trim();
  const problems = formProblems(edits.form, (key) => !store && stores.some((other) => other.key === key));
  return {
    ...edits,
    problems: isSent ? problems : {},
    busy: edits.saving || isDeleting,
    save: () => {
      setSent(true);
      if (Object.keys(problems).length > 0) return;
      if (edits.unsaved) void edits.save();
      else onDone(`Saved ${name}.`);
    },
    remove: async () => {
      setDeleting(true);
      try {
        await call("DELETE /api/admin/stores/{key}", { params: { key: store!.key } });
        await refresh();
        onDone(`Deleted ${store!.name}.`);
      } catch (error) {
        edits.fail(error);
        setDeleting(false);
      }
    },
  };
}

interface StoreFieldsProps {
  form: StoreForm;
  /** Whether the key can be chosen. */
  isNew: boolean;
  problems: Partial<Record<keyof StoreForm, string>>;
  onChange: (part: Partial<StoreForm>) => void;
}

/** The controls for all fields of a store. */
function StoreFields({ form, isNew, problems, onChange }: StoreFieldsProps) {
  const text = (
    field: "key" | "name" | "website" | "activation" | "open_data_licence",
    maxLength: number,
    hint?: string,
  ) => {
    const error = problems[field];
    return (
      <TextField
        label={fieldNames[field]}
        value={form[field]}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        {...(hint && { hint })}
        {...(error && { error })}
        onChange={({ target }) => onChange({ [field]: target.value })}
      />
    );
  };
  return (
    <>
      {isNew && text("key", 40, "Names it in addresses, and cannot be changed: lower-case letters, digits, hyphens")}
      {text("name", 80)}
      <div className="grid grid-cols-2 gap-4">
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">{fieldNames.kind}</span>
          <Select
            label={fieldNames.kind}
            value={form.kind}
            onChoose={(kind) => onChange({ kind: kind as StoreForm["kind"] })}
          >
            {storeKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]}
              </option>
            ))}
          </Select>
        </div>
        <div className="grid gap-1.5">
          <span className="flex items-center gap-2 text-sm font-medium">
            {fieldNames.color}
            <ColorDot color={form.color} />
          </span>
          <Select
            label={fieldNames.color}
            value={form.color}
            onChoose={(color) => onChange({ color: color as StoreForm["color"] })}
          >
            {storeColors.map((color) => (
              <option key={color}>{color}</option>
            ))}
          </Select>
        </div>
      </div>
      {text("website", 500)}
      {text("activation", 400, "What its keys activate on, separated by commas: steam-key, drm-free")}
      <TextArea
        label={fieldNames.link_templates}
        rows={3}
        spellCheck={false}
        value={form.link_templates}
        hint="How links to it are made, a line for each country or * for all: GB https://…{link}…"
        {...(problems.link_templates && { error: problems.link_templates })}
        onChange={({ target }) => onChange({ link_templates: target.value })}
      />
      {text("open_data_licence", 100, "Such as CC0-1.0; without one its prices are left out")}
      <Checkbox
        label={fieldNames.reports_stock}
        hint="It says whether an offer can be delivered"
        checked={form.reports_stock}
        onChange={({ target }) => onChange({ reports_stock: target.checked })}
      />
      <Checkbox
        label={fieldNames.enabled}
        hint="Its prices are shown"
        checked={form.enabled}
        onChange={({ target }) => onChange({ enabled: target.checked })}
      />
    </>
  );
}

/** A dot in a store's colour, which `ui/tokens.css` defines by its name. */
export function ColorDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: `var(--color-store-${color}, var(--color-store-gray))` }}
    />
  );
}

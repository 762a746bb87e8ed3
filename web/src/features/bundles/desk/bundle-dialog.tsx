import { bundleItemKinds, bundleKinds, bundleLimits } from "contract/bundles/rules.ts";
import type { AdminBundle } from "contract/bundles/schema.ts";
import Plus from "lucide-static/icons/plus.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import type { ReactNode } from "react";
import { useStores } from "../../../api/stores.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Labelled } from "../../../ui/labelled.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAdminCall } from "../../admin/admin-call.tsx";
import { EditDialog } from "../../admin/edit-dialog.tsx";
import { useEdits } from "../../admin/use-edits.tsx";
import { ChangeHistory } from "../../audit/change-history.tsx";
import {
  type BundleForm,
  editedFields,
  emptyForm,
  emptyItem,
  emptyTier,
  fieldNames,
  type ItemForm,
  itemKindNames,
  kindNames,
  nameOfPath,
  type TierForm,
  toFields,
  toForm,
  toText,
} from "./bundle-form.ts";

interface BundleDialogProps {
  /** The bundle to edit; a new one without it. */
  bundle?: AdminBundle | undefined;
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Adds, changes or deletes a bundle, and shows its history. */
export function BundleDialog({ bundle, onDone, onClose }: BundleDialogProps) {
  const call = useAdminCall();
  const edit = useEdits({
    thing: bundle,
    toForm: (one) => (one ? toForm(one) : emptyForm),
    names: fieldNames,
    textOf: toText,
    send: (typed, base) => {
      if (!base) return call("POST /api/admin/bundles", { body: toFields({ ...emptyForm, ...typed }) });
      const body = { ...editedFields(typed, { ...toForm(base), ...typed }), base_version: base.version };
      return call("PUT /api/admin/bundles/{id}", { params: { id: base.id }, body });
    },
    onSaved: () => onDone(`${bundle ? "Saved" : "Added"} ${edit.form.title.trim()}.`),
    fallback: bundle ? "Failed to save the bundle" : "Failed to add the bundle",
  });
  return (
    <EditDialog
      title={bundle ? `Edit ${bundle.title}` : "Add bundle"}
      edit={edit}
      needs="bundles.write"
      submit={bundle ? "Save bundle" : "Add bundle"}
      onClose={onClose}
      wide
      nameOfPath={nameOfPath}
      {...(bundle && {
        deletion: {
          what: "bundle",
          title: `Delete ${bundle.title}?`,
          text: "Its address no longer works. If its source still lists it, the next reading adds it again.",
          run: () => call("DELETE /api/admin/bundles/{id}", { params: { id: bundle.id } }),
          done: () => onDone(`Deleted ${bundle.title}.`),
        },
        rest: <ChangeHistory kind="bundle" id={bundle.id} />,
      })}
    >
      <MainFields form={edit.form} onChange={edit.change} />
      <Tiers tiers={edit.form.tiers} onChange={(tiers) => edit.change({ tiers })} />
      <Items items={edit.form.items} bundle={bundle} onChange={(items) => edit.change({ items })} />
    </EditDialog>
  );
}

interface FieldsProps {
  form: BundleForm;
  onChange: (part: Partial<BundleForm>) => void;
}

function MainFields({ form, onChange }: FieldsProps) {
  const { stores } = useStores();
  const isListed = stores.some(({ key }) => key === form.store);
  const text = (field: "title" | "address" | "countries" | "games", hint?: string, className?: string) => (
    <TextField
      label={fieldNames[field]}
      value={form[field]}
      maxLength={bundleLimits.address}
      autoComplete="off"
      {...(hint && { hint })}
      {...(className && { className })}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  );
  const time = (field: "begins_at" | "ends_at" | "redeem_by") => (
    <TextField
      label={fieldNames[field]}
      type={field === "redeem_by" ? "date" : "datetime-local"}
      value={form[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-6 [&>*]:sm:col-span-2">
      {text("title", undefined, "sm:col-span-6!")}
      <Labelled label={fieldNames.store}>
        <Select label={fieldNames.store} value={form.store} onChoose={(store) => onChange({ store })}>
          {!isListed && <option value={form.store}>{form.store || "Choose a store"}</option>}
          {stores.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={fieldNames.kind}>
        <Select
          label={fieldNames.kind}
          value={form.kind}
          onChoose={(kind) => onChange({ kind: kind as BundleForm["kind"] })}
        >
          {bundleKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </Select>
      </Labelled>
      {text("countries", "Such as US, GB; empty = all")}
      {text("address", undefined, "sm:col-span-6!")}
      {time("begins_at")}
      {time("ends_at")}
      {time("redeem_by")}
      {text("games", "If not all items are listed")}
      <Checkbox
        label={fieldNames.complete}
        checked={form.complete}
        className="self-center"
        onChange={({ target }) => onChange({ complete: target.checked })}
      />
    </div>
  );
}

const cellStyle =
  "h-9 w-full rounded-md border border-border-strong/60 bg-raised px-2 text-sm hover:border-border-strong";

interface CellProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** A cell of an editable table. */
function Cell({ label, value, onChange, className }: CellProps) {
  return (
    <td className={className}>
      <input
        aria-label={label}
        value={value}
        autoComplete="off"
        className={cellStyle}
        onChange={({ target }) => onChange(target.value)}
      />
    </td>
  );
}

function CheckCell({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <td className="text-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        className="size-5 accent-accent-text"
        onChange={({ target }) => onChange(target.checked)}
      />
    </td>
  );
}

interface RowsProps {
  title: string;
  columns: readonly string[];
  /** What a row is called. */
  what: string;
  onAdd: () => void;
  children: ReactNode;
}

/** An editable table, which scrolls by itself where it is too wide. */
function Rows({ title, columns, what, onAdd, children }: RowsProps) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-center justify-between">
        <h3 className="text-sm font-medium">{title}</h3>
        <Button size="small" onClick={onAdd}>
          <Plus aria-hidden className="size-4" />
          Add {what}
        </Button>
      </div>
      <div className="overflow-x-auto">
        <table className="w-full text-sm [&_td]:p-1 [&_th]:px-1 [&_th]:text-start [&_th]:font-normal [&_th]:text-muted">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="whitespace-nowrap">
                  {column}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

function RemoveCell({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <td className="w-0">
      <Button kind="quiet" size="icon" className="size-9!" aria-label={label} title={label} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4.5" />
      </Button>
    </td>
  );
}

const withRow = <Row extends object>(rows: readonly Row[], at: number, change: Partial<Row>) =>
  rows.map((row, n) => (n === at ? { ...row, ...change } : row));
const withoutRow = <Row,>(rows: readonly Row[], at: number) => rows.filter((_, n) => n !== at);

const tierColumns = ["Tier", "Amount", "Currency", "With those before", "Extra", "Choose"];

function Tiers({ tiers, onChange }: { tiers: readonly TierForm[]; onChange: (tiers: readonly TierForm[]) => void }) {
  return (
    <Rows title="Tiers" columns={tierColumns} what="tier" onAdd={() => onChange([...tiers, emptyTier])}>
      {tiers.map((tier, n) => {
        const set = (change: Partial<TierForm>) => onChange(withRow(tiers, n, change));
        const of = (what: string) => `${what} of tier ${n + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place
          <tr key={n}>
            <td className="figures">{n + 1}</td>
            <Cell label={of("Amount")} value={tier.amount} onChange={(amount) => set({ amount })} />
            <Cell label={of("Currency")} value={tier.currency} onChange={(currency) => set({ currency })} />
            <CheckCell
              label={of("With those before")}
              checked={tier.cumulative}
              onChange={(cumulative) => set({ cumulative })}
            />
            <CheckCell label={of("Extra")} checked={tier.addon} onChange={(addon) => set({ addon })} />
            <Cell label={of("Choose")} value={tier.choose} onChange={(choose) => set({ choose })} />
            <RemoveCell label={`Remove tier ${n + 1}`} onRemove={() => onChange(withoutRow(tiers, n))} />
          </tr>
        );
      })}
    </Rows>
  );
}

const itemColumns = ["Title", "Kind", "Tier", "Game id", "Activates on", "Activates in"];

interface ItemsProps {
  items: readonly ItemForm[];
  bundle: AdminBundle | undefined;
  onChange: (items: readonly ItemForm[]) => void;
}

function Items({ items, bundle, onChange }: ItemsProps) {
  return (
    <Rows title="Items" columns={itemColumns} what="item" onAdd={() => onChange([...items, emptyItem])}>
      {items.map((item, n) => {
        const set = (change: Partial<ItemForm>) => onChange(withRow(items, n, change));
        const of = (what: string) => `${what} of item ${n + 1}`;
        const waits = bundle?.items.some(({ title, waits }) => waits && title === item.title);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
          <tr key={n}>
            <Cell className="min-w-52" label={of("Title")} value={item.title} onChange={(title) => set({ title })} />
            <td className="min-w-28">
              <select
                aria-label={of("Kind")}
                value={item.kind}
                className={cellStyle}
                onChange={({ target }) => set({ kind: target.value as ItemForm["kind"] })}
              >
                {bundleItemKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {itemKindNames[kind]}
                  </option>
                ))}
              </select>
            </td>
            <Cell className="min-w-14" label={of("Tier")} value={item.tier} onChange={(tier) => set({ tier })} />
            <td className="min-w-24">
              <input
                aria-label={of("Game id")}
                value={item.game}
                placeholder={waits ? "In review" : ""}
                autoComplete="off"
                className={cellStyle}
                onChange={({ target }) => set({ game: target.value })}
              />
            </td>
            <Cell
              className="min-w-28"
              label={of("Activates on")}
              value={item.activates_on}
              onChange={(activates_on) => set({ activates_on })}
            />
            <Cell
              className="min-w-28"
              label={of("Activates in")}
              value={item.activates_in}
              onChange={(activates_in) => set({ activates_in })}
            />
            <RemoveCell label={`Remove item ${n + 1}`} onRemove={() => onChange(withoutRow(items, n))} />
          </tr>
        );
      })}
    </Rows>
  );
}

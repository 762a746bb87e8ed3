import { storeColors, storeKinds } from "contract/stores/rules.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Select } from "../../ui/select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ColorDot } from "./color-dot.tsx";
import { fieldNames, kindNames, type StoreForm } from "./store-form.ts";

interface StoreFieldsProps {
  form: StoreForm;
  /** Whether the key can be chosen. */
  isNew: boolean;
  problems: Partial<Record<keyof StoreForm, string>>;
  onChange: (part: Partial<StoreForm>) => void;
}

/** The controls for all fields of a store. */
export function StoreFields({ form, isNew, problems, onChange }: StoreFieldsProps) {
  const text = (field: "key" | "name" | "website" | "activation", maxLength: number, hint?: string) => {
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

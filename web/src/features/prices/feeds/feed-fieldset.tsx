import { feedColumns } from "contract/prices/feed-rules.ts";
import { useId } from "react";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { EncodingBox } from "./encoding-box.tsx";
import { columnField, type FeedField, fieldNames, isNeeded } from "./feed-form.ts";
import type { Places } from "./feed-page.tsx";
import type { FeedEdit } from "./use-feed-edit.ts";

interface FeedFieldsetProps {
  edit: FeedEdit;
  places: Places;
  /** The columns of the feed, once they are known. */
  found: readonly string[];
}

/** The controls for all fields of a feed. */
export function FeedFieldset({ edit, places, found }: FeedFieldsetProps) {
  const listId = useId();
  const { form, problems, change } = edit;
  const market = places.markets.find(({ country }) => country === form.country);
  const text = (
    field: FeedField,
    more: { hint?: string; placeholder?: string; label?: string; list?: string } = {},
  ) => {
    const error = problems.get(field);
    return (
      <TextField
        key={field}
        label={fieldNames[field]}
        value={form[field]}
        autoComplete="off"
        spellCheck={false}
        {...more}
        {...(error && { error })}
        onChange={({ target }) => change({ [field]: target.value })}
      />
    );
  };
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Choice field="store" edit={edit} options={places.stores.map(({ key, name }) => [key, name])} />
        <Choice
          field="country"
          edit={edit}
          options={places.markets.map(({ country, currency }) => [country, `${country} (${currency})`])}
        />
        {text("currency", {
          hint: "Of amounts that name none; empty: those are refused",
          placeholder: market?.currency ?? "",
        })}
      </div>
      {text("url", { hint: "A file as CSV, TSV or Google Merchant XML, also packed. Secrets are shown as ***" })}
      <EncodingBox
        encoding={form.encoding === "windows-1252" ? form.encoding : undefined}
        onChange={(encoding) => change({ encoding: encoding ?? "" })}
      />
      <fieldset>
        <legend className="text-sm font-medium">Columns</legend>
        <p className="mt-1 mb-3 text-sm text-muted">
          How the feed calls them; leave empty what it calls by our name. A preview finds the names.
        </p>
        <div className="grid grid-cols-2 items-start gap-x-5 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
          {feedColumns.map((column) =>
            text(columnField(column), {
              label: isNeeded(column) ? `${column} (required)` : column,
              placeholder: column,
              list: listId,
            }),
          )}
        </div>
        <datalist id={listId}>
          {found.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </fieldset>
    </>
  );
}

interface ChoiceProps {
  field: "store" | "country";
  edit: FeedEdit;
  options: [value: string, text: string][];
}

function Choice({ field, edit: { form, problems, change }, options }: ChoiceProps) {
  const error = problems.get(field);
  const noteId = useId();
  const isListed = options.some(([value]) => value === form[field]);
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{fieldNames[field]}</span>
      <Select
        label={fieldNames[field]}
        value={form[field]}
        {...(error && { "aria-invalid": true, "aria-describedby": noteId })}
        onChoose={(value) => change({ [field]: value })}
      >
        {!isListed && <option value={form[field]}>{form[field] || "Choose"}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      {error && (
        <p id={noteId} className="text-sm text-danger">
          {form[field] === "" ? "Choose one" : error}
        </p>
      )}
    </div>
  );
}

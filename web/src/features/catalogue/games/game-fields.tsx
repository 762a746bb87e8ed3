import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import { type Column, type EditableField, gameColumns } from "contract/games/columns.ts";
import Pin from "lucide-static/icons/pin.svg?react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { useRefresh } from "../../admin/queries.ts";
import { choiceName, fieldNames, type GameEdit, isNumber, toText } from "./game-form.ts";
import { sourceName } from "./source-name.ts";

interface GameFieldsProps {
  game: CatalogueGame;
  edit: GameEdit;
  onDone: (done: string) => void;
}

/** All fields of a game, each with the values of its sources. */
export function GameFields({ game, edit, onDone }: GameFieldsProps) {
  const denialReason = useDenialReason()("catalogue.write");
  return (
    <form {...edit.formProps} aria-label="Fields" className="grid gap-5 rounded-lg border border-border bg-raised p-5">
      <fieldset disabled={denialReason !== undefined} className="grid items-start gap-5 sm:grid-cols-2">
        {game.fields.map((field) => (
          <div key={field.name} className={classNames("grid gap-1.5", isWide(field) && "sm:col-span-full")}>
            <FieldControl field={field} game={game} edit={edit} />
            <FieldNotes game={game} field={field} onDone={onDone} />
          </div>
        ))}
      </fieldset>
      <TextField
        label="Reason"
        hint="Shown in the history"
        value={edit.reason}
        maxLength={500}
        autoComplete="off"
        disabled={denialReason !== undefined}
        onChange={({ target }) => edit.setReason(target.value)}
      />
      {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
      <div className={saveBar}>
        <ActionButton kind="primary" type="submit" denialReason={denialReason} disabled={!edit.unsaved || edit.saving}>
          {edit.saving ? "Saving…" : "Save"}
        </ActionButton>
        <Button disabled={!edit.unsaved || edit.saving} onClick={edit.cancel}>
          Discard
        </Button>
      </div>
    </form>
  );
}

const saveBar =
  "sticky bottom-0 -mx-5 -mb-5 flex flex-wrap gap-3 rounded-b-lg border-t border-border bg-raised px-5 py-3";

const isWide = ({ name }: FieldState) => wideFields.includes(name);
const wideFields: readonly EditableField[] = [
  "title",
  "also_known_as",
  "localized_titles",
  "description",
  "tags",
  "explicit",
  "boxart_url",
];

interface FieldControlProps {
  field: FieldState;
  game: CatalogueGame;
  edit: GameEdit;
}

function FieldControl({ field: { name }, game, edit }: FieldControlProps) {
  const label = fieldNames[name];
  const error = edit.problems.get(name);
  const typed = edit.form[name];
  const change = (text: string) => edit.change({ [name]: text });
  const column: Column = gameColumns[name];
  if (column.is === "flag") {
    return (
      <Checkbox
        label={label}
        checked={typed === "true"}
        onChange={({ target }) => change(String(target.checked))}
        {...(error && { error })}
      />
    );
  }
  if (column.is === "choice") {
    return (
      <div className="grid gap-1.5">
        <span className="text-sm font-medium">{label}</span>
        <Select label={label} value={typed} onChoose={change}>
          <option value="">Not known</option>
          <ChoiceOptions choices={column.choices} />
        </Select>
      </div>
    );
  }
  const props = { label, value: typed, ...(error && { error }) };
  const hint = name === "parent_id" ? (game.parent?.title ?? hints[name]) : hints[name];
  if (name === "description" || name === "tags" || isTitles(name)) {
    return (
      <TextArea
        {...props}
        {...(hint && { hint })}
        {...(isTitles(name) && { dir: "auto" })}
        rows={name === "description" ? 5 : 2}
        onChange={({ target }) => change(target.value)}
      />
    );
  }
  return (
    <TextField
      {...props}
      {...(hint && { hint })}
      {...(isNumber(name) && { inputMode: "decimal" })}
      type={column.is === "day" ? "date" : "text"}
      autoComplete="off"
      onChange={({ target }) => change(target.value)}
    />
  );
}

const isTitles = (name: EditableField) => name === "also_known_as" || name === "localized_titles";

const hints: { [Name in EditableField]?: string } = {
  also_known_as: "Other titles, one per line",
  parent_id: "The id of the game that this is an addition to",
  boxart_url: "The address of a picture; “Upload box art” takes a file instead",
  localized_titles: "One per line, such as ja: 缺氧. Visitors see the first one in their language",
};

/** The options of a choice, in a select. */
export function ChoiceOptions({ choices }: { choices: readonly string[] }) {
  return choices.map((choice) => (
    <option key={choice} value={choice}>
      {choiceName(choice)}
    </option>
  ));
}

interface FieldNotesProps {
  game: CatalogueGame;
  field: FieldState;
  onDone: (done: string) => void;
}

/** Below a field: differing values of its sources, and for an overridden one a button that releases it. */
function FieldNotes({ game, field, onDone }: FieldNotesProps) {
  const { value, overridden, sources } = field;
  const others = sources.filter((source) => source.value !== value);
  return (
    <>
      {others.map(({ source, value }) => (
        <OtherValue key={source} label={sourceName(source)} value={value} />
      ))}
      {overridden && <Override game={game} field={field} onDone={onDone} />}
    </>
  );
}

function OtherValue({ label, value }: { label: string; value: FieldState["value"] }) {
  return (
    <p className="line-clamp-2 text-sm break-words text-muted">
      {label}: {toText(value) || "(empty)"}
    </p>
  );
}

function Override({ game, field, onDone }: FieldNotesProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const release = useRelease(game, field, onDone);
  const label = fieldNames[field.name];
  const isFromSource = field.sources.some(({ value }) => value === field.replaced);
  return (
    <>
      {!isFromSource && field.replaced !== null && <OtherValue label="Before" value={field.replaced} />}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-1 text-accent-text">
          <Pin aria-hidden className="size-4" /> Set by hand
        </span>
        <ActionButton
          size="small"
          denialReason={denialReason}
          disabled={release.running}
          aria-label={`Release ${label}`}
          onClick={() => void release.run()}
        >
          Release
        </ActionButton>
        {release.failure && <span role="alert">{release.failure}</span>}
      </p>
    </>
  );
}

function useRelease(game: CatalogueGame, { name }: FieldState, onDone: (done: string) => void) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { run, ...state } = useAction((error) => serverMessageOf(error, "Failed to release the field"));
  const release = async () => {
    const body = { fields: [name], base_version: game.version };
    const released = call("POST /api/admin/catalogue/games/{id}/release", { params: { id: game.id }, body });
    // also after a conflict, so that the next attempt is based on the version shown
    await released.finally(refresh);
    onDone(`Released ${fieldNames[name]}.`);
  };
  return { ...state, run: () => run(release) };
}

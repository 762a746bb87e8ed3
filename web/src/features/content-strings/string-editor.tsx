import type { ContentString } from "contract/content-strings/schema.ts";
import { type KeyboardEvent, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { fieldStyle } from "../admin/field-style.ts";
import type { StringEdit } from "./string-edit.ts";

interface StringEditorProps {
  edit: StringEdit;
  /** The text as it was. */
  base: ContentString;
}

/** Edits a text in its row: Enter saves, Shift+Enter adds a line, Esc cancels (spec/content-and-settings 2.2). */
export function StringEditor({ edit, base }: StringEditorProps) {
  const id = useId();
  const { problems, saving } = edit;

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter confirms a character of an input method
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      edit.save();
    }
    if (event.key === "Escape") edit.cancel();
  };
  return (
    <div className="grid min-w-64 gap-2">
      <textarea
        ref={focusAtEnd}
        aria-label={`Value of ${base.key}`}
        aria-invalid={problems.length > 0}
        aria-describedby={`${id}-problems ${id}-original`}
        rows={1}
        value={edit.form.value}
        readOnly={saving}
        onChange={(event) => edit.change({ value: event.target.value })}
        onKeyDown={onKeyDown}
        className={`field-sizing-content max-h-72 min-h-10 ${fieldStyle}`}
      />
      <ul id={`${id}-problems`} aria-live="polite" className="text-danger">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p id={`${id}-original`} className="break-words whitespace-pre-wrap text-muted">
        <span className="font-medium">Original:</span> {base.current_value}
      </p>
      {base.variables.length > 0 && (
        <p className="text-muted">
          <span className="font-medium">Variables:</span> {base.variables.map((name) => `{${name}}`).join(" ")}
        </p>
      )}
      {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
      <div className="flex gap-2">
        <Button kind="primary" size="small" disabled={problems.length > 0 || saving} onClick={edit.save}>
          {saving ? "Saving…" : "Save"}
        </Button>
        <Button size="small" onClick={edit.cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function focusAtEnd(box: HTMLTextAreaElement | null): void {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}

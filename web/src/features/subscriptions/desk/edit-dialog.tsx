import type { ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FormButtons } from "../../../ui/form-buttons.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ConfirmButton } from "../../admin/action-button.tsx";
import { LeaveGuard } from "../../admin/leave-guard.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { useRefresh } from "../../admin/queries.ts";
import { EditConflict, type useEdits } from "../../admin/use-edits.tsx";

type Edit<Form extends object> = ReturnType<typeof useEdits<unknown, Form>>;

interface EditDialogProps {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: the frame uses no field of the form
  edit: Omit<Edit<any>, "change">;
  /** The label of the button that saves. */
  submit: string;
  onClose: () => void;
  /** How it is deleted; left out for a new one. */
  deletion?: { action: string; title: string; text: string; run: () => Promise<unknown>; done: () => void };
  /** Whether it can be saved, besides having edits. */
  ready?: boolean;
  wide?: boolean;
  /** Before the form. */
  head?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** After the form, such as forms of its own. */
  rest?: ReactNode;
}

/** The frame of a form in a dialog: its saving, deletion and conflicts. */
export function EditDialog(props: EditDialogProps) {
  const { title, edit, submit, onClose, deletion, ready = true, wide = false, head, children, rest } = props;
  const denialReason = useDenialReason()("subscriptions.write");
  const refresh = useRefresh();
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <LeaveGuard unsaved={edit.unsaved} />
      {head}
      <form className="mt-4 grid gap-4" {...edit.formProps}>
        <EditFailure edit={edit} />
        {children}
        <FormButtons
          submit={submit}
          disabled={edit.saving || !edit.unsaved || !ready || denialReason !== undefined}
          onCancel={onClose}
        >
          {deletion && (
            <ConfirmButton
              kind="danger"
              className="ms-auto"
              denialReason={denialReason}
              question={{
                title: deletion.title,
                action: deletion.action,
                text: deletion.text,
                failed: "Failed to delete it",
                onConfirm: async () => {
                  await deletion.run();
                  await refresh();
                  deletion.done();
                },
              }}
            >
              {deletion.action}
            </ConfirmButton>
          )}
        </FormButtons>
      </form>
      {rest}
      <EditConflict edit={edit} />
    </Dialog>
  );
}

/** The server's message, unless it stands at fields. */
export function EditFailure({ edit: { failure, problems } }: { edit: Pick<Edit<object>, "failure" | "problems"> }) {
  return failure !== undefined && problems.size === 0 ? <ErrorBox>{failure}</ErrorBox> : null;
}

/** The server's message about a field, or about a part of it. */
export function problemOf(problems: ReadonlyMap<string, string>, field: string): string | undefined {
  return problems.get(field) ?? [...problems].find(([path]) => path.startsWith(`${field}.`))?.[1];
}

interface FormFieldProps<Form extends object> {
  edit: Pick<Edit<Form>, "form" | "problems" | "change">;
  names: Record<keyof Form & string, string>;
  field: keyof Form & string;
  hint?: string;
  type?: "text" | "date";
}

/** A text field of a form, with the server's message about it. */
export function FormField<Form extends Record<keyof Form, string>>(props: FormFieldProps<Form>) {
  const { edit, names, field, hint, type = "text" } = props;
  const error = problemOf(edit.problems, field);
  return (
    <TextField
      label={names[field]}
      type={type}
      value={edit.form[field]}
      autoComplete="off"
      spellCheck={false}
      {...(hint && { hint })}
      {...(error && { error })}
      onChange={({ target }) => edit.change({ [field]: target.value } as unknown as Partial<Form>)}
    />
  );
}

export const wordsOf = (text: string) => text.split(",").flatMap((word) => word.trim() || []);

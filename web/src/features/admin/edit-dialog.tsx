import type { Permission } from "contract/permissions.ts";
import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ConfirmButton } from "./action-button.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useDenialReason } from "./me.ts";
import { useRefresh } from "./queries.ts";
import { EditConflict, type useEdits } from "./use-edits.tsx";

type Edit<Form extends object> = ReturnType<typeof useEdits<unknown, Form>>;

interface EditDialogProps {
  title: string;
  // biome-ignore lint/suspicious/noExplicitAny: the frame uses no field of the form
  edit: Omit<Edit<any>, "change">;
  /** The permission to save and to delete. */
  needs: Permission;
  /** The label of the button that saves. */
  submit: string;
  onClose: () => void;
  /** How it is deleted, and what it is, such as "plan"; left out for a new one. */
  deletion?: { what: string; title: string; text: string; run: () => Promise<unknown>; done: () => void };
  /** Whether it can be saved, besides having edits. */
  ready?: boolean;
  wide?: boolean;
  /** Names the fields that do not show their messages themselves, by their paths. */
  nameOfPath?: ((path: string) => string) | undefined;
  /** Before the form. */
  head?: ReactNode;
  /** The fields. */
  children: ReactNode;
  /** After the form, such as forms of its own. */
  rest?: ReactNode;
}

/** The frame of a form in a dialog: its saving, deletion and conflicts. */
export function EditDialog(props: EditDialogProps) {
  const { title, edit, needs, submit, onClose, deletion, ready = true, wide = false, nameOfPath } = props;
  const denialReason = useDenialReason()(needs);
  const refresh = useRefresh();
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <LeaveGuard unsaved={edit.unsaved} />
      {props.head}
      <form className="mt-4 grid gap-4" {...edit.formProps}>
        <EditFailure edit={edit} nameOfPath={nameOfPath} />
        {props.children}
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
              disabled={edit.saving}
              question={{
                title: deletion.title,
                action: `Delete ${deletion.what}`,
                text: deletion.text,
                failed: `Failed to delete the ${deletion.what}`,
                onConfirm: async () => {
                  await deletion.run();
                  await refresh();
                  deletion.done();
                },
              }}
            >
              {`Delete ${deletion.what}`}
            </ConfirmButton>
          )}
        </FormButtons>
      </form>
      {props.rest}
      <EditConflict edit={edit} />
    </Dialog>
  );
}

interface EditFailureProps extends Pick<EditDialogProps, "nameOfPath"> {
  edit: Pick<Edit<object>, "failure" | "problems">;
}

/** The server's message; those about fields stand there unless `nameOfPath` is given. */
export function EditFailure({ edit: { failure, problems }, nameOfPath }: EditFailureProps) {
  if (failure === undefined) return null;
  if (problems.size === 0) return <ErrorBox>{failure}</ErrorBox>;
  if (!nameOfPath) return null;
  return <ErrorBox>{[...problems].map(([path, msg]) => `${nameOfPath(path)}: ${msg}`).join(". ")}</ErrorBox>;
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

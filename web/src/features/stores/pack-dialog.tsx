import { type FormEvent, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useRefresh } from "../admin/queries.ts";

interface PackDialogProps {
  /** Called with what was done. */
  onDone: (done: string) => void;
  onClose: () => void;
}

/** Imports a store from a file or an address (spec/administration 7.6). */
export function PackDialog({ onDone, onClose }: PackDialogProps) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [file, setFile] = useState<File>();
  const [address, setAddress] = useState("");
  const { run, running, failure } = useAction(problemsOf);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const body = file ? { pack: await readJson(file) } : { address: address.trim() };
      const { store, added } = await call("POST /api/admin/stores/import", { body });
      await refresh();
      onDone(added ? `Added ${store.name}. Enable it to show its prices.` : `${store.name} has the facts of the pack.`);
    });
  };
  return (
    <Dialog title="Import store" onClose={onClose}>
      <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
        <p className="text-sm text-muted">
          A store as one JSON file: its facts, and the columns of its feed where they are known. A new store is added
          disabled. Ten are in the folder server/shipped/stores of the site's program.
        </p>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <FileField label="File" accept=".json,application/json" onChange={({ target }) => setFile(target.files?.[0])} />
        <TextField
          label="Or its address"
          type="url"
          placeholder="https://example.org/store.json"
          disabled={file !== undefined}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <FormButtons
          submit="Import"
          disabled={running || (file === undefined && address.trim() === "")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** All wrong fields, as the server names them. */
function problemsOf(error: unknown): string {
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0) return (error as Error).message;
  return details.map(({ path, msg }) => `${path === "address" ? "Its address" : path}: ${msg}`).join(". ");
}

/** The server checks its form. */
async function readJson(file: File): Promise<never> {
  try {
    return JSON.parse(await file.text()) as never;
  } catch (error) {
    throw new Error(`${file.name} is not JSON: ${(error as Error).message}`);
  }
}

import type { FileImport } from "contract/imports/schema.ts";
import { GamesForm } from "./games-form.tsx";
import { PricesForm } from "./prices-form.tsx";
import type { ImportActions } from "./use-import-actions.ts";

export interface CheckFormProps {
  one: FileImport;
  actions: ImportActions;
}

/** The options for reading a file, and the buttons that check and import it. */
export function CheckForm(props: CheckFormProps) {
  return props.one.kind === "games" ? <GamesForm {...props} /> : <PricesForm {...props} />;
}

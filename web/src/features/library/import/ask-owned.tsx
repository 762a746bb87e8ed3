import type { ImportTarget } from "contract/library/rules.ts";
import { useId } from "react";
import { useLibraryText } from "../library-text.ts";

const answers = ["owned", "wished"] as const;

interface AskOwnedProps {
  as: ImportTarget | undefined;
  onChoose: (as: ImportTarget) => void;
}

/** Asks whether the games of a list are owned or wishlisted, if nothing in it says so. */
export function AskOwned({ as, onChoose }: AskOwnedProps) {
  const text = useLibraryText();
  const name = useId();
  return (
    <fieldset className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <legend className="float-left w-full text-md font-semibold">{text("library.preview.ask")}</legend>
      <p className="clear-both pt-1 text-sm text-muted">{text("library.preview.ask_text")}</p>
      <div className="mt-3 grid gap-1">
        {answers.map((answer) => (
          <label key={answer} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={as === answer}
              onChange={() => onChoose(answer)}
              className="size-5 shrink-0 accent-accent-text"
            />
            {text(`library.preview.ask_${answer}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import type { FileImport } from "contract/imports/schema.ts";
import { Button } from "../../ui/button.tsx";

interface FormButtonsProps {
  one: FileImport;
  /** Whether the form has the options of the last check. */
  isAsChecked: boolean;
  onApply: () => void;
}

/** Checks the file with the options of the form; a checked file can be imported. */
export function FormButtons({ one, isAsChecked, onApply }: FormButtonsProps) {
  const isReady = one.state === "checked" && isAsChecked;
  return (
    <div className="flex flex-wrap gap-3">
      {isReady && (
        <Button kind="primary" onClick={onApply}>
          Import
        </Button>
      )}
      <Button type="submit" kind={isReady ? "secondary" : "primary"}>
        {one.summary || one.problem ? "Check Again" : "Check"}
      </Button>
    </div>
  );
}

import type { ImportKind } from "contract/imports/rules.ts";
import FileUp from "lucide-react/icons/file-up";
import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { kindTexts } from "./imports-state.ts";

interface DropAreaProps {
  kind: ImportKind;
  onFile: (file: File) => unknown;
}

/** Accepts a file by drag and drop or through a file chooser. */
export function DropArea({ kind, onFile }: DropAreaProps) {
  const { what, hint } = kindTexts[kind];
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <section
      aria-label="Upload"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        "flex flex-col items-center gap-2 rounded-lg border-2 border-dashed px-4 py-8 text-center",
        isOver ? "border-accent-text bg-sunken" : "border-border-strong/60",
      )}
    >
      <FileUp aria-hidden className="size-7 text-muted" />
      <p className="font-medium">Drop {what} here, or</p>
      <Button kind="primary" aria-describedby={hintId} onClick={() => input.current?.click()}>
        Choose a File
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // lets the same file be chosen again
          if (file) onFile(file);
          currentTarget.value = "";
        }}
      />
      <p id={hintId} className="text-sm text-muted">
        {hint} An upload that broke off goes on when you choose the same file again.
      </p>
    </section>
  );
}

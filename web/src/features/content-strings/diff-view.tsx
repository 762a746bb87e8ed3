import { useMemo } from "react";
import { type DiffPart, diffTexts } from "./text-diff.ts";

/** The differences of two values: removals struck through, additions underlined, both announced. */
export function DiffView({ older, newer }: { older: string; newer: string }) {
  const lines = useMemo(() => diffTexts(older, newer), [older, newer]);
  return (
    <div className="max-h-72 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm leading-6 break-words">
      {lines.map((parts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
        <p key={line} className="min-h-6 whitespace-pre-wrap">
          {parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same for the parts of a line
            <Part key={place} {...part} />
          ))}
        </p>
      ))}
    </div>
  );
}

function Part({ kind, text }: DiffPart) {
  if (kind === "same") return <span>{text}</span>;
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <Mark
      className={
        kind === "added"
          ? "rounded-sm bg-positive-soft px-0.5 text-positive underline decoration-2 underline-offset-3"
          : "rounded-sm bg-danger-soft px-0.5 text-danger line-through"
      }
    >
      <span className="sr-only">{kind}: </span>
      {text}
    </Mark>
  );
}

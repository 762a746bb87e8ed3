import { markMatches } from "./mark-matches.ts";

/** A name with the typed words marked. */
export function MarkedText({ name, search }: { name: string; search: string }) {
  return markMatches(name, search).map(({ part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

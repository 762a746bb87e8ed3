import type { ImportPreview } from "contract/library/schema.ts";
import { useLibraryText } from "../library-text.ts";
import { PreviewGroup } from "./preview-group.tsx";

/** The entries that match no game of this site. */
export function MissingGames({ missing }: { missing: ImportPreview["missing"] }) {
  const text = useLibraryText();
  return (
    <PreviewGroup
      columns
      title={text("library.preview.missing", { count: missing.length })}
      hint={text("library.preview.missing_text")}
      items={missing.map((item, place) => ({ item, place }))}
      render={({ name }) => <span className="text-sm wrap-anywhere">{name}</span>}
    />
  );
}

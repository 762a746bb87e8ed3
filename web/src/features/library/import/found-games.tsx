import type { ImportPreview } from "contract/library/schema.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useLibraryText } from "../library-text.ts";
import { isUnchanged } from "./chosen-items.ts";
import { PreviewGroup } from "./preview-group.tsx";

interface FoundGamesProps {
  found: ImportPreview["found"];
  /** The indexes of unchecked games. */
  excluded: ReadonlySet<number>;
  onChange: (excluded: ReadonlySet<number>) => void;
}

/** The games that are certain, each with a checkbox; those that would not change are only counted. */
export function FoundGames({ found, excluded, onChange }: FoundGamesProps) {
  const text = useLibraryText();
  const items = found.map((item, place) => ({ item, place })).filter(({ item }) => !isUnchanged(item));
  const unchanged = found.length - items.length;
  const toggle = (place: number) => {
    const next = new Set(excluded);
    if (!next.delete(place)) next.add(place);
    onChange(next);
  };
  return (
    <PreviewGroup
      columns
      title={text("library.preview.found", { count: items.length })}
      hint={
        <>
          {items.length > 0 && text("library.preview.found_text")}{" "}
          {unchanged > 0 && text("library.preview.known", { count: unchanged })}
        </>
      }
      items={items}
      render={({ game, as }, place) => (
        <Checkbox
          checked={!excluded.has(place)}
          onChange={() => toggle(place)}
          label={
            <span className="inline-flex flex-wrap items-center gap-x-2">
              {game.year === null ? game.title : `${game.title} (${game.year})`}
              <Badge>{text(`library.as.${as}`)}</Badge>
            </span>
          }
        />
      )}
    />
  );
}

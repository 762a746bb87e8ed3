import type { ImportPreview } from "contract/library/schema.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useLibraryText } from "../library-text.ts";
import { isKnown } from "./chosen-items.ts";
import { PreviewGroup } from "./preview-group.tsx";

interface FoundGamesProps {
  found: ImportPreview["found"];
  /** The places of those that were unticked. */
  left: ReadonlySet<number>;
  onChange: (left: ReadonlySet<number>) => void;
}

/** The games that are certain, each to be unticked; those that are here already are counted alone. */
export function FoundGames({ found, left, onChange }: FoundGamesProps) {
  const text = useLibraryText();
  const items = found.map((item, place) => ({ item, place })).filter(({ item }) => !isKnown(item));
  const known = found.length - items.length;
  const toggle = (place: number) => {
    const next = new Set(left);
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
          {known > 0 && text("library.preview.known", { count: known })}
        </>
      }
      items={items}
      render={({ game, as }, place) => (
        <Checkbox
          checked={!left.has(place)}
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

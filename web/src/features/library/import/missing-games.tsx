import type { ImportPreview } from "contract/library/schema.ts";
import { useLibraryText } from "../library-text.ts";
import { GamePicker, type PickedGame } from "./game-picker.tsx";
import { PreviewGroup } from "./preview-group.tsx";

interface MissingGamesProps {
  missing: ImportPreview["missing"];
  /** The games that the user found, by index. */
  chosen: ReadonlyMap<number, PickedGame>;
  onChange: (chosen: ReadonlyMap<number, PickedGame>) => void;
}

/** The entries that match no game of this site, each with a search field. */
export function MissingGames({ missing, chosen, onChange }: MissingGamesProps) {
  const text = useLibraryText();
  const pick = (place: number, game: PickedGame | undefined) => {
    const next = new Map(chosen);
    if (game) next.set(place, game);
    else next.delete(place);
    onChange(next);
  };
  return (
    <PreviewGroup
      title={text("library.preview.missing", { count: missing.length })}
      hint={text("library.preview.missing_text")}
      items={missing.map((item, place) => ({ item, place }))}
      render={({ name }, place) => (
        <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <span className="wrap-anywhere">{name}</span>
          <GamePicker name={name} picked={chosen.get(place)} onPick={(game) => pick(place, game)} />
        </div>
      )}
    />
  );
}

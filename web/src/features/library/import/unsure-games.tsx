import type { ImportPreview } from "contract/library/schema.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Select } from "../../../ui/select.tsx";
import { useLibraryText } from "../library-text.ts";
import { PreviewGroup } from "./preview-group.tsx";

interface UnsureGamesProps {
  unsure: ImportPreview["unsure"];
  /** The chosen games by index. */
  picked: ReadonlyMap<number, number>;
  onChange: (picked: ReadonlyMap<number, number>) => void;
}

/** Entries that are probably a game, ticked, with alternatives; those that may be one of several are not ticked. */
export function UnsureGames({ unsure, picked, onChange }: UnsureGamesProps) {
  const text = useLibraryText();
  const pick = (place: number, value: string) => {
    const next = new Map(picked);
    if (value === "") next.delete(place);
    else next.set(place, Number(value));
    onChange(next);
  };
  return (
    <PreviewGroup
      title={text("library.preview.unsure", { count: unsure.length })}
      hint={text("library.preview.unsure_text")}
      items={unsure.map((item, place) => ({ item, place }))}
      render={({ name, as, candidates }, place) => (
        <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <Checkbox
            checked={picked.has(place)}
            onChange={() => pick(place, picked.has(place) ? "" : String(candidates[0]!.id))}
            label={
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
                {name}
                <Badge>{text(`library.as.${as}`)}</Badge>
              </span>
            }
          />
          <Select
            label={text("library.preview.choice", { name })}
            value={picked.get(place) ?? ""}
            onChoose={(value) => pick(place, value)}
          >
            <option value="">{text("library.preview.none")}</option>
            {candidates.map(({ id, title, year }) => (
              <option key={id} value={id}>
                {year === null ? title : `${title} (${year})`}
              </option>
            ))}
          </Select>
        </div>
      )}
    />
  );
}

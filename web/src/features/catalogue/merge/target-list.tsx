import type { MergeTarget } from "contract/catalogue/merge-schema.ts";
import { formatCount } from "contract/core/counts.ts";
import { useStores } from "../../../api/stores.ts";
import { ActionButton } from "../../admin/action-button.tsx";

interface TargetListProps {
  targets: readonly MergeTarget[];
  /** Whether they are search results. */
  isSearch: boolean;
  denialReason: string | undefined;
  onChoose: (target: MergeTarget) => void;
}

/** Games to merge into, with facts that distinguish games of the same title. */
export function TargetList({ targets, isSearch, denialReason, onChoose }: TargetListProps) {
  if (targets.length === 0) {
    return (
      <p className="text-sm text-muted">
        {isSearch ? "No game fits the search." : "No other game has such a title. Search for one."}
      </p>
    );
  }
  return (
    <ul
      aria-label={isSearch ? "Games found" : "Possible duplicates"}
      className="divide-y divide-border rounded-lg border border-border bg-raised"
    >
      {targets.map((target) => (
        <li key={target.id} className="flex items-start justify-between gap-3 p-3">
          <Target target={target} />
          <ActionButton
            size="small"
            denialReason={denialReason}
            aria-label={`Merge into ${target.title} (game ${target.id})`}
            onClick={() => onChoose(target)}
          >
            Merge Into
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

function Target({ target }: { target: MergeTarget }) {
  const { id, title, developer, release_date, steam_appid, stores, wishlists } = target;
  const { storeOf } = useStores();
  const facts = [
    `game ${id}`,
    release_date?.slice(0, 4),
    developer,
    steam_appid !== null && `Steam ${steam_appid}`,
    stores.length > 0 && `at ${stores.map((store) => storeOf(store).name).join(", ")}`,
    wishlists > 0 && `${formatCount(wishlists)} wishlists`,
  ].filter(Boolean);
  return (
    <p className="min-w-0 text-sm">
      <a href={`/games/${id}`} target="_blank" rel="noreferrer" className="text-base hover:underline">
        {title}
      </a>
      <span className="block text-muted">{facts.join(" · ")}</span>
    </p>
  );
}

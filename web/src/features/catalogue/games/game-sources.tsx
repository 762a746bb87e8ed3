import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import { formatMoment } from "../../admin/moments.ts";
import { sourceName } from "./source-name.ts";

/** Where the game's fields come from. */
export function GameSources({ game }: { game: CatalogueGame }) {
  return (
    <section aria-labelledby="game-sources" className="rounded-lg border border-border bg-raised p-5">
      <h2 id="game-sources" className="text-md">
        Sources
      </h2>
      {game.sources.length === 0 && <p className="mt-2 text-sm text-muted">A file, or a match that made the game.</p>}
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {game.sources.map(({ source, product_id, read_at }) => (
          <div key={source} className="contents">
            <dt className="font-medium">{sourceName(source)}</dt>
            <dd className="text-muted">
              Product {product_id}, read {formatMoment(read_at)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { cutBadge } from "contract/games/rules.ts";
import { useMoney } from "../../../../api/market.ts";
import { useLanguage } from "../../../../api/texts.ts";
import { GameTitle } from "../../../../page/game-title.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { GameArt } from "../../../images/game-art.tsx";
import { comparedWith, ReferencePrice } from "../../../prices/best-price.tsx";
import { BundleNote } from "../../../prices/bundle-note.tsx";
import { LowNote } from "../../../prices/low-badge.tsx";
import { StoreWithKind } from "../../../prices/store-name.tsx";
import { GameLink } from "../../game-link.tsx";
import { type RowGame, rowsPerPage } from "../../queries.ts";
import { useFinderText } from "./finder-text.ts";

/** Games as rows with cover, title, price, discount, low and store; placeholders while they load. */
export function CompactList({ games }: { games: readonly RowGame[] | undefined }) {
  return (
    <ul aria-busy={games === undefined} className="divide-y divide-border rounded-lg border border-border bg-raised">
      {games
        ? games.map((game, index) => (
            <li key={game.id}>
              <GameRow game={game} isInView={index < 12} />
            </li>
          ))
        : Array.from({ length: rowsPerPage }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <li key={place} className="flex h-16 items-center gap-3 px-3">
              <Skeleton className="h-10 w-21.5" />
              <Skeleton className="h-4 w-1/3" />
            </li>
          ))}
    </ul>
  );
}

function GameRow({ game, isInView }: { game: RowGame; isInView: boolean }) {
  const language = useLanguage();
  const finderText = useFinderText();
  const { format, formatOrFree } = useMoney();
  const compared = comparedWith(game);
  const { best_price: price = null, historical_low: low = null } = game;
  return (
    <article
      className={
        "relative grid min-h-16 grid-cols-[5.375rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3 py-2 " +
        "hover:bg-sunken sm:grid-cols-[5.375rem_minmax(0,1fr)_8rem_4rem_6rem_7rem]"
      }
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        sizes="86px"
        load={isInView ? "soon" : "late"}
        className="h-10 rounded-sm"
      />
      <div className="min-w-0">
        <h2 className="text-base leading-5 font-medium">
          <GameLink id={game.id} className="line-clamp-2 after:absolute after:inset-0 focus-visible:outline-offset-0">
            <GameTitle game={game} />
          </GameLink>
        </h2>
        {game.bundle && <BundleNote bundle={game.bundle} className="mt-0.5 text-xs text-muted max-sm:hidden" />}
      </div>
      <p className="figures text-end">
        {compared && (
          <ReferencePrice at={compared.at} className="me-1.5 text-sm max-sm:hidden">
            {format(compared.price)}
          </ReferencePrice>
        )}
        <span className={price === null ? "text-muted" : "font-semibold"}>{formatOrFree(price)}</span>
      </p>
      <p className="text-end max-sm:col-start-3">
        {compared?.cut ? <Badge tone="accent">{cutBadge(compared.cut, language)}</Badge> : null}
      </p>
      <p className="figures text-sm text-muted max-sm:hidden">
        {game.lowest_ever ? (
          <LowNote game={game} />
        ) : (
          low !== null && finderText("finder.row.low", { price: formatOrFree(low) })
        )}
      </p>
      <p className="text-sm leading-tight text-muted max-sm:col-start-2 max-sm:row-start-2">
        {game.best_store && <StoreWithKind store={game.best_store} />}
      </p>
      {game.bundle && (
        <BundleNote bundle={game.bundle} className="col-span-2 col-start-2 text-xs text-muted sm:hidden" />
      )}
    </article>
  );
}

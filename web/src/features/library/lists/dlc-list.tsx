import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Puzzle from "lucide-react/icons/puzzle";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { ListPager } from "../../../page/list-pager.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { StoreName } from "../../prices/store-name.tsx";
import { RowSkeletons } from "../library-pending.tsx";
import { toLibrarySearch } from "../library-search.ts";
import { useLibraryText } from "../library-text.ts";
import { dlcQuery } from "../queries.ts";
import { GameRow } from "./game-row.tsx";

/** The DLC for owned games that is neither owned nor ignored itself. */
export function DlcList({ page }: { page: number }) {
  const text = useLibraryText();
  const query = useQuery({ ...dlcQuery(useCall(), page, useCountry()), placeholderData: keepPreviousData });
  const list = query.isPlaceholderData ? undefined : query.data;
  if (query.error && !query.data) {
    return <FailureNotice title={text("library.load_failed")} retry={text("status.retry")} onRetry={query.refetch} />;
  }
  if (list?.totalGames === 0) {
    return (
      <Notice icon={Puzzle} title={text("library.dlc_empty_title")}>
        {text("library.dlc_empty_text")}
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className="figures min-h-5 text-sm text-muted">
        {list && text("library.count", { count: list.totalGames })}
      </p>
      {list ? (
        <ul className="mt-1 divide-y divide-border">
          {list.games.map((game) => (
            <li key={game.id}>
              <GameRow game={game} note={game.best_store && <StoreName store={game.best_store} />} />
            </li>
          ))}
        </ul>
      ) : (
        <RowSkeletons />
      )}
      <div className="mt-8 empty:hidden">
        <ListPager
          to="/library"
          searchOf={(to) => toLibrarySearch({ tab: "dlc", search: "", page: to })}
          current={page}
          total={query.data?.totalPages ?? 0}
          loading={!list}
        />
      </div>
    </>
  );
}

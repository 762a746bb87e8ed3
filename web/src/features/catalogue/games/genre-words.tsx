import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { steamGenreNames } from "contract/games/genres.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { adminFreshFor, adminKey, useAdminQuery, useRefresh } from "../../admin/queries.ts";

/** The genres that the site does not know, and those that were mapped. */
export function genreWordsQuery(call: Call) {
  return queryOptions({
    queryKey: [adminKey, "games", "genres"],
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/catalogue/genres", {}, { signal }),
  });
}

const ignored = "ignore";

/** The genres that the site does not know, each with a choice of what it means, and the choices made, with undo. */
export function GenreWords() {
  const call = useAdminCall();
  const { data } = useAdminQuery(genreWordsQuery(call));
  const refresh = useRefresh();
  const denialReason = useDenialReason()("catalogue.write");
  const { run, running, failure } = useAction((error) => serverMessageOf(error, "Failed to change the genre"));
  const make = (change: () => Promise<unknown>) => run(() => change().finally(refresh));
  if (!data || data.unknown.length + data.mapped.length === 0) return null;
  return (
    <section aria-label="Unknown genres" className="mb-4 grid gap-3">
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <ul className="grid max-h-96 gap-2 overflow-y-auto empty:hidden">
        {data.unknown.map(({ word, games }) => (
          <li key={word} className={row}>
            <span className="min-w-0 grow wrap-anywhere">
              {word} <span className="text-sm text-muted">{countOf(games)}</span>
            </span>
            <Select
              label={`Map ${word} to`}
              value=""
              disabled={running || denialReason !== undefined}
              title={denialReason}
              className="w-full sm:w-64"
              onChoose={(chosen) => {
                const genre = chosen === ignored ? null : chosen;
                if (chosen) void make(() => call("POST /api/admin/catalogue/genres", { body: { word, genre } }));
              }}
            >
              <option value="">Map to …</option>
              {steamGenreNames.map((name) => (
                <option key={name}>{name}</option>
              ))}
              <option value={ignored}>Ignore: not a genre</option>
            </Select>
          </li>
        ))}
      </ul>
      {data.mapped.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-medium">Mapped genres ({data.mapped.length})</summary>
          <ul className="mt-2 grid max-h-96 gap-2 overflow-y-auto">
            {data.mapped.map(({ word, genre, games }) => (
              <li key={word} className={row}>
                <span className="min-w-0 grow wrap-anywhere">
                  {word} → {genre ?? "ignored"} <span className="text-sm text-muted">{countOf(games)}</span>
                </span>
                <ActionButton
                  size="small"
                  denialReason={denialReason}
                  disabled={running}
                  aria-label={`Undo ${word}`}
                  onClick={() => void make(() => call("POST /api/admin/catalogue/genres/undo", { body: { word } }))}
                >
                  Undo
                </ActionButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const row =
  "flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-md border border-border bg-raised px-3 py-2 sm:flex-nowrap";

const countOf = (games: number) => (games === 1 ? "1 game" : `${games} games`);

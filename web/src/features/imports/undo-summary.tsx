import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import type { UndoResult } from "contract/imports/schema.ts";

/** What an undo has reverted, and what stays. */
export function UndoSummary({ undo }: { undo: UndoResult }) {
  const { games_removed, games_restored, prices_restored, left, left_count } = undo;
  return (
    <section aria-label="Undo" className="grid gap-2 rounded-md bg-sunken p-4 text-sm">
      <p>
        Removed {counted(games_removed, "game")}, restored {counted(games_restored, "game")} and{" "}
        {counted(prices_restored, "price")}.
      </p>
      {left_count > 0 && (
        <>
          <p>{counted(left_count, "change")} stayed, because something has changed since:</p>
          <ul className="list-disc pl-5 text-muted">
            {left.map(({ game_id, title, what }) => (
              <li key={`${game_id} ${what}`}>
                <Link to="/admin/{-$tab}" params={{ tab: "games" }} search={{ game: String(game_id) } as never}>
                  {title}
                </Link>
                : {what}
              </li>
            ))}
          </ul>
          {left_count > left.length && <p className="text-muted">and {formatCount(left_count - left.length)} more</p>}
        </>
      )}
    </section>
  );
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;

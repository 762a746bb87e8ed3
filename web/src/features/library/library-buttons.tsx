import { useQuery } from "@tanstack/react-query";
import type { LibraryState } from "contract/library/rules.ts";
import Check from "lucide-static/icons/check.svg?react";
import EyeOff from "lucide-static/icons/eye-off.svg?react";
import { useCall } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useLibraryText } from "./library-text.ts";
import { libraryGameQuery, useLibraryChanges } from "./queries.ts";

const choices = [
  { state: "owned", icon: Check, off: "library.own", on: "library.owned" },
  { state: "ignored", icon: EyeOff, off: "library.ignore", on: "library.ignored" },
] as const;

/** Marks the game as owned or ignored; a second click clears the mark. */
export default function LibraryButtons({ gameId }: { gameId: number }) {
  const text = useLibraryText();
  const { data } = useQuery(libraryGameQuery(useCall(), gameId));
  const { setState } = useLibraryChanges();
  const { run, running, failure } = useAction(() => text("library.change_failed"));
  const current = data?.item?.state ?? null;

  const choose = (state: LibraryState) => run(() => setState(gameId, state === current ? null : state));
  return (
    <>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {choices.map(({ state, icon: Icon, off, on }) => (
          <Button
            key={state}
            kind="quiet"
            size="small"
            aria-pressed={current === state}
            aria-disabled={running || data === undefined}
            onClick={() => !running && data && choose(state)}
            className={current === state ? "bg-sunken text-text" : undefined}
          >
            <Icon aria-hidden className="size-4" />
            {text(current === state ? on : off)}
          </Button>
        ))}
      </div>
      {failure && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {failure}
        </p>
      )}
    </>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDate } from "contract/core/dates.ts";
import type { SteamProblem } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { PathLink } from "../../../page/path-link.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useLibraryText } from "../library-text.ts";
import { importStateQuery } from "../queries.ts";
import { Section } from "./section.tsx";
import { SteamProblems } from "./steam-problems.tsx";

/** Imports from the linked Steam account, now or every day. */
export function SteamSection({ onFound }: { onFound: (preview: ImportPreview) => void }) {
  const text = useLibraryText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { data } = useQuery(importStateQuery(call));
  const [busy, setBusy] = useState<"reading" | "saving">();
  const [problems, setProblems] = useState<readonly SteamProblem[]>();
  const [failed, setFailed] = useState(false);
  const steam = data?.steam;

  const start = async () => {
    setBusy("reading");
    setProblems(undefined);
    try {
      const preview = await call("POST /api/library/import/preview", { body: { source: "steam" } });
      const isEmpty = preview.found.length + preview.unsure.length + preview.missing.length === 0;
      if (isEmpty) setProblems(preview.problems);
      else onFound(preview);
    } catch {
      setProblems(["unreachable"]);
    } finally {
      setBusy(undefined);
    }
  };
  const setDaily = async (daily: boolean) => {
    setBusy("saving");
    setFailed(false);
    try {
      const state = await call("PUT /api/library/import", { body: { daily } });
      queryClient.setQueryData(importStateQuery(call).queryKey, state);
    } catch {
      setFailed(true);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Section title={text("library.steam.title")}>
      <p className="mt-1 text-sm text-muted">{text("library.steam.text")}</p>
      {!steam ? (
        <Skeleton className="mt-4 h-11 w-48" />
      ) : !steam.available ? (
        <p className="mt-4">{text("library.steam.unavailable")}</p>
      ) : !steam.linked ? (
        <>
          <p className="mt-4">{text("library.steam.connect")}</p>
          <PathLink path="/profile" className={buttonStyle("secondary", "medium", "mt-3")}>
            {text("library.steam.profile")}
          </PathLink>
        </>
      ) : (
        <>
          <Button kind="primary" className="mt-4" disabled={busy !== undefined} onClick={start}>
            {text(busy === "reading" ? "library.steam.reading" : "library.steam.start")}
          </Button>
          <Checkbox
            className="mt-4"
            label={text("library.steam.daily")}
            hint={text("library.steam.daily_hint")}
            checked={steam.daily}
            aria-disabled={busy !== undefined}
            onChange={({ target }) => busy === undefined && setDaily(target.checked)}
          />
          {steam.checked_at && (
            <p className="mt-3 text-sm text-muted">
              {text("library.steam.checked", { date: formatDate(steam.checked_at) })}{" "}
              {steam.last && text("library.steam.last", { owned: steam.last.owned, wished: steam.last.wished })}
            </p>
          )}
          <SteamProblems problems={problems ?? (steam.problem ? [steam.problem] : [])} />
        </>
      )}
      {failed && (
        <div className="mt-3">
          <ErrorBox>{text("library.change_failed")}</ErrorBox>
        </div>
      )}
    </Section>
  );
}

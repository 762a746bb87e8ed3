import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { systemUser } from "contract/audit/rules.ts";
import type { ContentStringVersion } from "contract/content-strings/schema.ts";
import type { Call } from "contract/core/call.ts";
import { formatCount } from "contract/core/counts.ts";
import { largestPageSize } from "contract/core/pagination.ts";
import HistoryIcon from "lucide-static/icons/history.svg?react";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason, useTranslateDenial } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { adminKey, useRefresh } from "../admin/queries.ts";
import { DiffView } from "./diff-view.tsx";

/** A text, or its translation into a language. */
export interface TextWithHistory {
  id: number;
  key: string;
  language?: string;
}

/** All versions of a text, newest first: to view, compare and restore. */
export function HistoryDialog({ string, onClose }: { string: TextWithHistory; onClose: () => void }) {
  const [pages, setPages] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(stringHistoryQuery(useAdminCall(), string.id, pages));
  const [restoring, setRestoring] = useState<ContentStringVersion | null>(null);
  const restore = useRestore(string);
  const lacksEnglish = useDenialReason()("content.write");
  const lacksLanguage = useTranslateDenial(string.language ?? "");
  return (
    <Dialog title="Content String History" onClose={onClose} wide>
      <p className="mt-1 text-sm break-all text-muted">{string.key}</p>
      <div className="mt-4 max-h-[65vh] overflow-y-auto">
        {data ? (
          data.versions.length === 0 ? (
            <Notice icon={HistoryIcon} level={3} title="No History Available">
              This content string has no version history.
            </Notice>
          ) : (
            <ol className="divide-y divide-border">
              {data.versions.map((version, index) => (
                <Version
                  key={version.id}
                  version={version}
                  older={data.versions[index + 1]}
                  isCurrent={index === 0}
                  denialReason={string.language ? lacksLanguage : lacksEnglish}
                  onRestore={() => setRestoring(version)}
                />
              ))}
            </ol>
          )
        ) : error ? (
          <FailureNotice title="Failed to load the history" onRetry={refetch} />
        ) : (
          <p role="status" className="py-8 text-center text-muted">
            Loading history...
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {data && data.versions.length < data.total && (
          <Button disabled={isFetching} onClick={() => setPages(pages + 1)}>
            Show older versions ({formatCount(data.total - data.versions.length)})
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
      {restoring && (
        <ConfirmDialog
          title="Restore version"
          action="Restore"
          onConfirm={() => restore(restoring)}
          explain={() => restoreFailure}
          onClose={() => setRestoring(null)}
        >
          {restoreQuestion}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

interface VersionProps {
  version: ContentStringVersion;
  /** The previous version, if loaded. */
  older: ContentStringVersion | undefined;
  isCurrent: boolean;
  /** Why the administrator may not restore it. */
  denialReason: string | undefined;
  onRestore: () => void;
}

function Version({ version, older, isCurrent, denialReason, onRestore }: VersionProps) {
  const [shown, setShown] = useState<"value" | "diff" | null>(null);
  const toggle = (what: "value" | "diff") => setShown(shown === what ? null : what);
  const when = formatMoment(version.created_at);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 grow">
          <p className="flex items-center gap-2">
            <time dateTime={version.created_at} className="figures font-medium">
              {when}
            </time>
            {isCurrent && <Badge tone="positive">Current</Badge>}
          </p>
          <p className="text-sm text-muted">
            {version.created_by ?? systemUser}
            {version.change_reason && ` · ${version.change_reason}`}
          </p>
        </div>
        <Button size="small" aria-expanded={shown === "value"} onClick={() => toggle("value")}>
          {shown === "value" ? "Hide" : "View"}
        </Button>
        {older && (
          <Button size="small" aria-expanded={shown === "diff"} onClick={() => toggle("diff")}>
            Diff
          </Button>
        )}
        {!isCurrent && (
          <ActionButton size="small" denialReason={denialReason} onClick={onRestore}>
            Restore
          </ActionButton>
        )}
      </div>
      {shown === "value" && (
        <p
          className={
            "mt-3 max-h-72 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm break-words " + "whitespace-pre-wrap"
          }
        >
          {version.value}
        </p>
      )}
      {shown === "diff" && older && (
        <div className="mt-3">
          <DiffView older={older.value} newer={version.value} />
        </div>
      )}
    </li>
  );
}

/** Restores a version as a new one. */
function useRestore({ id, key, language }: TextWithHistory): (version: ContentStringVersion) => Promise<unknown> {
  const call = useAdminCall();
  const refresh = useRefresh("texts");
  return async ({ id: versionId }) => {
    if (language) {
      const params = { language, key, versionId };
      await call("POST /api/admin/content/translations/{language}/{key}/restore/{versionId}", { params });
    } else {
      await call("POST /api/admin/content/strings/{id}/restore/{versionId}", { params: { id, versionId } });
    }
    await refresh();
  };
}

/** Question and error message of a restore (spec/content-and-settings 2.3). */
const restoreQuestion =
  "Are you sure you want to restore this version? This will replace the current value and " +
  "create a new version in the history.";
const restoreFailure = "Failed to restore version";

/** Restores the previous version after showing the differences (spec/content-and-settings 1.5). */
export function RevertDialog({ string, onClose }: { string: TextWithHistory; onClose: () => void }) {
  const { data, error, refetch } = useQuery(stringHistoryQuery(useAdminCall(), string.id, 1));
  const restore = useRestore(string);
  const [current, previous] = data?.versions ?? [];

  if (current && previous) {
    return (
      <ConfirmDialog
        title="Revert to the previous version"
        action="Revert"
        wide
        onConfirm={() => restore(previous)}
        explain={() => restoreFailure}
        onClose={onClose}
      >
        <p className="mb-4">{restoreQuestion}</p>
        <DiffView older={current.value} newer={previous.value} />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="Revert to the previous version" onClose={onClose} wide>
      {error ? (
        <FailureNotice title="Failed to load the history" onRetry={refetch} />
      ) : (
        <p role="status" className="mt-3 text-muted">
          {data ? "There is no earlier version." : "Loading history..."}
        </p>
      )}
    </Dialog>
  );
}

/** The newest versions of a text: `pages` pages of the largest size. Always refetched. */
function stringHistoryQuery(call: Call, id: number, pages: number) {
  return queryOptions({
    queryKey: [adminKey, "strings", "history", id, pages],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const versions: ContentStringVersion[] = [];
      for (let page = 1; ; page++) {
        const query = { page, limit: largestPageSize };
        const input = { params: { id }, query };
        const { history, total } = await call("GET /api/admin/content/strings/{id}/history", input, { signal });
        versions.push(...history);
        if (page === pages || page * largestPageSize >= total) return { versions, total };
      }
    },
  });
}

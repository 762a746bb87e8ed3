import { defaultPageSize } from "contract/core/pagination.ts";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";

interface HistoryFrameProps {
  title?: string;
  /** Shown when nothing has changed. */
  empty: string;
  page: number;
  onPage: (page: number) => void;
  result: { data: { total: number } | undefined; error: unknown; refetch: () => unknown };
  /** The list of the page. */
  children: ReactNode;
  className?: string;
}

/** A section with a history, the latest change first, and its pages. */
export function HistoryFrame(props: HistoryFrameProps) {
  const { title = "History", empty, page, onPage, result, children, className } = props;
  const { data, error, refetch } = result;
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-md">
        {title}
      </h2>
      {Boolean(error) && !data && <FailureNotice title="Failed to load the history" onRetry={refetch} />}
      {data?.total === 0 && <p className="mt-2 text-sm text-muted">{empty}</p>}
      {children}
      {data && data.total > defaultPageSize && (
        <div className="mt-3 flex gap-2">
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            Newer
          </Button>
          <Button size="small" disabled={page * defaultPageSize >= data.total} onClick={() => onPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </section>
  );
}

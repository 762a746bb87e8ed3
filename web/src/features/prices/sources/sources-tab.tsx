import DatabaseZap from "lucide-react/icons/database-zap";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { ReadOnlyNote } from "../../admin/editing/read-only-note.tsx";
import { useTabState } from "../../admin/tabs/tab-address.ts";
import { TabPending } from "../../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../../admin/use-admin-query.ts";
import { Part, SourcePage, ToAllSources } from "./source-page.tsx";
import { SourceReadings } from "./source-readings.tsx";
import { SourceTable } from "./source-table.tsx";
import { type SourcesState, sourcesDefaults, sourcesQuery } from "./sources-state.ts";
import { type SourceActions, useSourceActions } from "./use-source-actions.ts";
import { useSourceEvents } from "./use-source-events.ts";

/** The sources of prices and games with their status (spec/catalogue 5). */
export function SourcesTab() {
  return (
    <TabPage title="Sources" needs="sources.read">
      <Sources />
    </TabPage>
  );
}

function Sources() {
  const { state, searchOf } = useTabState<SourcesState>(sourcesDefaults);
  const isLive = useSourceEvents();
  const actions = useSourceActions();
  return (
    <>
      <ReadOnlyNote needs="sources.write" />
      <div className="sticky top-16 z-10 -mx-1 min-h-9 bg-surface px-1 py-2 text-sm">
        <p role="status" className="text-positive">
          {actions.done}
        </p>
        {actions.failure && <ErrorBox>{actions.failure}</ErrorBox>}
      </div>
      {state.file ? (
        <FileReadings name={state.file} listSearch={searchOf({ file: "" })} />
      ) : state.source ? (
        <SourcePage
          key={state.source}
          sourceKey={state.source}
          actions={actions}
          isLive={isLive}
          listSearch={searchOf({ source: "" })}
        />
      ) : (
        <SourceList actions={actions} isLive={isLive} searchOf={searchOf} />
      )}
    </>
  );
}

function FileReadings({ name, listSearch }: { name: string; listSearch: object }) {
  return (
    <>
      <ToAllSources listSearch={listSearch} />
      <Part title={`Readings of ${name}`}>
        <SourceReadings source={name} />
      </Part>
    </>
  );
}

interface SourceListProps {
  actions: SourceActions;
  isLive: boolean;
  searchOf: (change: Partial<SourcesState>) => object;
}

function SourceList({ actions, isLive, searchOf }: SourceListProps) {
  const { data: sources, error, refetch } = useAdminQuery(sourcesQuery(useAdminCall(), isLive));
  if (!sources) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load sources")} onRetry={refetch} />;
  }
  const readings = <SourceReadings searchOf={searchOf} />;
  if (sources.length > 0) {
    return (
      <div className="grid gap-8">
        <SourceTable sources={sources} actions={actions} searchOf={(source) => searchOf({ source })} />
        <Part title="Readings of sources and files">{readings}</Part>
      </div>
    );
  }
  return (
    <>
      <Notice icon={DatabaseZap} title="The site reads no sources">
        No process of the site was set up for one in the last 24 hours. PRICE_SYNC and CATALOGUE_SYNC turn them on.
      </Notice>
      <div className="mt-8">
        <Part title="Readings of files">{readings}</Part>
      </div>
    </>
  );
}

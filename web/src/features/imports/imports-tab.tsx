import { Link } from "@tanstack/react-router";
import { type ImportKind, importKinds } from "contract/imports/rules.ts";
import FileUp from "lucide-static/icons/file-up.svg?react";
import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { useAdminQuery } from "../admin/queries.ts";
import { TabPager, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { ImportCard } from "./import-card.tsx";
import {
  type ImportActions,
  type ImportsState,
  importsAllowed,
  importsDefaults,
  importsPageSize,
  importsQuery,
  kindTexts,
  useImportActions,
} from "./imports-state.ts";

/** Files of games and prices: uploaded, checked, applied, undone (spec/catalogue 9). */
export function ImportsTab() {
  return (
    <TabPage>
      <Imports />
    </TabPage>
  );
}

function Imports() {
  const tab = useTabState<ImportsState>(importsDefaults, importsAllowed);
  const denialReason = useDenialReason();
  const visible = importKinds.filter((kind) => denialReason(kindTexts[kind].read) === undefined);
  // with access to one kind only, that one is shown
  const kind = visible.includes(tab.state.kind) ? tab.state.kind : visible[0]!;
  const actions = useImportActions(kind);
  return (
    <>
      {visible.length > 1 && (
        <nav aria-label="Kinds of files" className="mb-5 flex gap-1">
          {visible.map((one) => (
            <Link
              key={one}
              to="."
              search={tab.searchOf({ kind: one }) as never}
              resetScroll={false}
              aria-current={one === kind ? "page" : undefined}
              className={buttonStyle(one === kind ? "secondary" : "quiet", "small")}
            >
              {kindTexts[one].tab}
            </Link>
          ))}
        </nav>
      )}
      <ReadOnlyNote needs={kindTexts[kind].write} />
      {!denialReason(kindTexts[kind].write) && <DropArea kind={kind} onFile={actions.upload} />}
      <div className="my-5 grid gap-3 text-sm">
        <p role="status" className="text-positive empty:hidden">
          {actions.done}
        </p>
        {actions.failure && <ErrorBox>{actions.failure}</ErrorBox>}
      </div>
      <ImportList state={{ ...tab.state, kind }} searchOf={tab.searchOf} actions={actions} />
    </>
  );
}

interface ImportListProps {
  state: ImportsState;
  searchOf: (change: Partial<ImportsState>) => object;
  actions: ImportActions;
}

function ImportList({ state, searchOf, actions }: ImportListProps) {
  const { data, error, refetch } = useAdminQuery(importsQuery(useAdminCall(), state));
  if (!data) return <TabUnloaded error={error} failed="Failed to load the imports" onRetry={refetch} />;
  if (data.total === 0) {
    return (
      <Notice icon={FileUp} title="Nothing has been imported here">
        A file is checked first: nothing changes before you have seen what it would change.
      </Notice>
    );
  }
  return (
    <>
      <ul aria-label="Imports" className="grid gap-4">
        {data.imports.map((one) => (
          <ImportCard key={one.id} fileImport={one} actions={actions} />
        ))}
      </ul>
      <TabPager page={state.page} total={data.total} pageSize={importsPageSize} searchOf={searchOf} />
    </>
  );
}

interface DropAreaProps {
  kind: ImportKind;
  onFile: (file: File) => unknown;
}

/** Accepts a file by drag and drop or through a file chooser. */
function DropArea({ kind, onFile }: DropAreaProps) {
  const { what, hint } = kindTexts[kind];
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <section
      aria-label="Upload"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        "flex flex-col items-center gap-2 rounded-lg border-2 border-dashed px-4 py-8 text-center",
        isOver ? "border-accent-text bg-sunken" : "border-border-strong/60",
      )}
    >
      <FileUp aria-hidden className="size-7 text-muted" />
      <p className="font-medium">Drop {what} here, or</p>
      <Button kind="primary" aria-describedby={hintId} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // lets the same file be chosen again
          if (file) onFile(file);
          currentTarget.value = "";
        }}
      />
      <p id={hintId} className="text-sm text-muted">
        {hint} Choose the same file again to resume an interrupted upload.
      </p>
    </section>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { formatCount } from "contract/core/counts.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import ArrowDown from "lucide-static/icons/arrow-down.svg?react";
import ArrowUp from "lucide-static/icons/arrow-up.svg?react";
import Download from "lucide-static/icons/download.svg?react";
import FileUp from "lucide-static/icons/file-up.svg?react";
import GripVertical from "lucide-static/icons/grip-vertical.svg?react";
import Pencil from "lucide-static/icons/pencil.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import { useMemo, useState } from "react";
import { latestOnly } from "../../api/latest-only.ts";
import { saveJson } from "../../page/save-file.ts";
import { classNames } from "../../ui/class-names.ts";
import { SortableList, useSortableRow } from "../../ui/sortable.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { useAdminQuery } from "../admin/queries.ts";
import { EnabledSwitch } from "../admin/switch.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { rowStyle, stickyRight, Table } from "../admin/table.tsx";
import { ChangeMessage, type Changes, useChanges } from "../admin/use-changes.tsx";
import { storesKey, storesQuery } from "./admin-queries.ts";
import { PackDialog } from "./pack-dialog.tsx";
import { ColorDot, StoreDialog } from "./store-dialog.tsx";
import { kindNames } from "./store-form.ts";

/** The store in the dialog. */
type Opened = AdminStore | "new" | "pack" | null;

/** The stores whose prices are compared (spec/administration 7). */
export function StoresTab() {
  const [opened, setOpened] = useState<Opened>(null);
  const lacksWrite = useDenialReason()("stores.write");
  const actions = (
    <>
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpened("pack")}>
        <FileUp aria-hidden className="size-4" />
        Import store
      </ActionButton>
      <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpened("new")}>
        <Plus aria-hidden className="size-4" />
        Add store
      </ActionButton>
    </>
  );
  return (
    <TabPage actions={actions}>
      <StoreList opened={opened} onOpen={setOpened} />
    </TabPage>
  );
}

function StoreList({ opened, onOpen }: { opened: Opened; onOpen: (opened: Opened) => void }) {
  const { data: stores, error, refetch } = useAdminQuery(storesQuery(useAdminCall()));
  const changes = useChanges();
  if (!stores) return <TabUnloaded error={error} failed="Failed to load stores" onRetry={refetch} />;
  return (
    <>
      <ReadOnlyNote needs="stores.write" />
      <p className="text-sm text-muted">When prices tie, the store higher in this list wins.</p>
      {/* in sight of every row */}
      <ChangeMessage changes={changes} />
      <StoreTable stores={stores} changes={changes} onEdit={onOpen} />
      {opened === "pack" && (
        <PackDialog
          onDone={(done) => {
            changes.report(done);
            onOpen(null);
          }}
          onClose={() => onOpen(null)}
        />
      )}
      {opened && opened !== "pack" && (
        <StoreDialog
          key={opened === "new" ? "" : opened.key}
          store={opened === "new" ? undefined : opened}
          stores={stores}
          onDone={(done) => {
            changes.report(done);
            onOpen(null);
          }}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  );
}

/** Shown where it does not push others below the buttons. */
const onWide = "max-xl:hidden";

const storeColumns = [
  "Place",
  "Store",
  "Enabled",
  "Kind",
  { head: "Offers", count: true },
  { head: "Website", className: onWide },
  "Actions",
];

interface StoreTableProps {
  stores: readonly AdminStore[];
  changes: Changes;
  onEdit: (store: AdminStore) => void;
}

/** All stores, in the order that settles ties for the best price. */
function StoreTable({ stores: saved, changes, onEdit }: StoreTableProps) {
  const call = useAdminCall();
  const { stores, save } = useStoreOrder(saved, changes.fail);
  const keys = useMemo(() => stores.map(({ key }) => key), [stores]);
  const onMove = (order: readonly string[], moved: string) => {
    const name = stores.find(({ key }) => key === moved)!.name;
    changes.report(`Moved ${name} to place ${order.indexOf(moved) + 1} of ${order.length}.`);
    save(order);
  };
  const enable = ({ key, name }: AdminStore, enabled: boolean) =>
    changes.make(enabled ? `The prices of ${name} are shown.` : `The prices of ${name} are no longer shown.`, () =>
      call("PUT /api/admin/stores/{key}", { params: { key }, body: { enabled } }),
    );
  const exportStore = ({ key }: AdminStore) =>
    void call("GET /api/admin/stores/{key}/pack", { params: { key } }).then(
      (pack) => saveJson(pack, `${key}.json`),
      changes.fail,
    );
  return (
    <SortableList ids={keys} onMove={onMove}>
      <Table label="All stores" columns={storeColumns}>
        {stores.map((store) => (
          <StoreRow
            key={store.key}
            store={store}
            onEnable={(enabled) => enable(store, enabled)}
            onExport={() => exportStore(store)}
            onEdit={() => onEdit(store)}
          />
        ))}
      </Table>
    </SortableList>
  );
}

interface StoreRowProps {
  store: AdminStore;
  onEnable: (enabled: boolean) => Promise<void>;
  onExport: () => void;
  onEdit: () => void;
}

/** A store; the handle drags it. */
function StoreRow({ store, onEnable, onExport, onEdit }: StoreRowProps) {
  const { key, name, kind, color, website, offers, enabled } = store;
  const lacksWrite = useDenialReason()("stores.write");
  const row = useSortableRow<HTMLTableRowElement>(key, { mouse: "handle", disabled: lacksWrite !== undefined });
  return (
    <tr {...row.rowProps} className={classNames(rowStyle, "bg-raised", row.isDragging && "opacity-60")}>
      <td className="w-0 whitespace-nowrap">
        <span className="flex items-center gap-1">
          <span
            {...row.handleProps}
            aria-hidden
            title={lacksWrite ?? `Drag ${name} to its place`}
            className={classNames(
              "grid size-9 touch-none place-items-center text-muted select-none",
              lacksWrite === undefined ? "cursor-grab" : "opacity-50",
            )}
          >
            <GripVertical className="size-4.5" />
          </span>
          <span className="figures text-muted">{row.place}</span>
        </span>
      </td>
      <td className="min-w-40">
        <span className="flex items-center gap-2">
          <ColorDot color={color} />
          <span className="font-medium">{name}</span>
          <span className="text-xs text-muted">{key}</span>
        </span>
      </td>
      <td>
        <EnabledSwitch name={name} enabled={enabled} onChange={onEnable} />
      </td>
      <td className="whitespace-nowrap">{kindNames[kind]}</td>
      <td className="figures text-end">{formatCount(offers)}</td>
      <td className={classNames("max-w-56 truncate", onWide)}>
        {website && (
          <a href={website} target="_blank" rel="noreferrer" className="hover:underline">
            {URL.parse(website)?.host ?? website}
          </a>
        )}
      </td>
      <td className={classNames(stickyRight, "w-0 whitespace-nowrap")}>
        {(["up", "down"] as const).map((by) => {
          const Icon = by === "up" ? ArrowUp : ArrowDown;
          return (
            <ActionButton
              key={by}
              kind="quiet"
              size="icon"
              className="size-9!"
              data-move={by}
              aria-label={`Move ${name} ${by}`}
              title={`Move ${name} ${by}`}
              disabled={row.place === (by === "up" ? 1 : row.total)}
              denialReason={lacksWrite}
              onClick={() => row.move(by)}
            >
              <Icon aria-hidden className="size-4.5" />
            </ActionButton>
          );
        })}
        <ActionButton
          kind="quiet"
          size="icon"
          className="size-9!"
          aria-label={`Export ${name}`}
          title={`Export ${name} as a pack for other sites`}
          onClick={onExport}
        >
          <Download aria-hidden className="size-4.5" />
        </ActionButton>
        <ActionButton
          kind="quiet"
          size="icon"
          className="size-9!"
          aria-label={`Edit ${name}`}
          title={`Edit ${name}`}
          denialReason={lacksWrite}
          onClick={onEdit}
        >
          <Pencil aria-hidden className="size-4.5" />
        </ActionButton>
      </td>
    </tr>
  );
}

/** The stores in the order that is being saved, or else in the saved one. */
function useStoreOrder(saved: readonly AdminStore[], onFailure: (error: unknown) => void) {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  const [order, setOrder] = useState<readonly StoreKey[]>();
  const [saving] = useState(() =>
    latestOnly<readonly StoreKey[]>(async (keys) => {
      try {
        const { stores } = await call("PUT /api/admin/store-order", { body: { keys: [...keys] } });
        queryClient.setQueryData(storesKey, stores);
      } catch (error) {
        onFailure(error);
        await queryClient.invalidateQueries({ queryKey: storesKey });
      }
    }),
  );
  const save = (keys: readonly StoreKey[]) => {
    setOrder(keys);
    saving.push(keys);
    void saving.settled().then(() => setOrder(undefined));
  };
  const stores = useMemo(() => {
    if (!order) return saved;
    const place = (key: StoreKey) => (order.includes(key) ? order.indexOf(key) : order.length);
    return saved.toSorted((a, b) => place(a.key) - place(b.key));
  }, [saved, order]);
  return { stores, save };
}

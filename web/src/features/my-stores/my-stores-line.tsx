import { useQueryClient } from "@tanstack/react-query";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import { withoutUnknown } from "contract/my-stores/rules.ts";
import { useState } from "react";
import { useCall, useViewer } from "../../api/session.ts";
import { useStores } from "../../api/stores.ts";
import { type ReadText, useTextOf } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import { type RememberedStores, rememberStores } from "./remembered-stores.ts";
import { chooseStores } from "./store-changes.ts";

const actionStyle = "inline-flex min-h-9 items-center text-accent-text hover:underline";

interface MyStoresLineProps {
  remembered: RememberedStores;
  /** The profile has no choice. */
  isNew: boolean;
  onChange: () => void;
}

/** Names the stores whose prices the page shows, and switches to all stores and back. */
export function MyStoresLine({ remembered, isNew, onChange }: MyStoresLineProps) {
  const text = useTextOf(myStoresTexts);
  const { stores: enabled, storeOf } = useStores();
  const { paused = false } = remembered;
  const existing = withoutUnknown(remembered, enabled);
  return (
    <div className="border-b border-border bg-raised">
      <div className="page-width flex min-h-11 flex-wrap items-center gap-x-4 text-sm">
        <p role="status" className="text-muted">
          {paused ? text("my_stores.line_all") : lineOf(existing, text, (key) => storeOf(key).name)}
        </p>
        <button
          type="button"
          className={actionStyle}
          onClick={() => rememberStores({ ...remembered, paused: !paused })}
        >
          {text(paused ? "my_stores.show_mine" : "my_stores.show_all")}
        </button>
        <button type="button" aria-haspopup="dialog" className={actionStyle} onClick={onChange}>
          {text("my_stores.change")}
        </button>
      </div>
      {isNew && <KeepInProfile chosen={remembered} />}
    </div>
  );
}

export function lineOf(
  { stores, officialOnly }: Pick<RememberedStores, "stores" | "officialOnly">,
  text: ReadText<typeof myStoresTexts>,
  nameOf: (key: string) => string,
): string {
  const count = stores.length;
  if (count === 0) return text("my_stores.line_official");
  if (officialOnly && count > 1) return text("my_stores.line_some_official", { count });
  return count === 1
    ? text("my_stores.line_one", { store: nameOf(stores[0]!) })
    : text("my_stores.line_some", { count });
}

/** Offers to save the browser's choice in a profile that has none. */
function KeepInProfile({ chosen }: { chosen: RememberedStores }) {
  const text = useTextOf(myStoresTexts);
  const call = useCall();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  return (
    <aside
      aria-label={text("my_stores.offer_label")}
      className="page-width flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-2 text-sm"
    >
      {text("my_stores.offer")}
      <span className="flex gap-2">
        <Button
          kind="primary"
          size="small"
          onClick={() => {
            setDismissed(true);
            chooseStores({ call, queryClient }, viewer, chosen).catch(() => setDismissed(false));
          }}
        >
          {text("my_stores.offer_yes")}
        </Button>
        <Button kind="quiet" size="small" onClick={() => setDismissed(true)}>
          {text("my_stores.offer_no")}
        </Button>
      </span>
    </aside>
  );
}

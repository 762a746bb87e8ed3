import { pickerTexts } from "contract/content-strings/defaults/picker.ts";
import { useState } from "react";
import { useStores } from "../../api/stores.ts";
import { useTextOf } from "../../api/texts.ts";
import { namesMatching } from "../../page/names-matching.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import { StoreName } from "./store-name.tsx";

/** With more stores there is a field to filter them. */
const manyStores = 8;

interface StoresDialogProps {
  selected: readonly string[];
  /** The most stores that can be chosen. */
  limit?: number | undefined;
  onChoose: (keys: string[]) => void;
  onClose: () => void;
}

/** Chooses stores by name. */
export default function StoresDialog({ selected, limit = 50, onChoose, onClose }: StoresDialogProps) {
  const text = useTextOf(pickerTexts);
  const { stores } = useStores();
  const [typed, setTyped] = useState("");
  const [keys, setKeys] = useState<readonly string[]>(selected);
  const shown = namesMatching(stores, typed, ({ name }) => [name]);
  return (
    <Dialog title={text("stores.title")} onClose={onClose}>
      {stores.length > limit && <p className="mt-1 text-sm text-muted">{text("stores.limit", { count: limit })}</p>}
      {stores.length > manyStores && (
        <FilterField label={text("stores.filter")} value={typed} onChange={setTyped} className="mt-4" />
      )}
      <ul className="mt-4 grid max-h-[50dvh] grid-cols-2 gap-x-4 gap-y-3 overflow-y-auto max-[24rem]:grid-cols-1">
        {shown.map(({ key }) => (
          <li key={key}>
            <Checkbox
              label={<StoreName store={key} />}
              checked={keys.includes(key)}
              disabled={keys.length >= limit && !keys.includes(key)}
              onChange={({ target }) =>
                setKeys(target.checked ? [...keys, key] : keys.filter((other) => other !== key))
              }
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">{text("stores.none")}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="primary" onClick={() => onChoose([...keys])}>
          {text("stores.show")}
        </Button>
        <Button disabled={keys.length === 0} onClick={() => setKeys([])}>
          {text("stores.clear")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {text("picker.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

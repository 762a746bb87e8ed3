import { lazy, Suspense, useState } from "react";
import { useStores } from "../../api/stores.ts";
import { Select } from "../../ui/select.tsx";

const StoresDialog = lazy(() => import("./stores-dialog.tsx"));

/** Not a store key: ignored when sent without scripts. */
const several = "*";

interface StoreSelectProps {
  label: string;
  /** The options besides the stores. */
  options: { all: string; some: string; several: string };
  /** Keys; all stores where there are none. */
  selected: readonly string[];
  onSelect: (keys: string[]) => void;
  /** The most stores that can be chosen. */
  limit?: number;
  name?: string;
  className?: string;
}

/** Chooses one store, all of them, or several from a dialog. */
export function StoreSelect({ label, options, selected, onSelect, limit, ...rest }: StoreSelectProps) {
  const { stores, storeOf } = useStores();
  const [open, setOpen] = useState(false);
  const value = selected.join(",");
  const unlisted = selected.length === 1 && !stores.some(({ key }) => key === value);
  return (
    <>
      <Select
        label={label}
        value={value}
        onChoose={(choice) => {
          if (choice === several) setOpen(true);
          else onSelect(choice === "" ? [] : choice.split(","));
        }}
        {...rest}
      >
        <option value="">{options.all}</option>
        {selected.length > 1 && <option value={value}>{options.some}</option>}
        {(unlisted ? [...stores, storeOf(value)] : stores).map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
        <option value={several}>{options.several}</option>
      </Select>
      {open && (
        <Suspense>
          <StoresDialog
            selected={selected}
            limit={limit}
            onClose={() => setOpen(false)}
            onChoose={(keys) => {
              setOpen(false);
              onSelect(keys);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

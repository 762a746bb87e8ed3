import type { GamesOptions } from "contract/imports/schema.ts";
import { useState } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useDenialReason } from "../admin/me.ts";
import { EncodingBox } from "../prices/feeds/encoding-box.tsx";
import type { CheckFormProps } from "./check-form.tsx";
import { FormButtons } from "./form-buttons.tsx";

const defaults: GamesOptions = { strict: false, keep_sample: false, accept_collapse: false };

/** The options for reading a catalogue file. */
export function GamesForm({ one, actions }: CheckFormProps) {
  const checked = one.options as GamesOptions | null;
  const [options, setOptions] = useState(checked ?? defaults);
  const pricesDenied = useDenialReason()("prices.write");
  const isAsChecked =
    checked?.strict === options.strict &&
    checked.keep_sample === options.keep_sample &&
    checked.accept_collapse === options.accept_collapse &&
    checked.encoding === options.encoding;
  return (
    <form
      aria-label={`Check ${one.name}`}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void actions.checkGames(one, options);
      }}
    >
      <Checkbox
        label="Import nothing when any row is bad"
        checked={options.strict}
        onChange={({ target }) => setOptions({ ...options, strict: target.checked })}
      />
      <Checkbox
        label="Keep the games of the bundled sample"
        hint="Otherwise they leave when real games come in; such an import cannot be undone."
        checked={options.keep_sample}
        onChange={({ target }) => setOptions({ ...options, keep_sample: target.checked })}
      />
      <EncodingBox encoding={options.encoding} onChange={(encoding) => setOptions({ ...options, encoding })} />
      {pricesDenied && (
        <p className="text-sm text-muted">Prices and links of offers in the file are left out. {pricesDenied}.</p>
      )}
      <Checkbox
        label="Believe prices that collapse"
        hint="Otherwise a file is refused if half of a store's known prices fall by more than 80 % or become one amount."
        checked={options.accept_collapse}
        onChange={({ target }) => setOptions({ ...options, accept_collapse: target.checked })}
      />
      <FormButtons one={one} isAsChecked={isAsChecked} onApply={() => void actions.apply(one)} />
    </form>
  );
}

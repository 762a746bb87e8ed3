import { useQuery } from "@tanstack/react-query";
import type { FileImport, GamesOptions, PricesOptions } from "contract/imports/schema.ts";
import { type FeedColumn, feedColumns } from "contract/prices/feed-rules.ts";
import { useMarkets } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { useDraftForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Labelled } from "../../ui/labelled.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { EncodingBox } from "../prices/desk/encoding-box.tsx";
import { marketsQuery, storesQuery } from "../stores/admin-queries.ts";
import type { ImportActions } from "./imports-state.ts";

export interface CheckFormProps {
  one: FileImport;
  actions: ImportActions;
}

/** The options for reading a file, and the buttons that check and import it. */
export function CheckForm(props: CheckFormProps) {
  return props.one.kind === "games" ? <GamesForm {...props} /> : <PricesForm {...props} />;
}

/** What fails is shown above the imports. */
const explain = () => ({});

const defaults: GamesOptions = { strict: false, keep_sample: false, accept_collapse: false };

/** The options for reading a catalogue file. */
function GamesForm({ one, actions }: CheckFormProps) {
  const checked = one.options as GamesOptions | null;
  const form = useDraftForm({
    initial: checked ?? defaults,
    send: (options) => actions.checkGames(one, options),
    explain,
  });
  const { values: options, change } = form;
  const pricesDenied = useDenialReason()("prices.write");
  const isAsChecked =
    checked?.strict === options.strict &&
    checked.keep_sample === options.keep_sample &&
    checked.accept_collapse === options.accept_collapse &&
    checked.encoding === options.encoding;
  return (
    <form {...form.formProps} aria-label={`Check ${one.name}`} className="grid gap-4">
      <Checkbox
        label="Import nothing when any row is bad"
        checked={options.strict}
        onChange={({ target }) => change({ strict: target.checked })}
      />
      <Checkbox
        label="Keep the games of the bundled sample"
        hint="Otherwise they leave when real games come in; such an import cannot be undone."
        checked={options.keep_sample}
        onChange={({ target }) => change({ keep_sample: target.checked })}
      />
      <EncodingBox encoding={options.encoding} onChange={(encoding) => change({ encoding })} />
      {pricesDenied && (
        <p className="text-sm text-muted">Prices and links of offers in the file are left out. {pricesDenied}.</p>
      )}
      <Checkbox
        label="Accept prices that collapse"
        hint="Otherwise a file is refused if half of a store's known prices fall by more than 80% or become one amount."
        checked={options.accept_collapse}
        onChange={({ target }) => change({ accept_collapse: target.checked })}
      />
      <FormButtons one={one} isAsChecked={isAsChecked} onApply={() => void actions.apply(one)} />
    </form>
  );
}

/** The options for reading a price file. */
function PricesForm({ one, actions }: CheckFormProps) {
  const checked = one.options as PricesOptions | null;
  const { stores, markets, defaultCountry } = usePlaces();
  const form = useDraftForm<PricesOptions>({
    initial: {
      store: "",
      country: defaultCountry,
      columns: {},
      currency: null,
      accept_loss: false,
      accept_collapse: false,
      strict: false,
      ...checked,
    },
    send: (options) => actions.checkPrices(one, options),
    explain,
  });
  const { values: options, change } = form;
  return (
    // the browser asks for the store
    <form {...form.formProps} noValidate={false} aria-label={`Check ${one.name}`} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Labelled label="Store">
          <Select label="Store" required value={options.store} onChoose={(store) => change({ store })}>
            <option value="" disabled>
              Choose a store
            </option>
            {stores.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled label="Country">
          <Select label="Country" value={options.country} onChoose={(country) => change({ country })}>
            {markets.map(({ country, name }) => (
              <option key={country} value={country}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
        <TextField
          label="Currency of plain amounts"
          placeholder="such as EUR"
          maxLength={3}
          value={options.currency ?? ""}
          onChange={({ target }) => change({ currency: target.value.toUpperCase() || null })}
        />
      </div>
      <HiddenNote
        places={[
          stores.find(({ key }) => key === options.store),
          markets.find(({ country }) => country === options.country),
        ]}
      />
      <Columns columns={options.columns} onChange={(columns) => change({ columns })} />
      <Checkbox
        label="Accept a file that has lost more than 30% of its rows since the last one"
        checked={options.accept_loss}
        onChange={({ target }) => change({ accept_loss: target.checked })}
      />
      <EncodingBox encoding={options.encoding} onChange={(encoding) => change({ encoding })} />
      <Checkbox
        label="Accept prices that collapse"
        hint="Otherwise a file is refused if half of the known prices fall by more than 80% or become one amount."
        checked={options.accept_collapse}
        onChange={({ target }) => change({ accept_collapse: target.checked })}
      />
      <Checkbox
        label="Import nothing when any row is bad"
        checked={options.strict}
        onChange={({ target }) => change({ strict: target.checked })}
      />
      <FormButtons
        one={one}
        isAsChecked={JSON.stringify(options) === JSON.stringify({ ...options, ...checked })}
        onApply={() => void actions.apply(one)}
      />
    </form>
  );
}

/** A line about prices that visitors will not see. Without the permission to see all places, all are enabled. */
function HiddenNote({ places }: { places: readonly ({ name: string; enabled?: boolean } | undefined)[] }) {
  const hidden = places.flatMap((place) => (place?.enabled === false ? [place.name] : []));
  if (hidden.length === 0) return null;
  return (
    <p role="status" className="text-sm text-warning">
      {hidden.join(" and ")} {hidden.length === 1 ? "isn't" : "aren't"} enabled, so visitors see none of these prices.
    </p>
  );
}

interface ColumnsProps {
  columns: PricesOptions["columns"];
  onChange: (columns: PricesOptions["columns"]) => void;
}

/** The file's names of our columns. */
function Columns({ columns, onChange }: ColumnsProps) {
  const rename = (column: FeedColumn, name: string) => {
    const { [column]: _, ...others } = columns;
    onChange(name === "" ? others : { ...others, [column]: name });
  };
  return (
    <details open={Object.keys(columns).length > 0} className="rounded-md border border-border p-3">
      <summary className="cursor-pointer font-medium">Columns with other names</summary>
      <p className="mt-2 text-sm text-muted">
        The file names its columns as Google Merchant does. Where it does not, write its name for ours. Needed are id
        and price.
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {feedColumns.map((column) => (
          <TextField
            key={column}
            label={column}
            placeholder={column}
            maxLength={200}
            value={columns[column] ?? ""}
            onChange={({ target }) => rename(column, target.value)}
          />
        ))}
      </div>
    </details>
  );
}

/**
 * The stores and countries to choose from: all with the permission to see them, otherwise the public ones; and the
 * country of the default market.
 */
function usePlaces() {
  const call = useAdminCall();
  const { stores } = useStores();
  const markets = useMarkets();
  const enabled = useDenialReason()("stores.read") === undefined;
  const allStores = useQuery({ ...storesQuery(call), enabled });
  const allMarkets = useQuery({ ...marketsQuery(call), enabled });
  return {
    stores: allStores.data ?? stores,
    markets: allMarkets.data ?? markets,
    defaultCountry: markets[0]!.country,
  };
}

interface FormButtonsProps {
  one: FileImport;
  /** Whether the form has the options of the last check. */
  isAsChecked: boolean;
  onApply: () => void;
}

/** Checks the file with the options of the form; a checked file can be imported. */
function FormButtons({ one, isAsChecked, onApply }: FormButtonsProps) {
  const isReady = one.state === "checked" && isAsChecked;
  return (
    <div className="flex flex-wrap gap-3">
      {isReady && (
        <Button kind="primary" onClick={onApply}>
          Import
        </Button>
      )}
      <Button type="submit" kind={isReady ? "secondary" : "primary"}>
        {one.summary || one.problem ? "Check again" : "Check"}
      </Button>
    </div>
  );
}

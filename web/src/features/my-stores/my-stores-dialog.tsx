import { useQueryClient } from "@tanstack/react-query";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import { pickerTexts } from "contract/content-strings/defaults/picker.ts";
import { allStores, type MyStores, maxStores, withoutUnknown } from "contract/my-stores/rules.ts";
import { launcherName, launchers } from "contract/prices/launchers.ts";
import { useState } from "react";
import { useCall, useViewer } from "../../api/session.ts";
import { type Store, useStores } from "../../api/stores.ts";
import { useTextOf } from "../../api/texts.ts";
import { namesMatching } from "../../page/names-matching.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { StoreKind } from "../prices/offer-badges.tsx";
import { StoreName } from "../prices/store-name.tsx";
import { savePlans, useMyPlans } from "../subscriptions/my-plans.ts";
import { PlanChoice } from "../subscriptions/plan-choice.tsx";
import { chooseStores, rememberedStores } from "./store-choice.ts";

/** With more stores there is a field to filter them. */
const manyStores = 8;

const texts = { ...pickerTexts, ...myStoresTexts };

/** Chooses the stores whose prices count, official ones first, and subscriptions; nothing is saved before the end. */
export default function MyStoresDialog({ onClose }: { onClose: () => void }) {
  const text = useTextOf(texts);
  const call = useCall();
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const { stores } = useStores();
  const [{ stores: keys, officialOnly, activates = [] }, setChosen] = useState<MyStores>(() =>
    withoutUnknown(rememberedStores() ?? allStores, stores),
  );
  const [typed, setTyped] = useState("");
  const savedPlans = useMyPlans();
  const [newPlans, setNewPlans] = useState<readonly string[]>();
  const { run, running, failure } = useAction(() => text("my_stores.save_failed"));
  const offered = [...stores].sort((a, b) => Number(isOfficial(b)) - Number(isOfficial(a)));
  const shown = namesMatching(officialOnly ? offered.filter(isOfficial) : offered, typed, ({ name }) => [name]);

  const save = (chosen: MyStores) =>
    run(async () => {
      if (newPlans) await savePlans(call, viewer, newPlans);
      await chooseStores({ call, queryClient }, viewer, chosen);
      onClose();
    });
  return (
    <Dialog title={text("my_stores.title")} onClose={onClose}>
      <p className="mt-1 text-sm text-muted">{text("my_stores.text")}</p>
      <Checkbox
        className="mt-4"
        label={text("my_stores.official")}
        hint={text("my_stores.official_hint")}
        checked={officialOnly}
        onChange={({ target }) => setChosen({ stores: keys, officialOnly: target.checked, activates })}
      />
      <div className="mt-4 border-t border-border pt-4">
        {stores.length > manyStores && <FilterField label={text("stores.filter")} value={typed} onChange={setTyped} />}
        <p role="status" className="figures mt-2 text-sm text-muted">
          {keys.length === 0
            ? text(officialOnly ? "my_stores.none_chosen_official" : "my_stores.none_chosen")
            : text("my_stores.chosen", { count: keys.length, limit: maxStores })}
        </p>
        <ul className="mt-3 grid max-h-[40dvh] gap-y-3 overflow-y-auto">
          {shown.map(({ key, kind }) => (
            <li key={key}>
              <Checkbox
                label={
                  <span className="flex flex-wrap items-center gap-x-2">
                    <StoreName store={key} />
                    <StoreKind kind={kind} />
                  </span>
                }
                checked={keys.includes(key)}
                disabled={keys.length >= maxStores && !keys.includes(key)}
                onChange={({ target }) =>
                  setChosen({
                    officialOnly,
                    activates,
                    stores: target.checked ? [...keys, key] : keys.filter((other) => other !== key),
                  })
                }
              />
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="text-muted">{text("stores.none")}</p>}
      </div>
      <fieldset className="mt-4 border-t border-border pt-4">
        <legend className="text-sm text-muted">{text("my_stores.activates")}</legend>
        <ul className="mt-3 grid grid-cols-2 gap-3">
          {launchers.map((launcher) => (
            <li key={launcher}>
              <Checkbox
                label={launcherName(launcher, text("launcher.drm_free"))}
                checked={activates.includes(launcher)}
                onChange={({ target }) =>
                  setChosen({
                    officialOnly,
                    stores: keys,
                    activates: launchers.filter((one) => (one === launcher ? target.checked : activates.includes(one))),
                  })
                }
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="mt-4 border-t border-border pt-4 empty:hidden">
        <PlanChoice id="plans-of-dialog" chosen={newPlans ?? savedPlans} onChange={setNewPlans} />
      </div>
      {failure && (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button kind="primary" disabled={running} onClick={() => save({ stores: keys, officialOnly, activates })}>
          {text("my_stores.save")}
        </Button>
        <Button disabled={running} onClick={() => save({ ...allStores })}>
          {text("my_stores.reset")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {text("picker.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

const isOfficial = ({ kind }: Store) => kind === "official";

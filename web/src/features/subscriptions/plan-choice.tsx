import { useQuery } from "@tanstack/react-query";
import { planTexts } from "contract/content-strings/defaults/personal/plan.ts";
import { useState, useSyncExternalStore } from "react";
import { useMarket, useMoney } from "../../api/market.ts";
import { setUser, useCall, useViewer } from "../../api/session.ts";
import { useTextOf } from "../../api/texts.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { plansQuery } from "./queries.ts";

/** Where the browser stores the plans of a visitor without an account. */
const plansKey = "myPlans";
const changeEvent = "my-plans";

function storedPlans(): string {
  try {
    return localStorage.getItem(plansKey) ?? "";
  } catch {
    return "";
  }
}

function storePlans(plans: readonly string[]): void {
  try {
    localStorage.setItem(plansKey, plans.join(","));
  } catch {
    // where storage is blocked, nothing is stored
  }
  dispatchEvent(new Event(changeEvent));
}

function subscribe(listener: () => void): () => void {
  for (const type of [changeEvent, "storage"]) addEventListener(type, listener);
  return () => {
    for (const type of [changeEvent, "storage"]) removeEventListener(type, listener);
  };
}

/** The keys of the visitor's plans: of the account, otherwise of this browser. */
export function useMyPlans(): readonly string[] {
  const viewer = useViewer();
  const stored = useSyncExternalStore(subscribe, storedPlans, () => "");
  if (viewer && viewer !== "unknown") return viewer.plans ?? [];
  return viewer === null && stored !== "" ? stored.split(",") : [];
}

/** The plans that the visitor pays for, saved with each press; nothing where no plan has games. */
export function PlanChoice({ id }: { id: string }) {
  const text = useTextOf(planTexts);
  const call = useCall();
  const viewer = useViewer();
  const { country } = useMarket();
  const { format } = useMoney();
  const { data: plans = [] } = useQuery(plansQuery(call, country));
  const mine = useMyPlans();
  const [failed, setFailed] = useState(false);
  if (plans.length === 0) return null;
  const choose = async (key: string, chosen: boolean) => {
    const next = chosen ? [...mine, key] : mine.filter((one) => one !== key);
    setFailed(false);
    try {
      if (viewer === null || viewer === "unknown") storePlans(next);
      else setUser((await call("PUT /api/auth/profile", { body: { plans: next } })).user);
    } catch {
      setFailed(true);
    }
  };
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {text("plans.title")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("plans.text")}</p>
      <div className="mt-3 grid gap-2.5">
        {plans.map(({ key, name, price, currency }) => (
          <Checkbox
            key={key}
            label={name}
            {...(price !== null &&
              currency !== null && { hint: text("plans.price", { price: format(price, currency) }) })}
            checked={mine.includes(key)}
            onChange={({ target }) => void choose(key, target.checked)}
          />
        ))}
      </div>
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {failed && text("plans.save_failed")}
      </p>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { planTexts } from "contract/content-strings/defaults/personal/plan.ts";
import { useMarket, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useTextOf } from "../../api/texts.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { plansQuery } from "./queries.ts";

interface PlanChoiceProps {
  /** Of its heading. */
  id: string;
  /** The keys of the chosen plans. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  failed?: boolean;
}

/** The plans that the visitor pays for; nothing where no plan has games. */
export function PlanChoice({ id, chosen, onChange, failed = false }: PlanChoiceProps) {
  const text = useTextOf(planTexts);
  const { country } = useMarket();
  const { format } = useMoney();
  const { data: plans = [] } = useQuery(plansQuery(useCall(), country));
  if (plans.length === 0) return null;
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
            checked={chosen.includes(key)}
            onChange={({ target }) => {
              const others = chosen.filter((one) => one !== key);
              onChange(target.checked ? [...others, key] : others);
            }}
          />
        ))}
      </div>
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {failed && text("plans.save_failed")}
      </p>
    </section>
  );
}

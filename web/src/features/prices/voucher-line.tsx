import { useHydrated } from "@tanstack/react-router";
import type { GameOffer } from "contract/games/schema.ts";
import { useState } from "react";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";

/** What an offer costs with a voucher, its conditions, and whether it worked for others (spec/prices 11). */
export function VoucherLine({ voucher, currency, className }: VoucherLineProps) {
  const language = useLanguage();
  const text = useGamePartText();
  const { format } = useMoney();
  const isHydrated = useHydrated();
  const { code, price, conditions, works, worked_at: at } = voucher;
  const time = at && (isHydrated ? language.age(at, Date.now()) : language.date(at));
  return (
    <div className={classNames("figures flex flex-wrap items-center gap-x-2 text-xs text-muted", className)}>
      <span className="font-medium text-text">{text("game.voucher", { code, price: format(price, currency) })}</span>
      {time && works > 0 && <span>{text("game.voucher.worked", { count: works, time })}</span>}
      {conditions && <span className="wrap-anywhere">{conditions}</span>}
      <VoteButtons id={voucher.id} code={code} />
    </div>
  );
}

interface VoucherLineProps {
  voucher: NonNullable<GameOffer["voucher"]>;
  currency: string;
  className?: string;
}

/** Takes one vote; a failed one can be repeated. */
function VoteButtons({ id, code }: { id: number; code: string }) {
  const text = useGamePartText();
  const call = useCall();
  const [isSent, setSent] = useState(false);
  const vote = (works: boolean) => {
    setSent(true);
    call("POST /api/vouchers/{id}/votes", { params: { id }, body: { works } }).catch(() => setSent(false));
  };
  if (isSent) return <span role="status">{text("game.voucher.thanks")}</span>;
  return (
    <span className="needs-script -ms-1.5 flex gap-x-1">
      {([true, false] as const).map((works) => {
        const name = text(works ? "game.voucher.works" : "game.voucher.fails");
        return (
          <button
            key={name}
            type="button"
            aria-label={`${name}: ${code}`}
            onClick={() => vote(works)}
            className="min-h-8 rounded-sm px-1.5 underline underline-offset-3 hover:text-text hover:no-underline"
          >
            {name}
          </button>
        );
      })}
    </span>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { decimalsOf } from "contract/core/currencies.ts";
import { usDollar } from "contract/core/money.ts";
import type { PriceAlert } from "contract/notifications/alert-api.ts";
import { parseTargetPrice, targetPriceProblem } from "contract/notifications/rules.ts";
import { timesAtOrBelow, wholeHistory } from "contract/prices/rules.ts";
import Bell from "lucide-static/icons/bell.svg?react";
import BellRing from "lucide-static/icons/bell-ring.svg?react";
import { type ChangeEvent, useId, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useCountry, useMarket, useMoney } from "../../api/market.ts";
import { useOfficialOnly } from "../../api/my-stores.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useStores } from "../../api/stores.ts";
import { useForm } from "../../page/form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { priceHistoryQuery } from "../prices/history/queries.ts";
import { alertsQuery, setAlertHash, useAlertChanges, useAlertText } from "./queries.ts";

/** The game of an alert. */
export interface AlertGame {
  id: number;
  title: string;
  /** Today's price in the market's currency, if known; offers out of stock do not count. */
  price: number | null;
  /** The lowest price ever, if known. */
  low?: number | null;
}

interface AlertDialogProps {
  game: AlertGame;
  /** The existing alert. */
  alert: PriceAlert | null;
  onClose: () => void;
}

/** Sets, changes or removes the alert of a game: a target price, or any drop (spec/wishlist-and-alerts 5.1). */
export function AlertDialog({ game, alert, onClose }: AlertDialogProps) {
  const text = useAlertText();
  const changes = useAlertChanges();
  const market = useMarket();
  const { format, formatOrFree } = useMoney();
  // an alert in another currency is replaced by one in this market's
  const same = alert?.currency === market.currency ? alert : null;
  const [kind, setKind] = useState<"drop" | "target">(alert && alert.target_price === null ? "drop" : "target");
  const amountText = (amount: number) => amount.toFixed(decimalsOf(market.currency));
  const [typed, setTyped] = useState(same?.target_price ? amountText(same.target_price) : "");
  const official = useOfficialOnly();
  const [isOfficial, setOfficial] = useState(alert?.official ?? official);
  const removal = useAction(() => text("alerts.remove_failed"));
  const target = parseTargetPrice(typed, market.currency);
  const price = same?.current_price ?? game.price;
  const picks = quickPicks({ price, low: game.low ?? null }, (amount) =>
    parseTargetPrice(amountText(amount), market.currency),
  );
  const isReached = kind === "target" && target !== null && price !== null && price <= target;

  const form = useForm({
    check: () => (kind === "target" && target === null ? { fields: { target: targetPriceProblem(market) } } : null),
    send: async () => {
      await changes.set(game.id, kind === "target" ? target : null, isOfficial);
      onClose();
    },
    explain: (error) => ({ box: limitMessage(error) ?? text("alerts.save_failed") }),
  });
  const remove = async (there: PriceAlert) => {
    await changes.remove(there);
    onClose();
  };
  const kindProps = (value: typeof kind) => ({
    value,
    checked: kind === value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => event.target.checked && setKind(value),
  });
  const waiting = form.sending || removal.running;
  return (
    <Dialog title={text("alerts.dialog_title")} onClose={onClose}>
      <form {...form.formProps} className="mt-2 grid gap-5">
        <p className="text-muted">
          {text("alerts.dialog_text", { title: game.title })}
          {price !== null && ` ${text("alerts.price_now", { price: formatOrFree(price) })}`}
        </p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        {removal.failure && <ErrorBox>{removal.failure}</ErrorBox>}
        <MailNote />
        <fieldset className="grid gap-3">
          <legend className="mb-1.5 text-sm font-medium">{text("alerts.when")}</legend>
          <Choice label={text("alerts.at_target")} {...kindProps("target")} />
          {kind === "target" && (
            <TextField
              {...form.fieldProps("target")}
              label={
                market.currency === usDollar
                  ? text("alerts.target")
                  : text("alerts.target_in", { currency: market.currency })
              }
              inputMode="decimal"
              autoComplete="off"
              placeholder={price ? format(price) : undefined}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="ms-7.5"
            />
          )}
          {kind === "target" && (
            <div className="ms-7.5 flex flex-wrap gap-2">
              {picks.map(({ name, amount }) => (
                <Button
                  key={name}
                  size="small"
                  aria-pressed={amount === target}
                  onClick={() => setTyped(amountText(amount))}
                >
                  {text(name, { price: format(amount) })}
                </Button>
              ))}
            </div>
          )}
          {kind === "target" && target !== null && (
            <TimesThere gameId={game.id} target={target} isOfficial={isOfficial} />
          )}
          <Choice label={text("alerts.any_drop")} {...kindProps("drop")} />
          <Checkbox
            label={text("alerts.official")}
            checked={isOfficial}
            onChange={({ target }) => setOfficial(target.checked)}
            className="mt-1"
          />
          <Link
            to="/notifications"
            search={{ game: game.id }}
            onClick={onClose}
            className="inline-flex min-h-9 items-center justify-self-start text-sm text-accent-text hover:underline"
          >
            {text("alerts.more_kinds")}
          </Link>
        </fieldset>
        <p role="status" className="-my-2 min-h-5 text-sm text-positive">
          {isReached && text("alerts.reached_text", { price: formatOrFree(price) })}
        </p>
        <FormButtons
          submit={text(form.sending ? "alerts.saving" : alert ? "alerts.change" : "alerts.save")}
          disabled={waiting}
          cancel={text("alerts.cancel")}
          onCancel={onClose}
        >
          {alert && (
            <Button kind="danger" disabled={waiting} onClick={() => removal.run(() => remove(alert))}>
              {text("alerts.remove")}
            </Button>
          )}
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** The prices that the form offers: the low, and a quarter less than today. */
function quickPicks(
  { price, low }: { price: number | null; low: number | null },
  parse: (amount: number) => number | null,
): { name: "alerts.pick_low" | "alerts.pick_quarter"; amount: number }[] {
  const quarter = price === null ? null : parse(price * 0.75);
  return [
    ...(low ? [{ name: "alerts.pick_low" as const, amount: low }] : []),
    ...(quarter ? [{ name: "alerts.pick_quarter" as const, amount: quarter }] : []),
  ];
}

/** How often the game has cost this or less in the recorded past. */
function TimesThere({ gameId, target, isOfficial }: { gameId: number; target: number; isOfficial: boolean }) {
  const text = useAlertText();
  const { storeOf } = useStores();
  const { data } = useQuery(priceHistoryQuery(useCall(), gameId, { days: wholeHistory, country: useCountry() }));
  if (!data) return <p className="ms-7.5 min-h-5" />;
  const times = timesAtOrBelow(
    data.history.filter(({ origin }) => !isOfficial || storeOf(origin).kind === "official"),
    target,
  );
  const key = times === 0 ? "alerts.there_never" : "alerts.there";
  return <p className="ms-7.5 min-h-5 text-sm text-muted">{text(key, { count: times })}</p>;
}

/** Why the account cannot have this alert: too many alerts, or no email address. */
function limitMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 409 ? error.serverMessage : undefined;
}

interface ChoiceProps {
  label: string;
  value: string;
  checked: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function Choice({ label, ...rest }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <input {...rest} id={id} type="radio" name="kind" className="size-5 shrink-0 accent-accent-text" />
      <label htmlFor={id} className="cursor-pointer">
        {label}
      </label>
    </div>
  );
}

/**
 * Explains why alerts currently send no mail; resumes stopped mail, unless the page does so itself (`addressOnly`), and
 * sends the link that confirms an address.
 */
export function MailNote({ addressOnly = false }: { addressOnly?: boolean }) {
  const text = useAlertText();
  const viewer = useViewer();
  const call = useCall();
  const { data } = useQuery({ ...alertsQuery(call), enabled: !addressOnly });
  const { resumeMails } = useAlertChanges();
  const isStopped = !addressOnly && data?.mails_stopped_at !== undefined;
  const { run, running, failure } = useAction(() =>
    text(isStopped ? "alerts.mails_resume_failed" : "alerts.resend_failed"),
  );
  const [isSent, setSent] = useState(false);
  if (viewer === null || viewer === "unknown") return null;
  const { email } = viewer;
  if (!isStopped && email !== null && viewer.emailVerified !== false) return null;

  const resend = () => call("POST /api/auth/email/resend", {}).then(() => setSent(true));
  const reason =
    email === null
      ? text("alerts.no_email")
      : isStopped
        ? text("alerts.mails_stopped")
        : isSent
          ? text("alerts.resent", { email })
          : text("alerts.unverified");
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning">
      <p role={failure ? "alert" : isSent ? "status" : undefined} className="wrap-anywhere">
        {failure ?? reason}
      </p>
      {email !== null && (isStopped || !isSent) && (
        <Button size="small" disabled={running} onClick={() => run(isStopped ? resumeMails : resend)}>
          {text(isStopped ? "alerts.mails_resume" : "alerts.resend")}
        </Button>
      )}
    </div>
  );
}

interface AlertButtonProps {
  game: AlertGame;
  /** For rows: only an icon and the target, and a label that names the game. */
  compact?: boolean;
  className?: string | undefined;
}

/** Shows the user's alert for the game and opens its dialog. */
export function AlertButton({ game, compact = false, className }: AlertButtonProps) {
  const text = useAlertText();
  const { format } = useMoney();
  const { data } = useQuery(alertsQuery(useCall()));
  // after a sign-in that the button led to
  const [open, setOpen] = useState(() => !compact && location.hash === `#${setAlertHash}`);
  const close = () => {
    setOpen(false);
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname + location.search);
  };
  const alert = data?.alerts.find((one) => one.game_id === game.id) ?? null;
  const Icon = alert ? BellRing : Bell;
  const label = !alert
    ? text("alerts.set")
    : alert.target_price === null
      ? text("alerts.any_drop_set")
      : text("alerts.target_set", { price: format(alert.target_price, alert.currency) });
  return (
    <>
      <Button
        kind={compact ? "quiet" : "secondary"}
        size={compact ? "small" : "medium"}
        className={compact ? "min-w-9 gap-1 px-2" : className}
        aria-label={compact ? `${label}: ${game.title}` : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden className={classNames("size-4.5", compact && alert?.reached && "text-positive")} />
        {compact ? (
          alert &&
          alert.target_price !== null && (
            <span className="figures max-sm:hidden">{format(alert.target_price, alert.currency)}</span>
          )
        ) : (
          <span className="figures">{label}</span>
        )}
        {!compact && alert?.reached && <Badge tone="positive">{text("alerts.reached")}</Badge>}
      </Button>
      {open && <AlertDialog game={game} alert={alert} onClose={close} />}
    </>
  );
}

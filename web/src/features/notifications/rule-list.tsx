import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { formatAge } from "contract/core/dates.ts";
import type { Channel } from "contract/notifications/channels/schema.ts";
import type { Rule } from "contract/notifications/rule-schema.ts";
import { isPriceAlert, maxRules } from "contract/notifications/rules.ts";
import { conditionText } from "contract/notifications/sentences.ts";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { Fragment, type ReactNode, useRef, useState } from "react";
import { useCountry, useMarket, useMarkets, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { PathLink } from "../../page/links.tsx";
import { PartPending } from "../../page/part-pending.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { gameQuery } from "../games/queries.ts";
import { channelsQuery } from "./channels/queries.ts";
import type { NotificationSearch } from "./notification-search.ts";
import { type ReadNotificationText, toReadNotice, useNotificationText } from "./notification-text.ts";
import { rulesQuery, useRuleChanges } from "./queries.ts";
import { type ChosenGame, RuleForm } from "./rule-form.tsx";

/** The user's rules as sentences, which are edited in place (spec/notifications 1). */
export function RuleList() {
  const text = useNotificationText();
  const call = useCall();
  const { data, error, refetch } = useQuery(rulesQuery(call));
  const { data: channelList, isPending: channelsPending } = useQuery(channelsQuery(call));
  const { remove } = useRuleChanges();
  const named = useNamedGame();
  const [edited, setEdited] = useState<number | "new">();
  const editing = edited ?? (named.id === undefined ? undefined : "new");
  const [message, setMessage] = useState<{ text: string; isFailure: boolean }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const channels = channelList?.channels ?? [];
  // price alerts have a limit of their own
  const count = data?.rules.filter((rule) => !isPriceAlert(rule)).length ?? 0;

  const close = (saved: boolean) => {
    setEdited(undefined);
    named.clear();
    setMessage(saved ? { text: text("notifications.saved"), isFailure: false } : undefined);
    heading.current?.focus();
  };
  const onRemove = async (rule: Rule) => {
    try {
      await remove(rule.id);
      setMessage({ text: text("notifications.removed"), isFailure: false });
      // its button is gone, so the focus moves to the heading
      heading.current?.focus();
    } catch {
      setMessage({ text: text("notifications.remove_failed"), isFailure: true });
    }
  };
  return (
    <section aria-labelledby="rules" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} id="rules" tabIndex={-1} className="mr-auto text-lg outline-none">
          {text("notifications.rules")}
        </h2>
        {count > 0 && (
          <p className="figures text-sm text-muted">{text("notifications.rules_count", { count, most: maxRules })}</p>
        )}
        {editing !== "new" && (
          <Button
            kind="primary"
            size="small"
            disabled={!data || count >= maxRules}
            onClick={() => {
              setEdited("new");
              setMessage(undefined);
            }}
          >
            <Plus aria-hidden className="size-4" />
            {text("notifications.add")}
          </Button>
        )}
      </div>
      <p role="status" className={`mt-2 text-sm empty:hidden ${message?.isFailure ? "text-danger" : "text-positive"}`}>
        {message?.text}
      </p>
      {data &&
        editing === "new" &&
        (named.game === undefined || channelsPending ? (
          <Skeleton className="mt-3 h-96" />
        ) : (
          <RuleForm
            key={named.id}
            rule={null}
            game={named.game}
            lists={data.lists}
            channels={channels}
            onClose={close}
          />
        ))}
      {data ? (
        <>
          {data.total === 0 && editing !== "new" && (
            <p className="mt-2 text-muted">{text("notifications.rules_empty")}</p>
          )}
          <ul className="mt-2 divide-y divide-border empty:hidden">
            {data.rules.map((rule) => (
              <li key={rule.id} className="py-3">
                {editing === rule.id ? (
                  <RuleForm rule={rule} lists={data.lists} channels={channels} onClose={close} />
                ) : (
                  <RuleRow
                    rule={rule}
                    channels={channels}
                    onEdit={() => setEdited(rule.id)}
                    onRemove={() => onRemove(rule)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <PartPending error={error} failed={text("notifications.load_failed")} onRetry={refetch}>
          <Skeleton className="h-24" />
        </PartPending>
      )}
    </section>
  );
}

interface RuleRowProps {
  rule: Rule;
  channels: readonly Channel[];
  onEdit: () => void;
  onRemove: () => void;
}

function RuleRow({ rule, channels, onEdit, onRemove }: RuleRowProps) {
  const text = useNotificationText();
  const { formatOrFree } = useMoney();
  const sentence = `rule-${rule.id}`;
  const format = (price: number) => formatOrFree(price, rule.currency);
  return (
    <div className="flex items-start gap-1">
      <div className="mr-auto min-w-0">
        <div id={sentence}>
          <RuleSentence rule={rule} channels={channels} />
        </div>
        <p className="figures mt-0.5 text-sm text-muted">
          {rule.current_price !== null && (
            <>{text("notifications.now", { price: formatOrFree(rule.current_price, rule.currency) })} · </>
          )}
          {lastFiredText(rule, text, format)}
        </p>
      </div>
      <button
        type="button"
        aria-label={text("notifications.edit")}
        aria-describedby={sentence}
        title={text("notifications.edit")}
        onClick={onEdit}
        className={buttonStyle("quiet", "icon", "-mt-2 shrink-0")}
      >
        <Pencil aria-hidden className="size-4.5" />
      </button>
      <button
        type="button"
        aria-label={text("notifications.remove")}
        aria-describedby={sentence}
        title={text("notifications.remove")}
        onClick={onRemove}
        className={buttonStyle("quiet", "icon", "-mt-2 shrink-0")}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}

function lastFiredText({ last_fired }: Rule, text: ReadNotificationText, format: (price: number) => string): string {
  if (!last_fired) return text("notifications.never_fired");
  const { at, title, store, price, old_price } = last_fired;
  const variables = { time: formatAge(at, Date.now()), title, store, price: format(price) };
  return old_price === null || old_price === price
    ? text("notifications.last_fired_first", variables)
    : text("notifications.last_fired", { ...variables, before: format(old_price) });
}

/** A rule in one sentence, its choices in bold. */
function RuleSentence({ rule, channels }: { rule: Rule; channels: readonly Channel[] }) {
  const text = useNotificationText();
  const { locale } = useMarket();
  const markets = useMarkets();
  const country = markets.find((market) => market.country === rule.country);
  const stated = { ...rule, subject: rule.subject.type, title: "", listName: null, locale };
  const template = text("notifications.sentence", {
    subject: "{subject}",
    condition: "{condition}",
    where: "{where}",
    how: "{how}",
  });
  const isForeign = country !== undefined && !country.default;
  const parts = fillNodes(template, {
    subject: <Bold>{subjectNode(rule, text)}</Bold>,
    condition: <Bold>{conditionText(stated, toReadNotice(text))}</Bold>,
    where: (
      <Bold>
        {rule.scope === "mine" ? text("notifications.my.mine") : text(`notices.where.${rule.scope}`)}
        {isForeign && ` ${text("notifications.in_country", { country: country.name })}`}
      </Bold>
    ),
    how: <Bold>{howText(rule, channels, text)}</Bold>,
  });
  return (
    <p>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no other identity
        <Fragment key={index}>{part}</Fragment>
      ))}
    </p>
  );
}

const Bold = ({ children }: { children: ReactNode }) => <span className="font-semibold">{children}</span>;

function subjectNode({ subject }: Rule, text: ReadNotificationText): ReactNode {
  if (subject.type === "game") {
    return (
      <PathLink path={`/games/${subject.id}`} className="hover:underline">
        {subject.title}
      </PathLink>
    );
  }
  return subject.type === "list"
    ? text("notifications.my.list", { list: subject.name })
    : text("notifications.my.wishlist");
}

function howText({ channels: ids }: Rule, channels: readonly Channel[], text: ReadNotificationText): string {
  const names = channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  if (names.length === 0) return text("notifications.by_inbox");
  const last = names.pop()!;
  const listed = names.length > 0 ? `${names.join(", ")} ${text("notifications.and")} ${last}` : last;
  return text("notifications.by", { channels: listed });
}

/** Splits a template and fills its variables with elements. */
export function fillNodes(template: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return template
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith("{") && Object.hasOwn(nodes, name) ? nodes[name] : part;
    });
}

interface NamedGame {
  /** From the address; `undefined` if it names none. */
  id: number | undefined;
  /** `undefined` while it loads, `null` = there is no such game. */
  game: ChosenGame | null | undefined;
  /** Removes it from the address. */
  clear: () => void;
}

/** The game in the address, for which the form of a new rule opens. */
function useNamedGame(): NamedGame {
  const { game: id } = useSearch({ strict: false }) as NotificationSearch;
  const navigate = useNavigate();
  const query = gameQuery(useCall(), id ?? 0, useCountry());
  const { data, isError } = useQuery({ ...query, enabled: id !== undefined });
  return {
    id,
    game: id === undefined || isError ? null : data && { id, title: data.title },
    clear: () => {
      if (id !== undefined) void navigate({ to: ".", search: {} as never, replace: true, resetScroll: false });
    },
  };
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { moneyFormat } from "contract/core/money.ts";
import type { Language } from "contract/languages/language.ts";
import type { Channel } from "contract/notifications/channels/schema.ts";
import type { Rule } from "contract/notifications/rule-schema.ts";
import { hasStores, isPlanKind, isPriceAlert, maxRules } from "contract/notifications/rules.ts";
import { conditionText } from "contract/notifications/sentences.ts";
import { shownStoreName } from "contract/stores/rules.ts";
import Pencil from "lucide-static/icons/pencil.svg?react";
import Plus from "lucide-static/icons/plus.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { type ReactNode, useRef, useState } from "react";
import { useCountry, useMarket, useMarkets, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { FilledText } from "../../page/filled-text.tsx";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
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
        <h2 ref={heading} id="rules" tabIndex={-1} className="me-auto text-lg outline-none">
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
          {editing !== "new" && count < maxRules && (
            <ReadyRules rules={data.rules} channels={channels} onAdded={() => close(true)} onFailure={setMessage} />
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

const readyKinds = ["drop", "low", "free"] as const;

interface ReadyRulesProps {
  rules: readonly Rule[];
  channels: readonly Channel[];
  onAdded: () => void;
  onFailure: (message: { text: string; isFailure: true }) => void;
}

/** Rules about the wishlist that a press adds, as long as they are missing, with all channels. */
function ReadyRules({ rules, channels, onAdded, onFailure }: ReadyRulesProps) {
  const text = useNotificationText();
  const { country } = useMarket();
  const { save } = useRuleChanges();
  const isThere = (kind: string) => rules.some((rule) => rule.kind === kind && rule.subject.type === "wishlist");
  const missing = readyKinds.filter((kind) => !isThere(kind));
  const add = async (kind: (typeof readyKinds)[number]) => {
    const ids = channels.filter(({ state }) => state === "active" || state === "failing").map(({ id }) => id);
    try {
      const subject = { type: "wishlist" as const };
      await save(
        { kind, subject, country, value: null, scope: "all", unless_included: false, channels: ids },
        undefined,
      );
      onAdded();
    } catch {
      onFailure({ text: text("notifications.save_failed"), isFailure: true });
    }
  };
  if (missing.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent
    <div role="group" aria-label={text("notifications.ready")} className="mt-3 flex flex-wrap gap-2">
      {missing.map((kind) => (
        <Button key={kind} size="small" className="text-start" onClick={() => add(kind)}>
          <Plus aria-hidden className="size-4 shrink-0" />
          {text(`notifications.ready.${kind}`)}
        </Button>
      ))}
    </div>
  );
}

interface RuleRowProps {
  rule: Rule;
  channels: readonly Channel[];
  onEdit: () => void;
  onRemove: () => void;
}

function RuleRow({ rule, channels, onEdit, onRemove }: RuleRowProps) {
  const language = useLanguage();
  const text = useNotificationText();
  const { formatOrFree } = useMoney();
  const sentence = `rule-${rule.id}`;
  const format = (price: number) => formatOrFree(price, rule.currency);
  return (
    <div className="flex items-start gap-1">
      <div className="me-auto min-w-0">
        <div id={sentence}>
          <RuleSentence rule={rule} channels={channels} />
        </div>
        <p className="figures mt-0.5 text-sm text-muted">
          {rule.current_price !== null && (
            <>{text("notifications.now", { price: formatOrFree(rule.current_price, rule.currency) })} · </>
          )}
          {lastFiredText(rule, { text, language, format })}
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

function lastFiredText(
  { last_fired }: Rule,
  { text, language, format }: { text: ReadNotificationText; language: Language; format: (price: number) => string },
): string {
  if (!last_fired) return text("notifications.never_fired");
  const { at, store, price, old_price, plan } = last_fired;
  const title = shownTitle(last_fired);
  if (store === null || price === null) {
    return text("notifications.last_fired_plan", { time: language.age(at, Date.now()), title, plan: plan ?? "" });
  }
  const name = shownStoreName(store, text("store.other"));
  const variables = { time: language.age(at, Date.now()), title, store: name, price: format(price) };
  return old_price === null || old_price === price
    ? text("notifications.last_fired_first", variables)
    : text("notifications.last_fired", { ...variables, before: format(old_price) });
}

/** A rule in one sentence, its choices in bold. */
function RuleSentence({ rule, channels }: { rule: Rule; channels: readonly Channel[] }) {
  const language = useLanguage();
  const text = useNotificationText();
  const own = useMarket();
  const markets = useMarkets();
  const country = markets.find((market) => market.country === rule.country);
  const money = moneyFormat(country ?? own, language.tag);
  const stated = { ...rule, ...money, subject: rule.subject.type, title: "", listName: null };
  const places = { subject: "{subject}", condition: "{condition}", how: "{how}" };
  const { kind } = rule;
  const sentence = hasStores(kind)
    ? text("notifications.sentence", { ...places, where: "{where}" })
    : text("notifications.sentence_plan", places);
  const isForeign = country !== undefined && !country.default;
  const where = rule.scope === "mine" ? text("notifications.my.mine") : text(`notices.where.${rule.scope}`);
  const nodes = {
    subject: <Bold>{subjectNode(rule, text)}</Bold>,
    condition: (
      <Bold>
        {rule.subject.type === "search" ? (
          <PathLink path={searchPath(rule, rule.subject.query)} className="hover:underline">
            {text("notifications.my.match", { list: rule.subject.name })}
          </PathLink>
        ) : isPlanKind(kind) ? (
          text(`notifications.my.${kind}`)
        ) : kind === "bundle" ? (
          text("notifications.my.bundle", { value: rule.value ?? 1 })
        ) : (
          conditionText(stated, toReadNotice(text))
        )}
      </Bold>
    ),
    where: (
      <Bold>
        {isForeign ? text("notifications.in_country", { where, country: language.country(country.country) }) : where}
      </Bold>
    ),
    how: <Bold>{howText(rule, channels, { text, language })}</Bold>,
  };
  return (
    <p>
      <FilledText text={sentence} nodes={nodes} />
      {rule.unless_included && ` ${text("notifications.unless_included")}`}
    </p>
  );
}

const Bold = ({ children }: { children: ReactNode }) => <span className="font-semibold">{children}</span>;

const searchPath = ({ scope }: Rule, query: string) => `/games?${query}${scope === "official" ? "&official=true" : ""}`;

function subjectNode({ subject }: Rule, text: ReadNotificationText): ReactNode {
  if (subject.type === "game") {
    return (
      <PathLink path={`/games/${subject.id}`} className="hover:underline">
        <GameTitle game={subject} />
      </PathLink>
    );
  }
  if (subject.type === "search") return text("notifications.my.search");
  if (subject.type === "bundles") return text("notifications.my.bundles");
  return subject.type === "list"
    ? text("notifications.my.list", { list: subject.name })
    : text("notifications.my.wishlist");
}

function howText(
  { channels: ids }: Rule,
  channels: readonly Channel[],
  { text, language }: { text: ReadNotificationText; language: Language },
): string {
  const names = channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0
    ? text("notifications.by_inbox")
    : text("notifications.by", { channels: language.list(names) });
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
    game: id === undefined || isError ? null : data && { id, title: shownTitle(data) },
    clear: () => {
      if (id !== undefined) void navigate({ to: ".", search: {} as never, replace: true, resetScroll: false });
    },
  };
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { decimalsOf } from "contract/core/currencies.ts";
import type { Channel } from "contract/notifications/channels/schema.ts";
import type { Rule, RuleBody } from "contract/notifications/rule-schema.ts";
import {
  hasStores,
  hasValue,
  isPlanKind,
  parseDiscount,
  parseGameCount,
  parseTargetPrice,
  planKinds,
  priceKinds,
  type RuleKind,
  type RuleScope,
  ruleScopes,
  ruleValueProblem,
} from "contract/notifications/rules.ts";
import { useDeferredValue, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useCountry, useMarket, useMarkets } from "../../api/market.ts";
import { atMyStores } from "../../api/my-stores.ts";
import { useCall } from "../../api/session.ts";
import { fieldProblems, useDraftForm } from "../../page/form.ts";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Labelled } from "../../ui/labelled.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { hasBundlesQuery } from "../prices/has-bundles.ts";
import { plansQuery } from "../subscriptions/queries.ts";
import { useNotificationText } from "./notification-text.ts";
import { useRuleChanges } from "./queries.ts";

interface RuleFormProps {
  /** The rule that is changed; `null` = a new one. */
  rule: Rule | null;
  /** The initial game of a new rule. */
  game?: ChosenGame | null;
  lists: readonly { id: number; name: string }[];
  channels: readonly Channel[];
  onClose: (saved: boolean) => void;
}

/** Edits a rule, part by part as in its sentence. */
export function RuleForm({ rule, game = null, lists, channels, onClose }: RuleFormProps) {
  const text = useNotificationText();
  const { save } = useRuleChanges();
  const own = useMarket();
  const market = useMarkets().find(({ country }) => country === rule?.country) ?? own;
  const open = channels.filter(({ state }) => state === "active" || state === "failing");
  const form = useDraftForm({
    initial: draftOf(
      rule,
      game,
      open.map(({ id }) => id),
    ),
    check: (draft) => {
      const { wrong } = bodyOf(draft, market);
      return fieldProblems({
        game: wrong === "game" && text("notifications.form.choose_game"),
        value: wrong === "value" && ruleValueProblem(draft.kind, null, market),
      });
    },
    send: async (draft) => {
      await save(bodyOf(draft, market).body!, rule?.id);
      onClose(true);
    },
    explain: (error) => ({
      box:
        (error instanceof ApiError && error.status < 500 && error.serverMessage) || text("notifications.save_failed"),
    }),
  });
  const { values: draft, change } = form;
  const { data: plans } = useQuery(plansQuery(useCall(), market.country));
  // without any plan, subscriptions are not mentioned
  const knowsPlans = Boolean(plans?.length) || isPlanKind(draft.kind) || draft.unlessIncluded;
  const isOfPlans = isPlanKind(draft.kind);
  const isOfBundles = draft.kind === "bundle";
  const { data: hasBundles } = useQuery(hasBundlesQuery(useCall(), market.default ? undefined : market.country));
  // without any bundle, bundles are not mentioned
  const knowsBundles = hasBundles || isOfBundles;
  return (
    <form
      {...form.formProps}
      aria-label={text(rule ? "notifications.form.change" : "notifications.form.new")}
      className="mt-3 grid gap-4 rounded-md bg-sunken p-4"
    >
      {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
      {draft.search ? (
        <p className="font-medium">{text("notifications.form.saved_search", { name: draft.search.name })}</p>
      ) : (
        <Labelled label={text("notifications.form.subject")}>
          <Select
            label={text("notifications.form.subject")}
            value={draft.subject}
            onChoose={(subject) => change(subjectChange(subject, draft))}
          >
            <option value="wishlist">{text("notifications.form.wishlist")}</option>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {text("notifications.form.list", { list: name })}
              </option>
            ))}
            <option value="game">{text("notifications.form.game")}</option>
            {knowsBundles && <option value="bundles">{text("notifications.form.bundles")}</option>}
          </Select>
        </Labelled>
      )}
      {draft.subject === "game" && (
        <GameField game={draft.game} onChoose={(chosen) => change({ game: chosen })} error={form.errorOf("game")} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {draft.kind !== "match" && !isOfBundles && (
          <Labelled label={text("notifications.form.kind")}>
            <Select
              label={text("notifications.form.kind")}
              value={draft.kind}
              onChoose={(kind) => change({ kind: kind as RuleKind, value: "" })}
            >
              {(knowsPlans ? [...priceKinds, ...planKinds] : priceKinds).map((kind) => (
                <option key={kind} value={kind}>
                  {text(`notifications.form.kind.${kind}`)}
                </option>
              ))}
            </Select>
          </Labelled>
        )}
        {hasValue(draft.kind) && (
          <TextField
            label={
              draft.kind === "target"
                ? text("notifications.form.price", { currency: market.currency })
                : text(isOfBundles ? "notifications.form.games" : "notifications.form.percent")
            }
            inputMode={isOfBundles ? "numeric" : "decimal"}
            autoComplete="off"
            {...form.fieldProps("value")}
          />
        )}
        {hasStores(draft.kind) && (
          <Labelled label={text("notifications.form.scope")}>
            <Select
              label={text("notifications.form.scope")}
              value={draft.scope}
              onChoose={(scope) => change({ scope: scope as RuleScope })}
            >
              {ruleScopes.map((scope) => (
                <option key={scope} value={scope}>
                  {text(`notifications.form.scope.${scope}`)}
                </option>
              ))}
            </Select>
          </Labelled>
        )}
      </div>
      {isOfPlans && <p className="text-sm text-muted">{text("notifications.form.plans_needed")}</p>}
      {isOfBundles && <p className="text-sm text-muted">{text("notifications.form.bundles_hint")}</p>}
      {knowsPlans && hasStores(draft.kind) && (
        <Checkbox
          label={text("notifications.form.unless_included")}
          checked={draft.unlessIncluded}
          onChange={({ target }) => change({ unlessIncluded: target.checked })}
        />
      )}
      <fieldset className="grid gap-2.5">
        <legend className="mb-1.5 text-sm font-medium">{text("notifications.form.channels")}</legend>
        {channels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={draft.channels.includes(id)}
            onChange={({ target }) =>
              change({
                channels: target.checked ? [...draft.channels, id] : draft.channels.filter((other) => other !== id),
              })
            }
          />
        ))}
        <p className="text-sm text-muted">
          {text(channels.length === 0 ? "notifications.form.channels_none" : "notifications.form.channels_hint")}
        </p>
      </fieldset>
      <p className="text-sm text-muted">{text("notifications.form.baseline")}</p>
      <FormButtons
        submit={text(form.sending ? "notifications.form.saving" : "notifications.form.save")}
        disabled={form.sending}
        cancel={text("notifications.cancel")}
        onCancel={() => onClose(false)}
      />
    </form>
  );
}

export interface ChosenGame {
  id: number;
  title: string;
}

interface GameFieldProps {
  game: ChosenGame | null;
  onChoose: (game: ChosenGame | null) => void;
  error?: string | undefined;
}

/** A game that is searched by its title. */
function GameField({ game, onChoose, error }: GameFieldProps) {
  const text = useNotificationText();
  const call = useCall();
  const country = useCountry();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: ["suggest", "of-rule", search, country],
    enabled: search.length > 0 && game === null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/games/suggest", { query: atMyStores({ q: search, country }) }, { signal }),
  });
  if (game) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <bdi className="font-medium">{game.title}</bdi>
        <Button size="small" kind="quiet" onClick={() => onChoose(null)}>
          {text("notifications.form.other_game")}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <TextField
        label={text("notifications.form.search")}
        hint={text("notifications.form.search_hint")}
        {...(error !== undefined && { error })}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {search !== "" && data && (
        <ul aria-label={text("notifications.form.matches")} className="mt-2 grid gap-1">
          {data.games.map((found) => (
            <li key={found.id}>
              <button
                type="button"
                onClick={() => onChoose({ id: found.id, title: shownTitle(found) })}
                className="min-h-10 w-full rounded-md px-3 py-1.5 text-start hover:bg-sunken"
              >
                <GameTitle game={found} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-1 text-sm text-muted empty:hidden">
        {search !== "" && data?.games.length === 0 && text("notifications.form.none_match")}
      </p>
    </div>
  );
}

/** A rule as edited in its form. */
export interface RuleDraft {
  /** `game`, `wishlist`, `search`, `bundles`, or the id of a list. */
  subject: string;
  /** The saved search, whose rule is about nothing else. */
  search?: { type: "search"; query: string; name: string } | undefined;
  game: ChosenGame | null;
  kind: RuleKind;
  /** As typed. */
  value: string;
  scope: RuleScope;
  /** Silent about games that the user's subscription plans have. */
  unlessIncluded: boolean;
  channels: readonly number[];
}

const empty: RuleDraft = {
  subject: "wishlist",
  game: null,
  kind: "drop",
  value: "",
  scope: "all",
  unlessIncluded: false,
  channels: [],
};

/** Bundles have a kind of their own. */
function subjectChange(subject: string, { kind }: RuleDraft): Partial<RuleDraft> {
  if (subject === "bundles") return { subject, kind: "bundle", value: "2" };
  return kind === "bundle" ? { subject, kind: empty.kind, value: "" } : { subject };
}

/** The draft of a rule; a new one is about the game, if given, and has all channels. */
export function draftOf(rule: Rule | null, game: ChosenGame | null, channels: readonly number[]): RuleDraft {
  if (!rule) return { ...empty, subject: game ? "game" : empty.subject, game, channels };
  const { subject, kind, value, currency } = rule;
  return {
    subject: subject.type === "list" ? String(subject.id) : subject.type,
    search: subject.type === "search" ? subject : undefined,
    game: subject.type === "game" ? { id: subject.id, title: shownTitle(subject) } : null,
    kind,
    value: value === null ? "" : kind === "target" ? value.toFixed(decimalsOf(currency)) : String(value),
    scope: rule.scope,
    unlessIncluded: rule.unless_included,
    channels: rule.channels,
  };
}

/** The request body, or the part that is missing or invalid. */
export function bodyOf(
  { subject, search, game, kind, value, scope, unlessIncluded, channels }: RuleDraft,
  { country, currency }: { country: string; currency: string },
): { body: RuleBody; wrong?: undefined } | { body?: undefined; wrong: "game" | "value" } {
  if (subject === "game" && game === null) return { wrong: "game" };
  const amount =
    kind === "target"
      ? parseTargetPrice(value, currency)
      : kind === "bundle"
        ? parseGameCount(value)
        : parseDiscount(value);
  if (hasValue(kind) && amount === null) return { wrong: "value" };
  const named =
    search ??
    (subject === "game"
      ? { type: "game" as const, id: game!.id }
      : subject === "wishlist" || subject === "bundles"
        ? { type: subject }
        : { type: "list" as const, id: Number(subject) });
  // a rule about subscriptions or bundles has no stores
  const of = hasStores(kind)
    ? { scope, unless_included: unlessIncluded }
    : { scope: "all" as const, unless_included: false };
  return {
    body: { kind, subject: named, country, value: hasValue(kind) ? amount : null, ...of, channels: [...channels] },
  };
}

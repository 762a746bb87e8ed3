import { useQuery, useQueryClient } from "@tanstack/react-query";
import { moneyFormat } from "contract/core/money.ts";
import type { Language } from "contract/languages/language.ts";
import type { InboxEvent } from "contract/notifications/inbox-schema.ts";
import { eventTitle, reasonText } from "contract/notifications/sentences.ts";
import { shownStoreName } from "contract/stores/rules.ts";
import { useRef, useState } from "react";
import { useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { FilledText } from "../../page/filled-text.tsx";
import { fullTitle } from "../../page/game-title.tsx";
import { PathLink } from "../../page/links.tsx";
import { PartPending } from "../../page/part-pending.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type ReadNotificationText, toReadNotice, useNotificationText } from "./notification-text.ts";
import { inboxQuery, setUnread } from "./queries.ts";

/** The events of the rules, each with its reason and the status of its deliveries (spec/notifications 6). */
export function InboxHistory() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery(inboxQuery(call, page));
  const { run, failure } = useAction(() => text("notifications.save_failed"));
  const heading = useRef<HTMLHeadingElement>(null);
  const events = data?.events ?? [];

  const show = (next: number) => {
    setPage(next);
    heading.current?.focus();
  };

  const markRead = async () => {
    const newest = await queryClient.fetchQuery(inboxQuery(call, 1));
    const [latest] = newest.events;
    if (!latest) return;
    const { unread } = await call("POST /api/inbox/read", { body: { upTo: latest.id } });
    setUnread(queryClient, unread);
    await queryClient.invalidateQueries({ queryKey: ["inbox", "list"] });
  };
  return (
    <section aria-labelledby="inbox" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} id="inbox" tabIndex={-1} className="me-auto text-lg outline-none">
          {text("notifications.inbox")}
        </h2>
        {data && data.unread > 0 && (
          <Button size="small" onClick={() => run(markRead)}>
            {text("notifications.mark_read")}
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {failure}
        </p>
      )}
      {data ? (
        <>
          {events.length === 0 && <p className="mt-2 text-muted">{text("notifications.inbox_empty")}</p>}
          <ul className="mt-2 divide-y divide-border empty:hidden">
            {events.map((event) => (
              <InboxRow key={event.id} event={event} />
            ))}
          </ul>
          {data.totalPages > 1 && (
            <div className="mt-2 flex gap-3">
              <Button size="small" disabled={page === 1 || isPlaceholderData} onClick={() => show(page - 1)}>
                {text("notifications.newer")}
              </Button>
              <Button
                size="small"
                disabled={page >= data.totalPages || isPlaceholderData}
                onClick={() => show(page + 1)}
              >
                {text("notifications.older")}
              </Button>
            </div>
          )}
        </>
      ) : (
        <PartPending error={error} failed={text("notifications.load_failed")} onRetry={refetch}>
          <Skeleton className="h-16" />
        </PartPending>
      )}
    </section>
  );
}

function InboxRow({ event }: { event: InboxEvent }) {
  const language = useLanguage();
  const text = useNotificationText();
  const { formatOrFree } = useMoney();
  const money = moneyFormat(event, language.tag);
  const store = event.store && shownStoreName(event.store, text("store.other"));
  const named = { title: fullTitle(event), listName: event.list_name, store, language: language.tag };
  const details = { ...event, ...money, ...named };
  const now = Date.now();
  const title = (
    <PathLink path={pathOf(event)} className="font-medium text-text hover:underline">
      {eventTitle(details, toReadNotice(text))}
    </PathLink>
  );
  return (
    <li className="flex gap-3 py-3">
      <span
        aria-hidden
        className={classNames("mt-2 size-2 shrink-0 rounded-full", event.read ? "bg-transparent" : "bg-accent")}
      />
      <div className="min-w-0">
        <p>
          {!event.read && <span className="sr-only">{text("notifications.unread")}: </span>}
          {event.old_price === null || event.old_price === event.price ? (
            title
          ) : (
            <span className="text-muted">
              <FilledText
                text={text("notifications.before", {
                  event: "{event}",
                  price: formatOrFree(event.old_price, event.currency),
                })}
                nodes={{ event: title }}
              />
            </span>
          )}
        </p>
        <p className="mt-0.5 text-sm text-muted">{reasonText(details, toReadNotice(text))}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={event.at}>{language.age(event.at, now)}</time>
          {event.deliveries.map((delivery) => (
            <span key={delivery.channel}>{deliveryText(delivery, { text, language, now })}</span>
          ))}
        </p>
      </div>
    </li>
  );
}

const pathOf = ({ game_id, bundle }: InboxEvent) => (bundle ? `/bundles/${bundle.id ?? ""}` : `/games/${game_id}`);

function deliveryText(
  { channel, state, at }: InboxEvent["deliveries"][number],
  { text, language, now }: { text: ReadNotificationText; language: Language; now: number },
): string {
  if (state === "dropped") return text("notifications.dropped", { channel });
  if (state === "delivered" && at) return text("notifications.delivered", { channel, time: language.age(at, now) });
  return at && Date.parse(at) > now
    ? text("notifications.due", { channel, time: language.weekday(at) })
    : text("notifications.waiting", { channel });
}

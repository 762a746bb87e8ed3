import type { Channel } from "contract/notifications/channels/schema.ts";
import type { Rule } from "contract/notifications/rule-schema.ts";
import { conditionText } from "contract/notifications/sentences.ts";
import { Fragment, type ReactNode } from "react";
import { useMarket, useMarkets } from "../../../api/market.ts";
import { PathLink } from "../../../page/path-link.tsx";
import { type ReadNotificationText, toReadNotice, useNotificationText } from "../notification-text.ts";
import { fillNodes } from "./fill-nodes.ts";

/** A rule in one sentence, its choices in bold. */
export function RuleSentence({ rule, channels }: { rule: Rule; channels: readonly Channel[] }) {
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

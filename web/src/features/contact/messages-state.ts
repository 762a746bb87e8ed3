import {
  type SubmissionSort,
  type SubmissionStatus,
  submissionSorts,
  submissionStatuses,
} from "contract/contact/rules.ts";
import type { Allowed, TabState } from "../admin/tabs/tab-address.ts";

export interface MessagesState extends TabState {
  search: string;
  /** Empty = all but spam. */
  status: SubmissionStatus | "";
  sort: SubmissionSort;
  order: "ASC" | "DESC";
}

/** How the tab opens (spec/contact 4.1). */
export const messagesDefaults: MessagesState = { page: 1, search: "", status: "", sort: "submitted_at", order: "DESC" };

export const messagesAllowed: Allowed<MessagesState> = {
  status: ["", ...submissionStatuses],
  sort: submissionSorts,
  order: ["ASC", "DESC"],
};

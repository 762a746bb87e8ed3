import { RouterClient } from "@tanstack/react-router/ssr/client";
import { hydrateRoot } from "react-dom/client";
import { browserCall } from "./api.ts";
import { getRouter } from "./router.ts";

hydrateRoot(document, <RouterClient router={getRouter({ call: browserCall() })} />);

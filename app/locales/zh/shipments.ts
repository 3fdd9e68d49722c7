import type en from "../en/shipments.ts";
import type { Translation } from "../translation.ts";

export default { title: "" } satisfies Translation<typeof en>;

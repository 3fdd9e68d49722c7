import type en from "../en/dashboard.ts";
import type { Translation } from "../translation.ts";

export default { title: "" } satisfies Translation<typeof en>;

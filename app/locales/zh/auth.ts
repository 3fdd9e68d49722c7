import type en from "../en/auth.ts";
import type { Translation } from "../translation.ts";

export default { title: "" } satisfies Translation<typeof en>;

import { createContext } from "react";

/** The nonce of the answer being rendered; undefined in browsers, which hide it. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The parts of css-tree that `used-styles.ts` takes; the whole loads the grammar of every property at each start. */
declare module "css-tree/parser" {
  import type { parse } from "css-tree";

  const parser: typeof parse;
  export default parser;
}

declare module "css-tree/utils" {
  export { ident } from "css-tree";
}

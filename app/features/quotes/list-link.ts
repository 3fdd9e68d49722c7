export const QUOTE_LIST = "/quote/index";

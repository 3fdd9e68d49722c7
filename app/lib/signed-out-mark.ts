/** A cookie that a sign-out by will leaves: the next signed-in page empties what it finds of before (spec 4). */
export const SIGNED_OUT_MARK = "signed-out";

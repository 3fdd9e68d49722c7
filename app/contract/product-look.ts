import { z } from "zod";

/** What an operator may call the product, and its accent colour: settings that the set-up asks for too. */
export const PRODUCT_NAME_LENGTH = 60;
export const productName = z
  .string()
  .max(PRODUCT_NAME_LENGTH, `must have at most ${PRODUCT_NAME_LENGTH} characters`)
  .default("Fairlead");
export const brandColor = /^#[0-9a-fA-F]{6}$/;

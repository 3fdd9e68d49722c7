/** What an operator may call the product, and its accent colour: settings of the portal that the set-up asks for too. */
export const PRODUCT_NAME_LENGTH = 60;
export const brandColor = /^#[0-9a-fA-F]{6}$/;

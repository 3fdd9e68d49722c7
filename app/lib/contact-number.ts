/** A number to call: 6 to 16 digits (product 5.4), written with spaces, brackets, dots, slashes, hyphens or a plus sign between them. */
export const isContactNumber = (text: string): boolean =>
  /^[0-9]{6,16}$/.test(text.replace(/[\s()+./-]/g, ""));

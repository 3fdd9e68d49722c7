/**
 * Every namespace of texts with its English words. Each file of `en/` adds itself under its own name, and has a file of the
 * same name in the other languages.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of `en/` add to it
export interface Namespaces {}

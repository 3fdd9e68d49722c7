declare module "virtual:word-files" {
  /** Made by `launcher/word-files.ts`. */
  const files: Readonly<Record<string, string>>;
  export default files;
}

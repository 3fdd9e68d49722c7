/**
 * Emoji in messages (product 3.10): on the wire slash, two colons, a name in parentheses, slash, as in
 * `/::(smile)/`; shown as the character.
 */
export const emojiByName = {
  smile: "😊",
  laugh: "😂",
  grin: "😁",
  happy: "😄",
  joy: "🤣",
  wink: "😉",
  blush: "☺️",
  love: "😍",
  kiss: "😘",
  tongue: "😛",
  cool: "😎",
  star_eyes: "🤩",
  think: "🤔",
  neutral: "😐",
  quiet: "🤐",
  roll_eyes: "🙄",
  smirk: "😏",
  relieved: "😌",
  sleepy: "😪",
  sleep: "😴",
  sick: "🤒",
  dizzy: "😵",
  sad: "😢",
  cry: "😭",
  worried: "😟",
  confused: "😕",
  surprised: "😮",
  shock: "😱",
  shy: "😳",
  sweat: "😅",
  angry: "😠",
  rage: "😡",
  tired: "😫",
  hug: "🤗",
  salute: "🫡",
  party: "🥳",
  ninja: "🥷",
  robot: "🤖",
  ghost: "👻",
  clap: "👏",
  thumbs_up: "👍",
  thumbs_down: "👎",
  ok: "👌",
  victory: "✌️",
  fist: "✊",
  handshake: "🤝",
  wave: "👋",
  pray: "🙏",
  muscle: "💪",
  point_right: "👉",
  eyes: "👀",
  heart: "❤️",
  broken_heart: "💔",
  sparkles: "✨",
  star: "⭐",
  fire: "🔥",
  sun: "☀️",
  moon: "🌙",
  rain: "🌧️",
  snow: "❄️",
  rainbow: "🌈",
  cat: "🐱",
  dog: "🐶",
  panda: "🐼",
  pig: "🐷",
  rose: "🌹",
  flower: "🌸",
  leaf: "🍀",
  beer: "🍺",
  coffee: "☕",
  tea: "🍵",
  cake: "🎂",
  apple: "🍎",
  watermelon: "🍉",
  rice: "🍚",
  gift: "🎁",
  balloon: "🎈",
  trophy: "🏆",
  music: "🎵",
  phone: "📞",
  mail: "📧",
  document: "📄",
  calendar: "📅",
  clock: "⏰",
  package: "📦",
  truck: "🚚",
  ship: "🚢",
  plane: "✈️",
  check: "✅",
  cross: "❌",
  warning: "⚠️",
  question: "❓",
} as const;
export type EmojiName = keyof typeof emojiByName;
export const emojiNames = Object.keys(emojiByName) as EmojiName[];

/** The code of an emoji in a message's text. */
export const emojiCode = (name: EmojiName): string => `/::(${name})/`;

const CODE = /\/::\((\w{1,30})\)\//g;

export interface EmojiPiece {
  name: EmojiName;
  emoji: string;
}

/** Splits text and emoji codes, in order; an unknown name stays text. */
export function splitEmoji(text: string): (string | EmojiPiece)[] {
  const pieces: (string | EmojiPiece)[] = [];
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    const [code, name = ""] = match;
    if (!isEmojiName(name)) continue;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push({ name, emoji: emojiByName[name] });
    end = match.index + code.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** Replaces codes by characters, for one-line texts such as an excerpt. */
export function withEmoji(text: string): string {
  return splitEmoji(text)
    .map((piece) => (typeof piece === "string" ? piece : piece.emoji))
    .join("");
}

/** Replaces typed emoji by codes for sending. Other emoji stay. */
export function withCodes(text: string): string {
  const nameByEmoji = new Map<string, EmojiName>(emojiNames.map((name) => [emojiByName[name], name]));
  // By grapheme: an emoji with a skin tone, or joined to another, is a different one.
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => {
    const name = nameByEmoji.get(segment);
    return name ? emojiCode(name) : segment;
  }).join("");
}

function isEmojiName(name: string): name is EmojiName {
  return Object.hasOwn(emojiByName, name);
}

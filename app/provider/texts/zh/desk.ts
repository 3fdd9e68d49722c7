import type { desk as english } from "../en/desk.ts";

export const desk: Record<keyof typeof english, string> = {
  deskSettingsChanged: "{actor} 已于 {time} 更改了这些设置。请查看后重新填写您的更改。",
};

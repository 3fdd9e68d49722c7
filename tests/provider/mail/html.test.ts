import { expect, test } from "vitest";
import { htmlOf } from "#app/provider/mail/html.ts";
import { mailTexts } from "#app/provider/texts/message.ts";

test("the HTML part of a mail has the same text, with links", () => {
  const { body } = mailTexts("mailReset", "en", {
    name: "Ada",
    userName: "ada",
    hours: 1,
    link: "https://freight.example/resetPassword?token=a&b=c",
  });
  const html = htmlOf(body);
  expect(html).toContain("<p>Hello Ada,</p>");
  expect(html).toContain(
    '<p><a href="https://freight.example/resetPassword?token=a&amp;b=c">https://freight.example/resetPassword?token=a&amp;b=c</a></p>',
  );
  const text = html
    .replace(/<head>.*<\/head>/, "")
    .replaceAll("</p>\n", "\n\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&");
  expect(text.trim()).toBe(body.trim());
});

test("what a person typed is text in it", () => {
  const html = htmlOf('Hello <img src="x"> & Co,\nhttps://a.example/"onclick="b');
  expect(html).toContain("<p>Hello &lt;img src=&quot;x&quot;&gt; &amp; Co,<br>");
  expect(html).toContain('<a href="https://a.example/&quot;onclick=&quot;b">');
});

import { expect, test } from "vitest";
import { styleFinder } from "#app/lib/used-styles.ts";

const used = (css: string, html: string) => styleFinder(css)(html);

test.each([
  ["what names no class stays", "p{a:b}*,:before{c:d}", "", null],
  ["a class that is there", ".a{x:y}", '<p class="b a">', null],
  ["a class that is not", ".a{x:y}", '<p class="b">', ""],
  ["all classes of one selector", ".a .b{x:y}", '<p class="a">', ""],
  ["one selector of several", ".a,.b{x:y}", '<p class="b">', null],
  ["an escaped class", String.raw`.hover\:w-1\/2:hover{x:y}`, '<p class="hover:w-1/2">', null],
  ["a class that begins with a digit", String.raw`.\32 xl{x:y}`, '<p class="2xl">', null],
  ["a class with signs", String.raw`.\[\&\>p\]\:m>p{x:y}`, '<p class="[&amp;&gt;p]:m">', null],
  ["what may be one of several", ".a:is(.b,.c){x:y}", '<p class="a">', null],
  ["what may be only one, to any depth", ":is(:where(.a):has(#x,#y) .b)>p{x:y}", '<p class="a">', ""],
  ["the same, where it is", ":is(:where(.a):has(#x,#y) .b)>p{x:y}", '<p class="a b">', null],
  ["an attribute with a bracket", 'a[title="]"] .b{x:y}', '<p class="a">', ""],
  ["what must not be", ".a:not(.b){x:y}", '<p class="a">', null],
  ["a comma, a brace and a dot in strings", '.a:before{content:",}.b"}', '<p class="a">', null],
  ["an attribute with a dot", 'a[href$=".pdf"]{x:y}', "", null],
  ["a rare element that is there", "dialog:not(:modal){x:y}", "<dialog open>", null],
  ["a rare element that is not", "dialog:not(:modal){x:y}", "<p>dialog", ""],
  [
    "a rare attribute that is there",
    "[data-fixed-header] .a{x:y}",
    '<html data-fixed-header="true"><p class="a">',
    null,
  ],
  ["a rare attribute that is not", "[data-fixed-header] .a{x:y}", '<p class="a">', ""],
  ["a rare element beside another", "dialog,p{x:y}", "", null],
  ["rules within a rule go with it", ".a{x:y;& .b{x:z}}", '<p class="a">', null],
] as const)("%s", (_, css, html, expected) => {
  expect(used(css, html)).toBe(expected ?? css);
});

test("the initial values of Tailwind's own properties are left to the base layer, all others stay", () => {
  const machinery =
    '@layer properties{@supports (a:b){*{--tw-x:solid}}}@property --tw-x{syntax:"*";inherits:false}';
  const own = '@property --turn{syntax:"<angle>";inherits:true;initial-value:0deg}';
  expect(used(`${machinery}@layer base{p{a:b}}${own}`, "")).toBe(`@layer base{p{a:b}}${own}`);
});

test.each([
  ["the animation of a class that is there", ".a{animation:1s turn both}", true],
  ["a list of animations of what names no class", "p{animation-name:fade,turn}", true],
  ["a variable that may name an animation", ":root{--turning:turn 1s infinite}", true],
  ["a class that is not there", ".b{animation:1s turn}", false],
  ["another property with the same word", ".a{cursor:turn}", false],
])("keyframes stay for %s: %#", (_, rule, stays) => {
  const keyframes = "@keyframes turn{to{rotate:1turn}}";
  const css = `@layer base{${keyframes}${rule}}`;
  expect(used(css, '<p class="a">').includes(keyframes)).toBe(stays);
});

test("an empty condition is removed, an empty layer keeps its place", () => {
  const css = "@layer base{p{a:b}}@layer components{.a{x:y}}@layer utilities{@media print{.b{x:y}}.c{x:y}}";
  expect(used(css, '<p class="c">')).toBe("@layer base{p{a:b}}@layer components{}@layer utilities{.c{x:y}}");
});

test("a style sheet in which every class is used is unchanged", () => {
  const css = "@layer a,b;.x{a:b}@media (min-width:640px){.y .x,.z{c:d}}@property --q{syntax:'*'}";
  expect(used(css, '<p class="x y z">')).toBe(css);
});

test("a page is given the styles of its own classes, whatever pages came before", () => {
  const stylesOf = styleFinder(".a{x:y}.b{x:z}");
  for (let round = 0; round < 2; round++) {
    expect(stylesOf('<p class="a">')).toBe(".a{x:y}");
    expect(stylesOf('<p class="b"><i class="c">')).toBe(".b{x:z}");
    expect(stylesOf('<p class="a"><i class="b">')).toBe(".a{x:y}.b{x:z}");
  }
});

import { useContext } from "react";
import { searchTypeOf } from "#app/lib/search-type.ts";
import { NonceContext } from "./nonce.ts";

/**
 * What public pages do by a script of a few hundred bytes: a box `data-shows`, hidden until then, shows the password
 * of the field with that id until the form is sent, and the number in the tracking form sets the search type that nobody has chosen.
 */
const SCRIPT = `(()=>{${searchTypeOf}
const on=(name,run)=>addEventListener(name,run,true);
const show=(box)=>document.getElementById(box.dataset.shows).type=box.checked?"text":"password";
on("change",({target})=>{if(target.dataset.shows)show(target);if(target.name=="searchType")target.form.dataset.chosen=1});
on("submit",({target})=>{for(const box of target.querySelectorAll("[data-shows]"))box.checked=false,show(box)});
on("input",({target})=>{const{form,name,value}=target;if(name!="number"||form.dataset.chosen)return;
const type=searchTypeOf(value);if(type)form.elements.searchType.value=type});
for(const box of document.querySelectorAll("[hidden]>label>[data-shows]"))box.closest("[hidden]").hidden=false})()`;

export function PublicScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}

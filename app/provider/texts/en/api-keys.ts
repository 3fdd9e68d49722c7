/** What people are told of keys of programs. */
export const apiKeys = {
  mailKeyEndingSubject: "The key {key} ends on {day}",
  mailKeyEndingBody:
    "Hello {name},\n\nthe key {key}, with the last characters {hint}, ends on {ends} (UTC+8). The program that uses it is refused from then on.\n\nMade by: {maker}\nLast used: {used}\n\nIf the program is still needed, make a new key, give it to the program, and revoke the old one. The keys of your company are here:\n\n{link}\n",
  keyEndingUsed: "{at} (UTC+8)",
  keyEndingUnused: "never",
};

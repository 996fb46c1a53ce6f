// Text of notes as it may be shown.

// Controls, marks of direction, and tags: they hide text, or show it in another order.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu;

/** What of a text a person is to see. */
export function visible(text: string): string {
  return text.replace(HIDDEN, "");
}

/** The same for labels in which VS Code would take `$(name)` for an icon. */
export function label(text: string): string {
  return visible(text).replace(/\$\(/g, "$\u200b(");
}

// Sanitizes text of notes for display.

// Control, bidirectional and tag characters hide or reorder text.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu;

/** The visible characters of a text. */
export function visible(text: string): string {
  return text.replace(HIDDEN, "");
}

/** The same for labels in which VS Code would take `$(name)` for an icon. */
export function label(text: string): string {
  return visible(text).replace(/\$\(/g, "$\u200b(");
}

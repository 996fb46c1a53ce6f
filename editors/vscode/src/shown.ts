// Sanitizes text of notes for display.

// Control, bidirectional and tag characters hide or reorder text.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu;

/** The visible characters of a text. */
export function visible(text: string): string {
  return text.replace(HIDDEN, "");
}

/** The same for labels: no `$(icon)`, nor markup, whose pictures a tooltip would load. */
export function label(text: string): string {
  return visible(text).replace(/\$(?=\()|\](?=[([:])|<(?=[a-z!/])|:(?=\/\/)/gi, "$&\u200b");
}

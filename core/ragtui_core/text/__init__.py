"""Text analysis that knows no file and no index: lines, sentences, stems, n-grams."""

"""Where code begins and ends in Markdown that is read one character at a time."""


class CodeState:
    """Tracks whether the next character is in code.

    Inline code ends at the end of its line at the latest: a single grave accent in a
    text must not hide every mark after it.
    """

    def __init__(self) -> None:
        """Start at the beginning of a line, outside code."""
        self.at_line_start = True
        self._indent_only = True
        self._run = 0
        self._run_at_start = False
        self._inline = 0
        self._fence = 0

    @property
    def is_inside(self) -> bool:
        """Whether the characters read so far end within code, or open it."""
        if self._run:
            closes_fence = (
                self._fence and self._run_at_start and self._run >= self._fence
            )
            return not (self._inline == self._run or closes_fence)
        return bool(self._inline or self._fence)

    def read(self, text: str) -> None:
        """Read the next characters."""
        for character in text:
            self.take(character)

    def take(self, character: str) -> None:
        """Read one character."""
        if character == "`":
            if not self._run:
                self._run_at_start = self._indent_only
            self._run += 1
            self.at_line_start = self._indent_only = False
            return
        if self._run:
            self._end_run()
        if character == "\n":
            self._inline = 0
        self.at_line_start = character == "\n"
        blank = character in " \t" and self._indent_only
        self._indent_only = self.at_line_start or blank

    def _end_run(self) -> None:
        run, self._run = self._run, 0
        if self._fence:
            if self._run_at_start and run >= self._fence:
                self._fence = 0
        elif self._inline:
            if run == self._inline:
                self._inline = 0
        elif self._run_at_start and run >= 3:
            self._fence = run
        else:
            self._inline = run

"""Work-arounds for Textual, seen in 8.2.8. Issues: github.com/Textualize/textual.

- `idle_gc`: garbage collections pause the event loop; issue 6381. Benchmarks: typing,
  memory.
- `private_hooks.patch_continuing`: SIGCONT without SIGTSTP starts the terminal's mode a
  second time; such an app never ended. No public way.
- `private_hooks.patch_strips`: `Strip.divide` keeps a strip in its own cache; no
  upstream issue found. Benchmark: typing.
- `private_hooks.allow_switch_from`: the default screen has no result callback to pop;
  issue 2650.
- `private_hooks.act_in_turn`: a key that a widget binds takes effect after later
  characters; issue 6605. Not measured.
- `private_hooks.exit_with_message`: no public hook for the text after a crash; no
  upstream issue found.
- `lightweight_widgets.FastOptionList`: new options lay out the whole screen; issue 5498
  is about their cost. Benchmark: typing.
- `lightweight_widgets.LineInput`: each key lays out the whole screen; no upstream issue
  found. Benchmark: typing.
- `lightweight_widgets.KeyFooter`: `Footer` makes a widget for each key whenever the
  focus moves, and keeps the old ones in memory; no upstream issue found. Benchmark:
  memory.

One more is a widget: `markdown_view` takes the place of `Markdown`, which makes one
for each block (issue 4586; benchmark: reading).

When pyproject.toml allows a later version of Textual, try each without its work-around.
"""

"""The full-screen app. `ragtui_tui.app.RagtuiApp` opens it on a vault."""

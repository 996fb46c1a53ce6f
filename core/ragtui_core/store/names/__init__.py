"""What notes and sections are called: how names are compared and looked up."""

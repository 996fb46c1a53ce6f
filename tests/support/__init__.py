"""What the tests of several folders of tests share."""

"""What ragtui says in an answer, in brackets, and in notices on its citations."""

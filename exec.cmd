@rem For Windows, whose shell lacks the `exec` that keeps sh from standing between npm's signals and our scripts.
@%*

"""``python -m formicarium`` does what ``formicarium`` does."""

import sys

from formicarium.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""Combat told: the ledger of a battle, its reasons, its choices and losses in words (9)."""

"""The passes over the IR, its text form, and what is proposed for pages."""

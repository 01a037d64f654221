"""What all parts of lowering share: what was found, what is reported, where references lead, what is counted."""

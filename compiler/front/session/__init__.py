"""What all parts of lowering share: findings, reports, references, versions and counts."""
